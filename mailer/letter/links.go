package letter

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

// page returns the address of one of our web pages.
func (s *builder) page(path string) string { return strings.TrimSuffix(s.w.PublicURL, "/") + path }

// seatLink returns a link to the reader's seat by way of the letter's page. It returns nothing if there are
// no pages or the reader has turned the links off.
func seatLink(s *builder) []render.Line {
	if s.w.PublicURL == "" || s.n.ID == 0 || s.n.Player == 0 || s.src.LinksOff(s.n.Match, s.n.Seat) {
		return nil
	}
	return s.link("page.link", "/letter/"+PageWord(s.w.Keys, s.n.ID)+"/seat")
}

// link returns a link to a page that everybody may see, or nothing if there are no pages.
func (s *builder) link(key, path string, pairs ...any) []render.Line {
	if s.w.PublicURL == "" {
		return nil
	}
	return []render.Line{{Kind: render.PageLink, Text: s.say(key, pairs...), Link: s.page(path)}}
}

// beginLinks returns links for somebody who begins: where others can watch, and the rules.
func beginLinks(s *builder) []render.Line {
	if s.table == nil {
		return nil
	}
	return append(watchLink(s), s.link("page.rules", rulesPath(s), "game", engine.Say(s.table.Row.Game+".title"))...)
}

// rulesPath is the address of the rule book as this match plays it.
func rulesPath(s *builder) string {
	row := s.table.Row
	query := url.Values{"edition": {row.Edition}}
	if seats := len(s.table.Match.Setup.Seats); seats > 0 { // in a lobby more may still join
		query.Set("seats", strconv.Itoa(seats))
	}
	for name, value := range s.table.Match.SetupNow().Options {
		query.Set(name, value)
	}
	return "/rules/" + row.Game + "?" + query.Encode()
}

// watchLink returns a link to the public page of a match, if it has one.
func watchLink(s *builder) []render.Line {
	if !s.table.Public() {
		return nil
	}
	return s.link("page.watch", matchPath(s))
}

func matchPath(s *builder) string { return fmt.Sprintf("/m/%d", s.table.Row.ID) }

// afterLinks returns links for after a match.
func afterLinks(s *builder) (links []render.Line) {
	if s.table.Public() && s.won() != "" {
		links = s.link("mail.replay", matchPath(s)+"/replay")
	}
	return append(links, s.link("statistics.title", "/statistics")...)
}

// leaguePage adds a link to the page of a league, if there are pages.
func leaguePage(s *builder, name string) {
	s.tell("", s.link("standings.page", "/league/"+url.PathEscape(name))...)
}
