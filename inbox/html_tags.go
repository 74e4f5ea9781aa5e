package inbox

import (
	"strings"

	"golang.org/x/net/html"
)

// nextTag is where the next tag or comment begins, at the earliest at from; the end without.
func nextTag(source string, from int) int {
	for {
		found := strings.IndexByte(source[from:], '<')
		if found < 0 {
			return len(source)
		}
		from += found
		if from+1 == len(source) {
			return from + 1
		}
		if c := source[from+1]; c == '/' || c == '!' || c == '?' || isLetter(c) {
			return from
		}
		from++
	}
}

// tag takes the tag or comment that begins where the straightener stands.
func (s *straightener) tag() {
	for strings.IndexByte(s.text[s.at:], '>') < 0 && s.more() {
	}
	rest := s.text[s.at:]
	switch s.tags++; {
	case s.tags > maxTags, len(rest) < 3:
		s.odd = true
	case isLetter(rest[1]):
		s.element(rest)
	case rest[1] == '/' && isLetter(rest[2]):
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			s.odd = true
			return
		}
		name := strings.ToLower(strings.TrimRight(rest[2:end], " \n\t\r"))
		s.at += end + 1
		s.leave(name)
	default:
		s.comment(rest)
	}
}

// comment passes over a comment, and what is taken for one.
func (s *straightener) comment(rest string) {
	if n := len(s.open); n > 0 {
		s.open[n-1].fresh = false
	}
	for {
		end, ok := commentEnd(rest)
		if end > 0 {
			s.at += end
			s.odd = s.odd || !ok
			return
		}
		if !s.more() {
			s.odd = true
			return
		}
		rest = s.text[s.at:]
	}
}

// commentEnd is where a comment ends with which rest begins, 0 where that is not there; ok is
// false where programs may think otherwise.
func commentEnd(rest string) (end int, ok bool) {
	inside, isOne := strings.CutPrefix(rest, "<!--")
	if !isOne {
		return strings.IndexByte(rest, '>') + 1, true
	}
	inside, _, closed := strings.Cut(inside, "-->")
	if !closed {
		return 0, false
	}
	return len("<!--") + len(inside) + len("-->"), !strings.HasPrefix(inside, ">") && !strings.HasPrefix(inside, "->") && !strings.Contains(inside, "--!>")
}

// element opens one, or passes over one that holds nothing to read.
func (s *straightener) element(rest string) {
	attrs := len(s.attrs)
	name, k := s.startTag(rest)
	switch {
	case s.odd:
	case isVoid(k):
		if s.enter(name, k, attrs); !s.odd {
			s.close()
		}
	case k == kindRaw:
		s.odd = !s.mayStand(k) || !s.skipRaw(name)
		s.attrs = s.attrs[:attrs]
	default:
		s.enter(name, k, attrs)
	}
}

func isVoid(k kind) bool { return k == kindVoid || k == kindRule || k == kindMeta }

// startTag goes behind a start tag and keeps the attributes that matter.
func (s *straightener) startTag(rest string) (name string, k kind) {
	name, k, size := s.parseTag(rest)
	s.at += size
	return name, k
}

// parseTag reads the start tag with which rest begins, and says how long it is.
func (s *straightener) parseTag(rest string) (name string, k kind, size int) {
	end := 1
	for end < len(rest) && !endsName[rest[end]] {
		end++
	}
	name = lower(rest[1:end])
	k = kinds[name]
	for end < len(rest) && rest[end] != '>' && !s.odd {
		end = s.attribute(rest, end)
	}
	s.odd = s.odd || k == kindNone || end >= len(rest)
	return name, k, end + 1
}

// endsName are the bytes behind a name in a tag, and such as are better left to a parser.
var endsName = func() (ends [256]bool) {
	for c := range ends {
		ends[c] = c <= ' ' || c >= 0x7f || strings.IndexByte("/>=\"'<", byte(c)) >= 0
	}
	return ends
}()

