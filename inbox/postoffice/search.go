package postoffice

import (
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"pitpost.example/inbox/mime"
)

// Search finds letters. By UID it also finds letters that the session has not been told of yet.
func (s *session) Search(kind imapserver.NumKind, criteria *imap.SearchCriteria, _ *imap.SearchOptions) (*imap.SearchData, error) {
	q := query{view: s.view.Load()}
	var all []seen
	all, q.last = q.view.all()
	var nums []uint32
	for _, l := range all {
		num := uint32(l.uid)
		if kind == imapserver.NumKindSeq {
			num = l.seq
		}
		q.raw = nil
		if num != 0 && q.matches(l, criteria) {
			nums = append(nums, num)
		}
	}
	data := &imap.SearchData{Count: uint32(len(nums))}
	if len(nums) > 0 {
		data.Min, data.Max = nums[0], nums[len(nums)-1]
	}
	if kind == imapserver.NumKindSeq {
		data.All = imap.SeqSetNum(nums...)
	} else {
		var uids imap.UIDSet
		for _, num := range nums {
			uids.AddNum(imap.UID(num))
		}
		data.All = uids
	}
	return data, nil
}

// query tests one letter after another.
type query struct {
	view *view
	last seen
	raw  []byte // of the letter being tested, once it has been needed
}

func (q *query) matches(l seen, c *imap.SearchCriteria) bool {
	if slices.ContainsFunc(c.SeqNum, func(set imap.SeqSet) bool { return !l.in(set, q.last) }) ||
		slices.ContainsFunc(c.UID, func(set imap.UIDSet) bool { return !l.in(set, q.last) }) {
		return false
	}
	if slices.ContainsFunc(c.Flag, func(f imap.Flag) bool { return !l.flags.has(f) }) || slices.ContainsFunc(c.NotFlag, l.flags.has) {
		return false
	}
	if !onDays(l.time, c.Since, c.Before) || c.Larger != 0 && l.size <= c.Larger || c.Smaller != 0 && l.size >= c.Smaller {
		return false
	}
	fits := func(c imap.SearchCriteria) bool { return q.matches(l, &c) }
	return q.matchesText(l, c) && !slices.ContainsFunc(c.Not, fits) &&
		!slices.ContainsFunc(c.Or, func(either [2]imap.SearchCriteria) bool { return !slices.ContainsFunc(either[:], fits) })
}

// matchesText tests the criteria for which the letter must be read.
func (q *query) matchesText(l seen, c *imap.SearchCriteria) bool {
	if len(c.Header)+len(c.Body)+len(c.Text) == 0 && c.SentSince.IsZero() && c.SentBefore.IsZero() {
		return true
	}
	if q.raw == nil {
		_, raw, err := q.view.read(l.uid)
		if err != nil {
			return false // it has been removed meanwhile
		}
		q.raw = raw
	}
	header, content := headAndBody(q.raw)
	for _, want := range c.Header {
		if !headerHas(header, want.Key, want.Value) {
			return false
		}
	}
	if !c.SentSince.IsZero() || !c.SentBefore.IsZero() {
		if sent, err := mail.ParseDate(header.Get("date")); err != nil || !onDays(sent, c.SentSince, c.SentBefore) {
			return false
		}
	}
	if len(c.Body)+len(c.Text) == 0 {
		return true
	}
	body := strings.ToLower(textOf(header, content))
	head := strings.ToLower(headerText(header))
	return !slices.ContainsFunc(c.Body, func(s string) bool { return !strings.Contains(body, strings.ToLower(s)) }) &&
		!slices.ContainsFunc(c.Text, func(s string) bool {
			return !strings.Contains(body, strings.ToLower(s)) && !strings.Contains(head, strings.ToLower(s))
		})
}

// onDays compares dates without their times, as IMAP does.
func onDays(t, since, before time.Time) bool {
	t = time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	return (since.IsZero() || !t.Before(since)) && (before.IsZero() || t.Before(before))
}

func headerHas(h mime.Header, name, want string) bool {
	return slices.ContainsFunc(h.All(strings.ToLower(name)), func(value string) bool {
		return strings.Contains(strings.ToLower(mime.DecodeWords(value)), strings.ToLower(want))
	})
}

func headerText(h mime.Header) string {
	var b strings.Builder
	for _, f := range h {
		b.WriteString(f.Name + ": " + mime.DecodeWords(f.Value) + "\n")
	}
	return b.String()
}

// textOf returns the decoded text of all readable parts of a letter.
func textOf(h mime.Header, body []byte) string {
	var b strings.Builder
	for _, p := range leaves(h, body) {
		if strings.HasPrefix(p.Kind, "text/") || strings.HasPrefix(p.Kind, "message/") {
			b.WriteString(shownText(p) + "\n")
		}
	}
	return b.String()
}
