package postoffice

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

// maxParts limits the nested parts that IMAP shows of a letter. The library reads them recursively, in time
// that grows with the square of their number.
const maxParts = 64

// Fetch sends letters. Letters that other sessions have removed meanwhile are skipped.
func (s *session) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	v := s.view.Load()
	chosen := v.choose(set)
	reads := func(b *imap.FetchItemBodySection) bool { return !b.Peek }
	if !v.readOnly && slices.ContainsFunc(options.BodySection, reads) {
		if err := v.markSeen(uidsOf(chosen), v.tracker); err != nil {
			return err
		}
		marked := *options
		marked.Flags = true
		options = &marked
		chosen = v.choose(set)
	}
	for _, l := range chosen {
		if l.seq == 0 {
			continue
		}
		var raw []byte
		if options.Envelope || options.BodyStructure != nil || len(options.BodySection) > 0 {
			var err error
			if _, raw, err = v.read(l.uid); errors.Is(err, errGone) {
				continue
			} else if err != nil {
				return err
			}
		}
		if err := fetchOne(w.CreateMessage(l.seq), l, raw, options); err != nil {
			return err
		}
	}
	return nil
}

func fetchOne(w *imapserver.FetchResponseWriter, l seen, raw []byte, options *imap.FetchOptions) error {
	w.WriteUID(l.uid)
	if options.Flags {
		w.WriteFlags(l.flags)
	}
	if options.InternalDate {
		w.WriteInternalDate(l.time)
	}
	if options.RFC822Size {
		w.WriteRFC822Size(l.size)
	}
	if options.Envelope {
		header, _ := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(raw)))
		w.WriteEnvelope(imapserver.ExtractEnvelope(header))
	}
	if options.BodyStructure != nil {
		w.WriteBodyStructure(imapserver.ExtractBodyStructure(bytes.NewReader(limitParts(raw))))
	}
	var errs []error
	for _, item := range options.BodySection {
		body := part(section(raw, item), item.Partial)
		out := w.WriteBodySection(item, int64(len(body)))
		_, err := out.Write(body)
		errs = append(errs, err, out.Close())
	}
	return errors.Join(append(errs, w.Close())...)
}

// section returns what BODY[…] asks for. The letter itself, its header and its text are returned byte for
// byte, however malformed.
func section(raw []byte, item *imap.FetchItemBodySection) []byte {
	if len(item.Part) > 0 {
		whole := *item
		whole.Partial = nil
		return imapserver.ExtractBodySection(bytes.NewReader(limitParts(raw)), &whole)
	}
	fields, rest := splitHeader(raw)
	switch item.Specifier {
	case imap.PartSpecifierNone:
		return raw
	case imap.PartSpecifierText:
		return bytes.TrimPrefix(rest, []byte("\r\n"))
	}
	var b bytes.Buffer
	for _, f := range fields {
		same := func(name string) bool { return strings.EqualFold(name, f.Name) }
		if len(item.HeaderFields) > 0 && !slices.ContainsFunc(item.HeaderFields, same) || slices.ContainsFunc(item.HeaderFieldsNot, same) {
			continue
		}
		b.Write(f.Raw)
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

func part(b []byte, p *imap.SectionPartial) []byte {
	if p == nil {
		return b
	}
	start := min(max(p.Offset, 0), int64(len(b)))
	return b[start : start+min(max(p.Size, 0), int64(len(b))-start)]
}

// limitParts returns the letter unchanged, unless it has more than maxParts nested parts. Then it returns only the
// letter's body, as plain text.
func limitParts(raw []byte) []byte {
	lower := bytes.ToLower(raw)
	if bytes.Count(lower, []byte("multipart/"))+bytes.Count(lower, []byte("message/")) <= maxParts {
		return raw
	}
	_, rest := splitHeader(raw)
	return append([]byte("Content-Type: text/plain\r\n"), rest...)
}
