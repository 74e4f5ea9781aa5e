package postoffice

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

// maxParts is how many parts within parts a letter may show by IMAP; the library reads them
// by recursion, in time that grows with their square.
const maxParts = 64

// Fetch shows letters. Those removed by others meanwhile are passed over.
func (s *session) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	v := s.view.Load()
	chosen := v.choose(set)
	if !v.readOnly && marksSeen(options) {
		if err := v.see(uidsOf(chosen), v.tracker); err != nil {
			return answer(err)
		}
		told := *options
		told.Flags = true
		options = &told
		chosen = v.choose(set)
	}
	for _, l := range chosen {
		if l.seq == 0 {
			continue
		}
		var raw []byte
		if needsRaw(options) {
			var err error
			if _, raw, err = v.read(l.uid); errors.Is(err, errGone) {
				continue
			} else if err != nil {
				return answer(err)
			}
		}
		if err := fetchOne(w.CreateMessage(l.seq), l, raw, options); err != nil {
			return err
		}
	}
	return nil
}

func marksSeen(options *imap.FetchOptions) bool {
	return slices.ContainsFunc(options.BodySection, func(b *imap.FetchItemBodySection) bool { return !b.Peek }) ||
		slices.ContainsFunc(options.BinarySection, func(b *imap.FetchItemBinarySection) bool { return !b.Peek })
}

func needsRaw(o *imap.FetchOptions) bool {
	return o.Envelope || o.BodyStructure != nil || len(o.BodySection)+len(o.BinarySection)+len(o.BinarySectionSize) > 0
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
		w.WriteBodyStructure(imapserver.ExtractBodyStructure(bytes.NewReader(tame(raw))))
	}
	var errs []error
	for _, item := range options.BodySection {
		errs = append(errs, literal(section(raw, item), func(n int64) io.WriteCloser { return w.WriteBodySection(item, n) }))
	}
	for _, item := range options.BinarySection {
		whole := &imap.FetchItemBinarySection{Part: item.Part}
		body := part(imapserver.ExtractBinarySection(bytes.NewReader(tame(raw)), whole), item.Partial)
		errs = append(errs, literal(body, func(n int64) io.WriteCloser { return w.WriteBinarySection(item, n) }))
	}
	for _, item := range options.BinarySectionSize {
		w.WriteBinarySectionSize(item, imapserver.ExtractBinarySectionSize(bytes.NewReader(tame(raw)), item))
	}
	return errors.Join(append(errs, w.Close())...)
}

func literal(b []byte, open func(int64) io.WriteCloser) error {
	out := open(int64(len(b)))
	_, err := out.Write(b)
	return errors.Join(err, out.Close())
}

// section cuts out what BODY[…] asks for. The letter itself, its header and its text are
// given byte for byte, however malformed.
func section(raw []byte, item *imap.FetchItemBodySection) []byte {
	if len(item.Part) > 0 {
		whole := *item
		whole.Partial = nil
		return part(imapserver.ExtractBodySection(bytes.NewReader(tame(raw)), &whole), item.Partial)
	}
	fields, rest := splitHeader(raw)
	var b bytes.Buffer
	switch item.Specifier {
	case imap.PartSpecifierNone:
		return part(raw, item.Partial)
	case imap.PartSpecifierText:
		return part(bytes.TrimPrefix(rest, []byte("\r\n")), item.Partial)
	}
	for _, f := range fields {
		same := func(name string) bool { return strings.EqualFold(name, f.Name) }
		if len(item.HeaderFields) > 0 && !slices.ContainsFunc(item.HeaderFields, same) || slices.ContainsFunc(item.HeaderFieldsNot, same) {
			continue
		}
		b.Write(f.Raw)
	}
	b.WriteString("\r\n")
	return part(b.Bytes(), item.Partial)
}

func part(b []byte, p *imap.SectionPartial) []byte {
	if p == nil {
		return b
	}
	start := min(max(p.Offset, 0), int64(len(b)))
	return b[start : start+min(max(p.Size, 0), int64(len(b))-start)]
}

// tame returns the letter, or, when it holds a bomb of parts within parts, its text alone
// under a plain header.
func tame(raw []byte) []byte {
	lower := bytes.ToLower(raw)
	if bytes.Count(lower, []byte("multipart/"))+bytes.Count(lower, []byte("message/")) <= maxParts {
		return raw
	}
	_, rest := splitHeader(raw)
	return append([]byte("Content-Type: text/plain\r\n"), rest...)
}
