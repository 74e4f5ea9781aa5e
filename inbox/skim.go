package inbox

import "strings"

// skim takes what is quoted for certain out of HTML before it is parsed: the inside of each
// blockquote, and all below Outlook's mark. It does so only where every element inside is
// closed in its turn, so that the parser makes the same of the rest; ok is false where there
// is anything that two programs may see two ways.
func skim(source string) (short string, ok bool) {
	s := skimmer{source: source}
	for s.next() {
	}
	if s.odd || len(s.open) > 0 {
		return "", false
	}
	if !s.over {
		s.out.WriteString(source[s.kept:])
	}
	return s.out.String(), true
}

// skimmer goes through HTML tag by tag.
type skimmer struct {
	source string
	at     int             // how far it has come
	kept   int             // up to here all is written or left out
	out    strings.Builder // what is not left out
	open   []string        // elements open inside a blockquote, that one first
	tables int             // tables open outside
	over   bool            // all below is quoted
	odd    bool
}

// next goes on behind one tag; false at the end.
func (s *skimmer) next() bool {
	found := strings.IndexByte(s.source[s.at:], '<')
	if found < 0 || s.odd || s.over {
		return false
	}
	start := s.at + found
	rest := s.source[start:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return s.comment(start)
	case len(rest) < 2 || rest[1] != '/' && rest[1] != '!' && rest[1] != '?' && !isLetter(rest[1]):
		s.at = start + 1
		return true
	}
	end := tagEnd(rest)
	if end < 0 {
		s.odd = true
		return false
	}
	s.at = start + end
	if closing := rest[1] == '/'; closing {
		s.leave(tagName(rest[2:end]), start)
	} else if isLetter(rest[1]) {
		s.enter(tagName(rest[1:end]), rest[:end], start)
	}
	return true
}

// comment passes over a comment in which no quote begins.
func (s *skimmer) comment(start int) bool {
	inside, _, closed := strings.Cut(s.source[start+len("<!--"):], "-->")
	s.odd = !closed || strings.HasPrefix(inside, ">") || strings.HasPrefix(inside, "->") || strings.Contains(inside, "--!>") || hasFold(inside, "<blockquote")
	s.at = start + len("<!--") + len(inside) + len("-->")
	return !s.odd
}

func (s *skimmer) enter(name, tag string, start int) {
	switch name {
	case "textarea", "xmp", "iframe", "noembed", "noframes", "plaintext", "svg", "math", "template", "select", "noscript", "frameset":
		s.odd = true // inside them a tag is none, or another
		return
	case "style", "script", "title":
		if len(s.open) > 0 || !s.pass(name) {
			s.odd = true
		}
		return
	case "html", "head", "body":
		s.odd = s.odd || len(s.open) > 0
		return
	case "br", "img", "hr", "input", "meta", "link", "col", "area", "base", "embed", "source", "track", "wbr", "param":
		return
	case "table":
		if len(s.open) == 0 {
			s.tables++
		}
	}
	switch {
	case len(s.open) > 0:
		s.open = append(s.open, name)
	case name == "blockquote":
		s.odd = strings.Contains(tag, "40px") // maybe a mere indent
		s.out.WriteString(s.source[s.kept:s.at])
		s.open = append(s.open, name)
	case s.tables == 0 && (hasFold(tag, "divrplyfwdmsg") || hasFold(tag, "appendonsend")):
		s.out.WriteString(s.source[s.kept:s.at])
		s.over = true
	}
}

func (s *skimmer) leave(name string, start int) {
	if len(s.open) == 0 {
		if name == "table" {
			s.tables--
		}
		return
	}
	last := len(s.open) - 1
	if s.odd = s.open[last] != name; s.odd {
		return
	}
	if s.open = s.open[:last]; last == 0 {
		s.kept = start // the closing tag is written with what comes
	}
}

// pass goes behind the end of an element without markup in it.
func (s *skimmer) pass(name string) bool {
	for rest := s.source[s.at:]; ; {
		i := strings.Index(rest, "</")
		if i < 0 {
			return false
		}
		rest = rest[i+2:]
		if len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) && strings.ContainsRune("> \t\n\r/", rune(rest[len(name)])) {
			s.at = len(s.source) - len(rest)
			return true
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// tagName is the lower-case name that begins a tag.
func tagName(tag string) string {
	n := 0
	for n < len(tag) && tag[n] > ' ' && tag[n] != '/' && tag[n] != '>' {
		n++
	}
	return strings.ToLower(tag[:n])
}

// tagEnd is how long a tag is, -1 for one that never ends. A ">" in a quoted value ends none.
func tagEnd(tag string) int {
	end := strings.IndexByte(tag, '>')
	if end < 0 {
		return -1
	}
	if plain := tag[:end]; strings.IndexByte(plain, '\'') < 0 && strings.Count(plain, `"`) == 2*strings.Count(plain, `="`) {
		return end + 1
	}
	quote := byte(0)
	for i := 1; i < len(tag); i++ {
		switch c := tag[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '>':
			return i + 1
		case (c == '"' || c == '\'') && strings.HasSuffix(strings.TrimRight(tag[:i], " \t\r\n"), "="):
			quote = c
		}
	}
	return -1
}

// hasFold reports a lower-case word in s, whatever its case there.
func hasFold(s, word string) bool {
	return len(s) >= len(word) && strings.Contains(strings.ToLower(s), word)
}
