package letter

import (
	"fmt"
	"strings"

	"pitpost.example/mailer/render"
	"pitpost.example/token"
)

// useCalendar is what the words in addresses of feeds are made for.
const useCalendar = "calendar"

// CalendarWord is the word in the address of a player's feed of deadlines; serial changes
// whenever the player has it killed.
func CalendarWord(k token.Keys, player int64, serial uint32) string {
	if player>>31 != 0 {
		return ""
	}
	return k.Hide(useCalendar, player<<32|int64(serial))
}

// CalendarOf is the player and serial that a feed's word names; false for none of ours. Words
// from before numbers were hidden are good until their player kills the feed: a calendar that
// was set up once asks there for ever.
func CalendarOf(k token.Keys, word string) (player int64, serial uint32, ok bool) {
	if both, ok := k.Reveal(useCalendar, word); ok {
		return both >> 32, uint32(both), uint32(both) != 0
	}
	at := strings.LastIndexByte(word, '-')
	if at < 0 {
		return 0, 0, false
	}
	id, proof := word[:at], word[at+1:]
	if _, err := fmt.Sscanf(id, "%d-%d", &player, &serial); err != nil || fmt.Sprintf("%d-%d", player, serial) != id {
		return 0, 0, false
	}
	return player, serial, serial != 0 && k.Signed(useCalendar, id, proof)
}

// calendar tells the address of the reader's feed, or that there are no pages here.
func calendar(s *builder) {
	told := s.line("mail.calendar-none")
	if s.w.PublicURL != "" && s.player != nil {
		told = render.Line{Kind: render.PageLink, Text: s.say("mail.calendar"),
			Link: s.page("/calendar/" + CalendarWord(s.w.Keys, s.player.ID, s.player.Settings.Calendar) + ".ics")}
	}
	s.tell("", told)
}
