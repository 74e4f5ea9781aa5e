package token

import (
	"crypto/hmac"
	"encoding/binary"
	"slices"
	"strings"
)

// Address is the reply address of a token: play+TOKEN@example.org for
// play@example.org.
func Address(mailbox, word string) string {
	local, domain, _ := strings.Cut(mailbox, "@")
	return local + "+" + word + "@" + domain
}

// Find opens the tokens that stand in recipients: addresses as a letter's
// headers give them, or raw header text where they could not be read. The
// mailbox is our own address. Different tokens come in the order found; the
// caller decides what two mean. Altered counts words that have the place and
// length of a token and are none.
func (k Keys) Find(recipients []string, mailbox string) (found []Token, altered int) {
	seen := map[string]bool{}
	for _, r := range recipients {
		word := wordIn(r, mailbox)
		if word == "" || seen[word] {
			continue
		}
		seen[word] = true
		if t, ok := k.Open(word); ok {
			if !slices.Contains(found, t) {
				found = append(found, t)
			}
		} else if len(word) == Size {
			altered++
		}
	}
	return found, altered
}

// wordIn is what stands between our local part and the domain, or "". Clients
// and gateways turn the + into a space, %2B or -, change case, and leave
// angles, quotes and dots behind.
func wordIn(recipient, mailbox string) string {
	recipient = tidy(recipient)
	mailbox = tidy(mailbox)
	at, our := strings.LastIndexByte(recipient, '@'), strings.LastIndexByte(mailbox, '@')
	// Whoever hands in Unicode has already turned both domains into ASCII, save for case.
	if at < 0 || our < 0 || strings.TrimRight(recipient[at+1:], ".") != strings.TrimRight(mailbox[our+1:], ".") {
		return ""
	}
	local, ours := recipient[:at], mailbox[:our]
	if lt := strings.LastIndexByte(local, '<'); lt >= 0 {
		local = local[lt+1:]
	}
	local = strings.Trim(local, `"' `)
	rest, ok := strings.CutPrefix(local, ours)
	if !ok || rest == "" || !strings.ContainsRune("+- _=", rune(rest[0])) {
		return ""
	}
	return canonical(strings.Trim(rest, "+- _="))
}

func tidy(address string) string {
	address = strings.ToLower(strings.TrimSpace(address))
	address = strings.ReplaceAll(address, "%2b", "+")
	address = strings.TrimPrefix(address, "mailto:")
	return strings.TrimRight(address, `>"'.,; `)
}

// MessageID is the Message-ID of the letter out with this key, which must be
// unguessable, since an answer names its letter by it alone.
func MessageID(key, domain string) string {
	return "<" + key + ".pitpost@" + domain + ">"
}

// MessageKey is the key in a Message-ID of ours, taken from In-Reply-To or
// References; false for any other.
func MessageKey(id, domain string) (string, bool) {
	id = strings.Trim(strings.TrimSpace(id), "<>")
	at := strings.LastIndexByte(id, '@')
	if at < 0 || !strings.EqualFold(id[at+1:], domain) {
		return "", false
	}
	key, ok := strings.CutSuffix(id[:at], ".pitpost")
	return key, ok && key != ""
}

// Two words prove that their bearer had a letter of ours in hand, and no answer to it shows
// either: the one in its return address, and the mark in its header. Neither opens a seat.
const (
	useReturn = "return"
	useMark   = "mark"
)

// Bounce is the word in the return address of the letter out with a number.
func (k Keys) Bounce(letter int64) string {
	if word := k.Hide(useReturn, letter); word != "" {
		return "b" + word
	}
	return ""
}

// Bounced is the number of the letter out whose return address stands among the recipients of
// a report; false where none does. Recipients and mailbox are as for Find.
func (k Keys) Bounced(recipients []string, mailbox string) (letter int64, ok bool) {
	for _, r := range recipients {
		if word := wordIn(r, mailbox); word != "" && word[0] == 'b' {
			if letter, ok = k.Reveal(useReturn, word[1:]); ok {
				return letter, true
			}
		}
	}
	return 0, false
}

// Mark is the word in the header of the letter out with a number.
func (k Keys) Mark(letter int64) string { return k.Hide(useMark, letter) }

// Marked is the number of the letter out that bears a mark; false for no mark of ours.
func (k Keys) Marked(word string) (letter int64, ok bool) { return k.Reveal(useMark, word) }

// formerSize is the length of a return address's word that holds the number openly.
const formerSize = 1 + 8 + 24

// FormerBounced is Bounced for letters that left before numbers were hidden.
func (k Keys) FormerBounced(recipients []string, mailbox string) (letter int64, ok bool) {
	for _, r := range recipients {
		word := wordIn(r, mailbox)
		if len(word) != formerSize || word[0] != 'b' {
			continue
		}
		number, err := encoding.DecodeString(word[1:9])
		if err != nil {
			continue
		}
		var wide [8]byte
		copy(wide[3:], number)
		for _, key := range k.keys {
			if proof := encoding.EncodeToString(sum(key.of("bounce"), wide[:])[:15]); hmac.Equal([]byte(proof), []byte(word[9:])) {
				return int64(binary.BigEndian.Uint64(wide[:])), true
			}
		}
	}
	return 0, false
}
