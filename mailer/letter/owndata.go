package letter

import (
	"bytes"

	"pitpost.example/db/lookup"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// dataLetter brings a player all that is kept of them, as a file.
func dataLetter(s *builder, _ struct{}) error {
	if s.player == nil {
		return model.ErrSuperseded
	}
	kept, err := lookup.ReadOwnData(s.ctx, s.w.DB, s.player.ID, true)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := kept.WriteZip(s.ctx, s.w.DB, &b); err != nil {
		return err
	}
	s.reply(model.ForAnybody, s.n.Player)
	s.subject = s.say("own.data-subject")
	s.tell("", s.line("own.data-says"), s.line("own.data-running"))
	s.attach = append(s.attach, render.Part{Type: "application/zip", Name: "pitpost-data.zip", Data: b.Bytes()})
	return nil
}
