package grammar

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
	first bool   // begins a sentence
}

// kind says what a token looks like.
type kind uint8

const (
	wordToken kind = iota
	numberToken
	placeToken // letters and digits: C5, s3, h2
	markToken
	smileToken
	timeToken  // a number that is a time or a date, and no card
	otherToken // nothing that can be part of a command
)

var (
	pieces = regexp.MustCompile(`[:;=8][-o^']?[)(DPpO/|*]+(?:\s|$)|<3|\^\^|-?>+|\.\.+|` + // smileys and arrows
		`[0-9]+[.,:][0-9]+|` + // a time, a price
		`\b[0-9]/[0-9]\b|` + // what a card shows: 2/1
		`'[a-z]{1,2}\b|` + // 't, 'k
		`\b[nN][º°]|` + // nº3
		`\b[aA]\+(?:\s|$)|[àÀ]\+(?:\s|$)|` + // "à+": "see you" in French
		`-?[\p{L}\p{M}0-9]+(?:['-]+[\p{L}\p{M}0-9]+)*['°º]?|\S`)
	numbered = regexp.MustCompile(`^([0-9]{1,3})(st|nd|rd|th|er|ere|e|eme|de|ste|tje|º|ª|°)?$`)
	placed   = regexp.MustCompile(`^-?[a-z]{1,2}-?[0-9]{1,3}$`)
	numPlace = regexp.MustCompile(`^([0-9]{1,2})(-?)([a-z]{1,2}-?[0-9]{1,3})$`)
	joined   = regexp.MustCompile(`^([a-z]{2,})([0-9]{1,2})$`)
	numWord  = regexp.MustCompile(`^([0-9]{1,2})([a-z]{2,})$`)
	toPlace  = regexp.MustCompile(`^([a-z]{2,})([a-z][0-9]{1,2})$`)
	placeR   = regexp.MustCompile(`^(-?[a-z]{1,2}-?[0-9]{1,3})(r)$`)
)

// cut splits a text into tokens before any language is considered: words with a hyphen, an apostrophe or a digit in
// them are still whole, unless they are a number.
func cut(line string) []token {
	line = dotted.ReplaceAllStringFunc(line, func(s string) string { return strings.ReplaceAll(s, ".", "") })
	var all []token
	for _, at := range pieces.FindAllStringIndex(line, -1) {
		piece, apart := strings.TrimSpace(line[at[0]:at[1]]), at[0] == 0 || line[at[0]-1] == ' '
		r, size := utf8.DecodeRuneInString(piece)
		switch {
		case len(piece) > 1 && strings.ContainsRune(":;=8<^", r) && (!unicode.IsLetter(rune(piece[1])) || apart && r != '8'): // ":D" is one, "3:D" is not
			all = append(all, token{raw: piece, kind: smileToken, apart: apart})
		case size == len(piece) && !unicode.IsLetter(r) && !unicode.IsDigit(r):
			all = append(all, mark(piece, r, apart))
		case strings.HasSuffix(piece, ">"):
			all = append(all, token{raw: piece, kind: markToken, mark: '>', apart: apart})
		case strings.HasPrefix(piece, ".."):
			all = append(all, token{raw: piece, kind: markToken, mark: ',', apart: apart})
		default:
			all = append(all, whole(piece, apart))
		}
	}
	return all
}

// whole returns the token of letters and digits: a number, or a word.
func whole(piece string, apart bool) token {
	low := strings.ToLower(piece)
	if len(low) != len(piece) { // a rare letter: both must come apart at the same places
		piece = low
	}
	t := token{raw: piece, word: low, key: engine.NormaliseText(low), apart: apart}
	if m := numbered.FindStringSubmatch(t.key); m != nil {
		t.kind = numberToken
		t.num, _ = strconv.Atoi(m[1])
	}
	return t
}

// tokens splits the words among the tokens of cut as a language needs it. known reports whether the language has a
// word, given normalised, which then is not split at a hyphen or an apostrophe. names are the names of the seats,
// normalised.
func tokens(cut []token, known func(key string) bool, names []string) []token {
	all := make([]token, 0, len(cut)+2)
	for _, t := range cut {
		if t.kind != wordToken {
			all = append(all, t)
			continue
		}
		r, _ := utf8.DecodeRuneInString(t.raw)
		if owner := ownerOf(t, names); owner != nil && unicode.IsUpper(r) && len(all) > 0 {
			all = append(all, owner...) // with a capital inside a sentence, "Als" is Al's, and not "when" in German
			continue
		}
		all = words(all, t, known, names)
	}
	return all
}

// ownerOf splits a name in the possessive, "Bos Lore" or "Bo's cart", into the name and "'s". It returns nil for
// other words.
func ownerOf(t token, names []string) []token {
	for _, s := range []string{"'s", "s", "'"} {
		low, ends := strings.CutSuffix(t.word, s)
		if name := strings.TrimSuffix(t.key, s); ends && slices.Contains(names, name) {
			return []token{{raw: t.raw[:len(t.raw)-len(s)], word: low, key: name, apart: t.apart}, {raw: "'s", word: "'s", key: "'s"}}
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

// words adds the tokens of a word to all. It splits the word at hyphens and apostrophes if it is not known whole.
func words(all []token, one token, known func(string) bool, names []string) []token {
	digits := strings.ContainsAny(one.key, "0123456789")
	if one.kind == numberToken || !digits && (known(one.key) || slices.Contains(names, one.key)) {
		return append(all, one)
	}
	if digits {
		if at := figured(one, known, names); at != nil {
			return append(all, at...)
		}
	}
	if owner := ownerOf(one, names); owner != nil {
		return append(all, owner...)
	}
	for i, r := range one.word {
		switch r {
		case '\'':
			if left, right := one.word[:i+1], one.word[i+1:]; right != "" && known(engine.NormaliseText(left)) {
				return words(append(all, whole(one.raw[:i+1], one.apart)), whole(one.raw[i+1:], false), known, names)
			}
		case '-':
			if i > 0 && i+1 < len(one.word) && strings.ContainsFunc(one.word, unicode.IsLetter) {
				return words(words(all, whole(one.raw[:i], one.apart), known, names), whole(one.raw[i+1:], false), known, names)
			}
		}
	}
	if digits {
		one.kind = otherToken
	}
	return append(all, one)
}

// figured reads a word with a digit in it as a place, a known word, or two words, numbers or places. It returns nil if
// it is none of them.
func figured(one token, known func(string) bool, names []string) []token {
	key := one.key
	if strings.Contains(key, "/") {
		one.kind, one.at = placeToken, key
		return []token{one}
	}
	if known(key) || slices.Contains(names, key) {
		return []token{one}
	}
	if m := numPlace.FindStringSubmatch(key); m != nil {
		place := m[3]
		if m[2] != "" {
			place = m[3] + " -" + m[3] // "3-C5" can be 3 C5 or 3 -C5
		}
		return []token{whole(m[1], one.apart), {raw: place, word: m[3], key: m[3], kind: placeToken, at: place}}
	}
	if m := joined.FindStringSubmatch(key); m != nil && known(m[1]) { // "pass5", "la3"
		return []token{whole(strings.TrimSuffix(one.raw, m[2]), one.apart), whole(m[2], false)}
	}
	if placed.MatchString(key) {
		one.kind, one.at = placeToken, key
		if at := strings.LastIndexByte(key, '-'); at > 0 {
			one.at += " " + key[:at] + key[at+1:] // "C-5" can be C-5 or C5
		}
		return []token{one}
	}
	if m := numWord.FindStringSubmatch(key); m != nil && known(m[2]) { // "3on C5"
		return []token{whole(m[1], one.apart), whole(strings.TrimPrefix(one.raw, m[1]), false)}
	}
	if m := toPlace.FindStringSubmatch(key); m != nil && len(one.raw) == len(key) && known(m[1]) { // "3 onC5"
		return []token{whole(one.raw[:len(m[1])], one.apart), {raw: one.raw[len(m[1]):], word: m[2], key: m[2], kind: placeToken, at: m[2]}}
	}
	if m := placeR.FindStringSubmatch(key); m != nil {
		return []token{{raw: m[1], word: m[1], key: m[1], kind: placeToken, at: m[1], apart: one.apart}, whole("r", false)}
	}
	return nil
}