// attribute takes the attribute at from in a tag, or a blank; it returns where what follows begins.
func (s *straightener) attribute(tag string, from int) (end int) {
	if c := tag[from]; c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '/' {
		return from + 1
	}
	for end = from; end < len(tag) && !endsName[tag[end]]; end++ {
	}
	key := tag[from:end]
	if s.odd = end == from || end >= len(tag); s.odd {
		return end
	}
	value := ""
	if tag[end] == '=' {
		value, end = attributeValue(tag, end+1)
	}
	if s.odd = end >= len(tag); s.odd || s.passing {
		return end
	}
	if key = lower(key); !looksAt(key) {
		return end
	}
	if strings.ContainsAny(value, "&\r") {
		s.odd = true
	}
	s.attrs = append(s.attrs, html.Attribute{Key: key, Val: value})
	return end
}

// attributeValue is the value that begins at from, and where what follows it begins.
func attributeValue(tag string, from int) (value string, end int) {
	if from >= len(tag) {
		return "", from
	}
	switch quote := tag[from]; quote {
	case '"', '\'':
		n := strings.IndexByte(tag[from+1:], quote)
		if n < 0 {
			return "", len(tag)
		}
		return tag[from+1 : from+1+n], from + n + 2
	case ' ', '\n', '\t', '\r', '>':
		return "", len(tag) // a blank before the value, or none
	}
	n := strings.IndexAny(tag[from:], " \n\t\r\f>")
	if n < 0 || !isPlain(tag[from:from+n]) {
		return "", len(tag)
	}
	return tag[from : from+n], from + n
}

// looksAt reports an attribute by which a page is read.
func looksAt(name string) bool {
	switch name {
	case "id", "class", "name", "style", "type", "cite", "color", "bgcolor", "hidden", "data-marker":
		return true
	}
	return false
}

// skipRaw goes behind the end of an element without tags in it; false where that is not plain.
func (s *straightener) skipRaw(name string) bool {
	if n := len(s.open); n > 0 {
		s.open[n-1].fresh = false
	}
	for {
		inside, end, ok := rawInside(s.text[s.at:], name)
		if end > 0 {
			s.at += end
			return ok && s.rawElement(name, inside)
		}
		if !s.more() {
			return false
		}
	}
}

// rawInside is what stands before the end tag of that name, and where the tag ends, 0 where it
// is not there; ok is false where programs may think otherwise.
func rawInside(text, name string) (inside string, end int, ok bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], "</")
		if i < 0 {
			return "", 0, false
		}
		if from += i + 2; isTag(text[from:], name) {
			end := strings.IndexByte(text[from:], '>')
			return text[:from-2], from + end + 1, end == len(name)
		}
	}
}

// rawElement takes what stands in such an element; false where a parser must see it.
func (s *straightener) rawElement(name, inside string) bool {
	if name == "style" && strings.Contains(inside, ":") {
		return s.sheet(inside)
	}
	return name != "script" || !strings.Contains(inside, "<!--")
}

// sheet takes a style sheet; one that hides something must stand above all words.
func (s *straightener) sheet(css string) bool {
	if s.page.styles == nil {
		s.page.styles = map[string]bool{}
	}
	before := len(s.page.styles)
	hidingRules(css, s.page.styles)
	return !s.begun || len(s.page.styles) == before
}

// isTag reports that a tag of that name goes on so.
func isTag(rest, name string) bool {
	return len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) && endsName[rest[len(name)]]
}

// holdsTag reports a start tag of one of the names, or what may be one.
func holdsTag(source string, names ...string) bool {
	for {
		found := strings.IndexByte(source, '<')
		if found < 0 {
			return false
		}
		source = source[found+1:]
		for _, name := range names {
			if isTag(source, name) {
				return true
			}
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isPlain reports nothing but printable ASCII: anything else may be taken out before a tag is
// read, or end a value.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

func isBlank(s string) bool {
	for i := range len(s) {
		if !isBlankByte(s[i]) {
			return false
		}
	}
	return true
}

func isBlankByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }
