package mime

import (
	"strings"
)

// Unflow joins the lines of format=flowed text (RFC 3676) into the lines their
// writer typed, and takes off the space it is stuffed with. Quoted lines keep
// one mark for each depth. Other text comes back as it is.
func Unflow(text string, params map[string]string) string {
	if !strings.EqualFold(params["format"], "flowed") {
		return text
	}
	delsp := strings.EqualFold(params["delsp"], "yes")
	var out []string
	var open strings.Builder
	depth, running := 0, false
	flush := func() {
		if running {
			out = append(out, quoteMarks(depth)+open.String())
			open.Reset()
			running = false
		}
	}
	for _, line := range strings.Split(text, "\n") {
		marks := len(line) - len(strings.TrimLeft(line, ">"))
		content := strings.TrimPrefix(line[marks:], " ")
		if running && (marks != depth || content == "-- ") {
			flush()
		}
		depth = marks
		soft := strings.HasSuffix(content, " ") && content != "-- "
		if soft && delsp {
			content = content[:len(content)-1]
		}
		open.WriteString(content)
		running = true
		if !soft {
			flush()
		}
	}
	flush()
	return strings.Join(out, "\n")
}

func quoteMarks(depth int) string {
	if depth == 0 {
		return ""
	}
	return strings.Repeat(">", depth) + " "
}
