package reply

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"pitpost.example/inbox/mime"
)

// A reaction is a picture that somebody chose below our letter, and that their program wrote a letter about.

// gmailReaction is the type of the part in which Gmail says which picture it is.
const gmailReaction = "text/vnd.google.email-reaction+json"

// reactionMost is the longest such part, in bytes.
const reactionMost = 1 << 10

// parseReaction returns the picture that such a part names, "" if it names none.
func parseReaction(p mime.Part) string {
	var says struct {
		Emoji string `json:"emoji"`
	}
	if data := p.Data(); len(data) > reactionMost || json.Unmarshal(data, &says) != nil || !isPicture(says.Emoji) {
		return ""
	}
	return says.Emoji
}

// reacted matches the sentence that Outlook and other programs write above what was reacted to, in our languages.
var reacted = regexp.MustCompile(`(?i)^\P{L}{0,12}[^\n]{0,60}?\b(reacted (to your message|to your e-?mail|via gmail|to:)|hat (auf|mit)[^\n]{0,30} reagiert|hat über gmail reagiert|a réagi (à|avec|via)|` +
	`(ha )?reaccion(ó|ado) (a|con|mediante)|ha reagito (al|con|a|tramite)|(heeft )?(gereageerd|reageerde) (op|met|via)|reagiu (à|a|ao|com|por|via))[^\n]{0,80}$`)

// findReaction returns the pictures of a reaction whose text is kept, and whether it is one.
func findReaction(kept string) (pictures string, found bool) {
	first, rest, _ := strings.Cut(strings.TrimSpace(kept), "\n")
	if isPicture(strings.TrimSpace(first)) { // the picture stands above the sentence
		second, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		if reacted.MatchString(strings.TrimSpace(second)) {
			return strings.TrimSpace(first), true
		}
	}
	if !reacted.MatchString(first) {
		return "", false
	}
	return strings.Join(strings.FieldsFunc(first, func(r rune) bool { return !isPictureRune(r) }), " "), true
}

func isPicture(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !isPictureRune(r) && r != ' ' })
}

// isPictureRune reports whether a character is an emoji or a part of one.
func isPictureRune(r rune) bool {
	return r >= 0x1F000 || r == 0x200D || r == 0xFE0F || r >= 0x2190 && unicode.In(r, unicode.So, unicode.Sk)
}
