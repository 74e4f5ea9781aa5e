package mailer

import (
	"fmt"
	"strings"

	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// secrets tells the words that stand in this letter and in no other.
func (s *sheet) secrets(r notice.Receipt) {
	for _, secret := range r.Sealed {
		word, ok := s.Keys.Unseal(house.SealTold, secret.Box)
		if !ok {
			continue // sealed under a secret that is gone: another is soon asked for
		}
		sec := section{Lines: []line{plainLine(s.say("mail.told-"+string(secret.What), "word", string(word)))}}
		if secret.What == model.SecretKey && s.table != nil {
			path := fmt.Sprintf("/api/seat/%d", s.n.Match)
			if s.PublicURL != "" {
				path = strings.TrimSuffix(s.PublicURL, "/") + path
			}
			sec.Lines = append(sec.Lines, plainLine(s.say("mail.told-where", "path", path)))
		}
		s.sections = append(s.sections, sec)
	}
}
