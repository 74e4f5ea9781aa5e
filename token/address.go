package token

import (
	"slices"
	"strings"
)

// ReplyAddress returns the reply address for a token: play+TOKEN@example.org for the mailbox play@example.org.
func ReplyAddress(mailbox, word string) string {
	local, domain, _ := strings.Cut(mailbox, "@")
	return local + "+" + word + "@" + domain
}

// Door is the word in the address with which one begins in a mailbox that somebody reads: play+pit@example.org.
const Door = "pit"

// IsSentToDoor reports whether one of the recipients is the door of a mailbox.
func IsSentToDoor(recipients []string, mailbox string) bool {
	return slices.ContainsFunc(recipients, func(r string) bool { return wordIn(r, mailbox) == canonical(Door) })
}

// Find opens the tokens in recipients, which are addresses from a letter's headers, or raw header text if they could
// not be parsed. mailbox is our own address. Different tokens are returned in the order found; the caller decides what
// two of them mean. altered counts words that have the place and the length of a token but cannot be opened.
func (k Keys) Find(recipients []string, mailbox string) (found []Token, altered int) {
	seen := map[string]bool{}
	for _, r := range recipients {
		word := k.wordIn(r, mailbox)
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

// wordIn returns the word between the local part and the domain of our address, or of one that we had before.
func (k Keys) wordIn(recipient, mailbox string) string {
	word := wordIn(recipient, mailbox)
	for _, former := range k.former {
		if word == "" {
			word = wordIn(recipient, former)
		}
	}
	return word
}

// wordIn returns the word between our local part and the domain, or "". Mail programs and gateways turn the +
// into a space, %2B or -, change case, and leave angle brackets, quotes and dots.
func wordIn(recipient, mailbox string) string {
	recipient = tidy(recipient)
	mailbox = tidy(mailbox)
	at, our := strings.LastIndexByte(recipient, '@'), strings.LastIndexByte(mailbox, '@')
	// Whoever passes Unicode domains has already converted both to ASCII, except for case.
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

// MessageID returns the Message-ID for the outgoing letter with this key. The key must be unguessable, because
// it alone says which letter an answer refers to.
func MessageID(key, domain string) string {
	return "<" + key + ".pitpost@" + domain + ">"
}

// MessageKey returns the key in a Message-ID of ours, as found in
// In-Reply-To or References; false for any other Message-ID.
func MessageKey(id, domain string) (string, bool) {
	id = strings.Trim(strings.TrimSpace(id), "<>")
	at := strings.LastIndexByte(id, '@')
	if at < 0 || !strings.EqualFold(id[at+1:], domain) {
		return "", false
	}
	key, ok := strings.CutSuffix(id[:at], ".pitpost")
	return key, ok && key != ""
}

// Two words prove that their sender had a letter of ours: the one in its return address and the mark in its
// header. An answer to the letter contains neither. They open no seat.
const (
	useReturn = "return"
	useMark   = "mark"
)

// Bounce returns the word for the return address of an outgoing letter, by its number.
func (k Keys) Bounce(letter int64) string {
	if word := k.Hide(useReturn, letter); word != "" {
		return "b" + word
	}
	return ""
}

// Bounced returns the number of the outgoing letter whose return address is among the recipients of a report;
// false if there is none. Recipients and mailbox are as for Find.
func (k Keys) Bounced(recipients []string, mailbox string) (letter int64, ok bool) {
	for _, r := range recipients {
		if word := k.wordIn(r, mailbox); word != "" && word[0] == 'b' {
			if letter, ok = k.Reveal(useReturn, word[1:]); ok {
				return letter, true
			}
		}
	}
	return 0, false
}

// Mark returns the word for the header of an outgoing letter, by its number.
func (k Keys) Mark(letter int64) string { return k.Hide(useMark, letter) }

// Marked returns the number of the outgoing letter with a mark; false if the mark is not ours.
func (k Keys) Marked(word string) (letter int64, ok bool) { return k.Reveal(useMark, word) }
