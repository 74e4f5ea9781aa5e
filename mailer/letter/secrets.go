package letter

import (
	"fmt"
	"strings"

	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// secrets tells the words that stand in this letter and in no other.
func (s *builder) secrets(r notice.Receipt) {
	for _, secret := range r.Sealed {
		word, ok := s.Keys.Unseal(house.SealTold, secret.Box)
		if !ok {
			continue // sealed under a secret that is gone: another is soon asked for
		}
		sec := render.Section{Lines: []render.Line{render.Plain(s.say("mail.told-"+string(secret.What), "word", string(word)))}}
		if secret.What == model.SecretKey && s.table != nil {
			path := fmt.Sprintf("/api/seat/%d", s.n.Match)
			if s.PublicURL != "" {
				path = strings.TrimSuffix(s.PublicURL, "/") + path
			}
			sec.Lines = append(sec.Lines, render.Plain(s.say("mail.told-where", "path", path)))
		}
		s.sections = append(s.sections, sec)
	}
}
