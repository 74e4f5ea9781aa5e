package mailer

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"sync"
)

// pngWriter writes pictures as PNG, each row as its difference from the one
// above (PNG's filter "Up"). The standard encoder keeps rows of a palette as
// they are, which makes boards of flat colours two times as long.
type pngWriter struct {
	packers sync.Pool // of *packer
}

// packer is the memory one picture is packed with.
type packer struct {
	data bytes.Buffer
	zip  *flate.Writer
	row  []byte
	sum  adler
}

// encode gives a whole PNG file. Equal pictures give equal bytes.
func (w *pngWriter) encode(img *image.Paletted) ([]byte, error) {
	p, ok := w.packers.Get().(*packer)
	if !ok {
		p = &packer{}
		var err error
		if p.zip, err = flate.NewWriter(&p.data, flate.BestSpeed); err != nil {
			return nil, err
		}
	}
	defer w.packers.Put(p)
	if err := p.pack(img); err != nil {
		return nil, err
	}
	out := make([]byte, 0, p.data.Len()+4*len(img.Palette)+100)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	head := binary.BigEndian.AppendUint32(nil, uint32(img.Rect.Dx()))
	head = binary.BigEndian.AppendUint32(head, uint32(img.Rect.Dy()))
	const depth, paletted = 8, 3
	out = chunk(out, "IHDR", append(head, depth, paletted, 0, 0, 0))
	out = chunk(out, "PLTE", colours(img.Palette))
	out = chunk(out, "IDAT", p.data.Bytes())
	return chunk(out, "IEND", nil), nil
}

func (p *packer) pack(img *image.Paletted) error {
	const up = 2
	width := img.Rect.Dx()
	p.data.Reset()
	p.data.Write([]byte{0x78, 0x01}) // zlib's head: deflate, the least effort
	p.zip.Reset(&p.data)
	p.sum = adler{a: 1}
	p.row = append(p.row[:0], make([]byte, 1+width)...)
	p.row[0] = up
	var above []byte
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:width]
		switch {
		case above == nil:
			copy(p.row[1:], row)
			p.sum.add(p.row)
		case bytes.Equal(row, above):
			clear(p.row[1:])
			p.sum.add(p.row[:1])
			p.sum.addZeros(width)
		default:
			difference(p.row[1:], row, above)
			p.sum.add(p.row)
		}
		if _, err := p.zip.Write(p.row); err != nil {
			return err
		}
		above = row
	}
	if err := p.zip.Close(); err != nil {
		return err
	}
	p.data.Write(binary.BigEndian.AppendUint32(nil, p.sum.b<<16|p.sum.a))
	return nil
}

// adler is the checksum of zlib's format (RFC 1950). Most rows of a board are equal to the
// one above, and zeros by then, which need not be looked at.
type adler struct{ a, b uint32 }

const (
	adlerMod   = 65521
	adlerBlock = 5552 // bytes until b might overflow
)

func (s *adler) add(data []byte) {
	for len(data) > 0 {
		n := min(len(data), adlerBlock)
		a, b := s.a, s.b
		for _, v := range data[:n] {
			a += uint32(v)
			b += a
		}
		s.a, s.b = a%adlerMod, b%adlerMod
		data = data[n:]
	}
}

func (s *adler) addZeros(n int) {
	s.b = uint32((uint64(s.b) + uint64(n)*uint64(s.a)) % adlerMod)
}

func difference(to, row, above []byte) {
	to, above = to[:len(row)], above[:len(row)]
	for i, v := range row {
		to[i] = v - above[i]
	}
}

func colours(palette color.Palette) []byte {
	out := make([]byte, 0, 3*len(palette))
	for _, c := range palette {
		r, g, b, _ := c.RGBA()
		out = append(out, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	return out
}

// chunk appends a part of a PNG: length, name, data, checksum.
func chunk(out []byte, name string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	begin := len(out)
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[begin:]))
}
