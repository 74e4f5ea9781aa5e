package natural

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// token is one word, number, place or mark of a text.
type token struct {
	raw   string // as typed
	word  string // in lower case, with accents; "" for a mark
	key   string // normalised: in lower case, without accents
	kind  kind
	num   int    // the value of a numberToken
	mark  rune   // of a markToken: one of , . ? > " ' ` that stands for all marks that mean the same
	at    string // of a placeToken: "c5", "-b4", or "c5 -c5" if it can be either
	apart bool   // a blank comes before it
	clung bool   // a pronoun that was attached to its verb
}

// kind says what a token looks like.
type kind uint8

const (
	wordToken kind = iota
	numberToken
	placeToken // letters and digits: C5, s3, h2
	markToken
	smileToken
	otherToken // nothing that can be part of a command
)

var (
	pieces = regexp.MustCompile(`[:;=8][-o^']?[)(DPpO/|*]+(?:\s|$)|<3|\^\^|-?>+|\.\.+|` + // smileys and arrows
		`[0-9]+[.,:][0-9]+|` + // a time, a price
		`\b[0-9]/[0-9]\b|` + // what a card shows: 2/1
		`'[a-z]{1,2}\b|` + // 't, 'k
		`\b[nN][º°]|` + // nº3
		`-?[\p{L}\p{M}0-9]+(?:['-]+[\p{L}\p{M}0-9]+)*['°º]?|\S`)
	numbered = regexp.MustCompile(`^([0-9]{1,3})(st|nd|rd|th|er|ere|e|eme|de|ste|tje|º|ª|°)?$`)
	placed   = regexp.MustCompile(`^-?[a-z]{1,2}-?[0-9]{1,3}$`)
	numPlace = regexp.MustCompile(`^([0-9]{1,2})(-?)([a-z]{1,2}-?[0-9]{1,3})$`)
	joined   = regexp.MustCompile(`^([a-z]{3,})([0-9]{1,2})$`)
	numWord  = regexp.MustCompile(`^([0-9]{1,2})([a-z]{2,})$`)
	toPlace  = regexp.MustCompile(`^([a-z]{2,})([a-z][0-9]{1,2})$`)
	placeR   = regexp.MustCompile(`^(-?[a-z]{1,2}-?[0-9]{1,3})(r)$`)
)

// piece is a bit of text between blanks and marks, before any language is considered. apart is true if a blank
// comes before it.
type piece struct {
	raw   string
	apart bool
}

// cut splits a text into pieces.
func cut(line string) []piece {
	line = dotted.ReplaceAllStringFunc(line, func(s string) string { return strings.ReplaceAll(s, ".", "") })
	var all []piece
	for _, at := range pieces.FindAllStringIndex(line, -1) {
		all = append(all, piece{strings.TrimSpace(line[at[0]:at[1]]), at[0] == 0 || line[at[0]-1] == ' '})
	}
	return all
}

// tokens turns pieces into tokens. known reports whether the language has a word, given normalised, which then
// is not split at a hyphen or an apostrophe. names are the names of the seats, normalised.
func tokens(cut []piece, known func(key string) bool, names []string) []token {
	var all []token
	for _, c := range cut {
		piece, apart := c.raw, c.apart
		r, size := utf8.DecodeRuneInString(piece)
		switch {
		case len(piece) > 1 && (r == ':' || r == ';' || r == '=' || r == '8' || r == '<' || r == '^') && !unicode.IsLetter(rune(piece[1])):
			all = append(all, token{raw: piece, kind: smileToken, apart: apart})
		case size == len(piece) && !unicode.IsLetter(r) && !unicode.IsDigit(r):
			all = append(all, mark(piece, r, apart))
		case strings.HasSuffix(piece, ">"):
			all = append(all, token{raw: piece, kind: markToken, mark: '>', apart: apart})
		case strings.HasPrefix(piece, ".."):
			all = append(all, token{raw: piece, kind: markToken, mark: ',', apart: apart})
		default:
			if owner := ownerOf(piece, apart, names); owner != nil && unicode.IsUpper(r) && len(all) > 0 {
				all = append(all, owner...) // with a capital inside a sentence, "Als" is Al's, and not "when" in German
				continue
			}
			all = append(all, words(piece, apart, known, names)...)
		}
	}
	return all
}

// ownerOf splits a name in the possessive, "Bos Lore" or "Bo's cart", into the name and "'s". It returns nil for
// other pieces.
func ownerOf(piece string, apart bool, names []string) []token {
	for _, s := range []string{"'s", "s", "'"} {
		owner := piece[:max(0, len(piece)-len(s))]
		if low := strings.ToLower(owner); low+s == strings.ToLower(piece) && slices.Contains(names, engine.Normalise(low)) {
			return []token{{raw: owner, word: low, key: engine.Normalise(low), apart: apart}, {raw: "'s", word: "'s", key: "'s"}}
		}
	}
	return nil
}

