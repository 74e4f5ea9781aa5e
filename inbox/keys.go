package inbox

import (
	"strconv"

	"pitpost.example/inbox/mime"
	"pitpost.example/inbox/reply"
)

// KeysOf names what a letter has to do with: its sender, and the match that its token or its
// subject names. Letters without a key in common may be decided in any order.
func (r *Receiver) KeysOf(raw []byte) []string {
	h, _, err := mime.Open(raw)
	if err != nil {
		return []string{""}
	}
	l := &reply.Letter{Head: mime.ReadHead(h)}
	keys := []string{"from " + l.From}
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	for _, t := range tokens {
		keys = append(keys, "match "+strconv.FormatInt(t.Match, 10))
	}
	if match := l.SubjectMatch(); match != 0 {
		keys = append(keys, "match "+strconv.FormatInt(match, 10))
	}
	return keys
}