// mark returns the token of a piece that is a single character r and neither letter nor digit.
func mark(piece string, r rune, apart bool) token {
	t := token{raw: piece, kind: markToken, mark: r, apart: apart}
	switch {
	case strings.ContainsRune(",:;()=-*_/|…•·‣▪●◦∙、", r):
		t.mark = ','
	case r == '.' || r == '!' || r == '¡' || r == '。':
		t.mark = '.'
	case r == '¿':
		t.mark = '?'
	case r == '?' || r == '"' || r == '\'' || r == '`' || r == '>':
	case r == '@': // "3 @ C5"
		t.mark = '>'
	case r == '#' || r == '&': // "card #3", "plz & thx"
		t.kind, t.word, t.key = wordToken, piece, piece
	case unicode.In(r, unicode.So, unicode.Sk, unicode.Sm):
		t.kind = smileToken
	default:
		t.kind = otherToken
	}
	return t
}

// words returns the tokens of a piece of letters and digits, split at hyphens and apostrophes if it is not known
// whole.
func words(piece string, apart bool, known func(string) bool, names []string) []token {
	low := strings.ToLower(piece)
	key := engine.Normalise(low)
	one := token{raw: piece, word: low, key: key, apart: apart}
	digits := strings.ContainsAny(key, "0123456789")
	if !digits && (known(key) || slices.Contains(names, key)) {
		return []token{one}
	}
	if digits {
		if at := figured(one, known, names); at != nil {
			return at
		}
	}
	if owner := ownerOf(piece, apart, names); owner != nil {
		return owner
	}
	for i, r := range low {
		switch r {
		case '\'':
			if left, right := low[:i+1], low[i+1:]; known(engine.Normalise(left)) && right != "" {
				return append([]token{{raw: piece[:i+1], word: left, key: engine.Normalise(left), apart: apart}}, words(piece[i+1:], false, known, names)...)
			}
		case '-':
			if i > 0 && i+1 < len(low) && strings.ContainsFunc(low, unicode.IsLetter) {
				return append(words(piece[:i], apart, known, names), words(piece[i+1:], false, known, names)...)
			}
		}
	}
	if digits {
		one.kind = otherToken
	}
	return []token{one}
}

// figured reads a piece with a digit in it as a number, a place, a known word, or two of these. It returns nil if
// it is none of them.
func figured(one token, known func(string) bool, names []string) []token {
	key := one.key
	if m := numbered.FindStringSubmatch(key); m != nil {
		one.kind = numberToken
		one.num, _ = strconv.Atoi(m[1])
		return []token{one}
	}
	if strings.Contains(key, "/") {
		one.kind, one.at = placeToken, key
		return []token{one}
	}
	if known(key) || slices.Contains(names, key) {
		return []token{one}
	}
	if m := numPlace.FindStringSubmatch(key); m != nil {
		n, _ := strconv.Atoi(m[1])
		place := m[3]
		if m[2] != "" {
			place = m[3] + " -" + m[3] // "3-C5" can be 3 C5 or 3 -C5
		}
		return []token{{raw: m[1], word: m[1], key: m[1], kind: numberToken, num: n, apart: one.apart},
			{raw: place, word: m[3], key: m[3], kind: placeToken, at: place}}
	}
	if placed.MatchString(key) {
		one.kind, one.at = placeToken, key
		if at := strings.LastIndexByte(key, '-'); at > 0 {
			one.at += " " + key[:at] + key[at+1:] // "C-5" can be C-5 or C5
		}
		return []token{one}
	}
	if m := joined.FindStringSubmatch(key); m != nil && known(m[1]) { // "pass5"
		n, _ := strconv.Atoi(m[2])
		at := len(one.word) - len(m[2])
		return []token{{raw: one.raw[:len(one.raw)-len(m[2])], word: one.word[:at], key: m[1], apart: one.apart}, {raw: m[2], word: m[2], key: m[2], kind: numberToken, num: n}}
	}
	if m := numWord.FindStringSubmatch(key); m != nil && known(m[2]) { // "3on C5"
		n, _ := strconv.Atoi(m[1])
		at := len(m[1])
		return []token{{raw: m[1], word: m[1], key: m[1], kind: numberToken, num: n, apart: one.apart}, {raw: one.raw[at:], word: one.word[at:], key: m[2]}}
	}
	if m := toPlace.FindStringSubmatch(key); m != nil && len(one.raw) == len(key) && known(m[1]) { // "3 onC5"
		return []token{{raw: one.raw[:len(m[1])], word: m[1], key: m[1], apart: one.apart}, {raw: one.raw[len(m[1]):], word: m[2], key: m[2], kind: placeToken, at: m[2]}}
	}
	if m := placeR.FindStringSubmatch(key); m != nil {
		return []token{{raw: m[1], word: m[1], key: m[1], kind: placeToken, at: m[1], apart: one.apart}, {raw: "r", word: "r", key: "r"}}
	}
	return nil
}
