// Package flat writes pictures of few and flat colours as PNG: boards in about half the time and
// half the bytes that the standard library's encoder needs at its best speed. That one keeps rows
// of a palette as they are, and its packer compares and hashes each byte.
package flat

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"math/bits"
	"slices"
	"sync"
)

// Writer writes pictures of few and flat colours as PNG, each row as its difference from the one
// above (PNG's filter "Up"), with no other colours than they show. The zero one is ready for
// use, by many at once.
type Writer struct {
	packers sync.Pool // of *packer
}

// packer is the memory one picture is packed with. Most pixels of a board are those above
// them: they become zeros, which are counted eight at a time or by the row, and only the
// others are looked at one by one.
type packer struct {
	zip    deflater
	sum    adler
	at     int // bytes of the line that are in sum
	known  [256]bool
	places [256]uint8 // in the picture's own palette, of the colours that are known
	used   []uint8    // the picture's own palette, in the order of their first pixels
	ground []uint8
}

// PNG's numbers for rows that are kept as they are, and as their difference from the one above.
const (
	plain = 0
	up    = 2
)

// zlibHead says: deflate, with the least effort (RFC 1950).
var zlibHead = [2]byte{0x78, 0x01}

// Encode gives a whole PNG file of a picture with at least one pixel. Equal pictures give equal
// bytes.
func (w *Writer) Encode(img *image.Paletted) []byte {
	p, ok := w.packers.Get().(*packer)
	if !ok {
		p = &packer{}
	}
	defer w.packers.Put(p)
	data := p.pack(img)
	return file(img.Rect.Dx(), img.Rect.Dy(), colours(img.Palette, p.used), data)
}

// file is a PNG of pixels that are packed.
func file(width, height int, palette, data []byte) []byte {
	out := make([]byte, 0, len(data)+len(palette)+100)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	const depth, paletted = 8, 3
	out = chunk(out, "IHDR", append(head, depth, paletted, 0, 0, 0))
	out = chunk(out, "PLTE", palette)
	out = chunk(out, "IDAT", data)
	return chunk(out, "IEND", nil)
}

// pack gives the pixels in zlib's format, good until the next picture, and fills p.used.
func (p *packer) pack(img *image.Paletted) []byte {
	p.zip.reset(zlibHead[:]...)
	p.known, p.used = [256]bool{}, p.used[:0]
	// What stands above the first row is zeros: the place of its first pixel's colour.
	p.place(img.Pix[0])
	p.rows(img, up, img.Pix[0])
	return p.sum.appendTo(p.zip.close())
}

// rows packs all rows, the first by a filter of its own, as if above it stood one colour.
func (p *packer) rows(img *image.Paletted, filter, over uint8) {
	width := img.Rect.Dx()
	p.sum = adler{a: 1}
	p.ground = slices.Grow(p.ground[:0], width)[:width]
	for i := range p.ground {
		p.ground[i] = over
	}
	above := p.ground
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:width]
		p.zip.line(1 + width)
		p.at = 0
		if filter != plain {
			p.put(0, filter)
		}
		if !bytes.Equal(row, above) {
			p.difference(row, above)
		}
		p.sum.zeros(1 + width - p.at)
		p.sum.settle()
		p.zip.take()
		above, filter = row, up
	}
}

// place is where a colour stands in the picture's own palette, at its end if it is new.
func (p *packer) place(colour uint8) uint8 {
	if !p.known[colour] {
		p.known[colour], p.places[colour] = true, uint8(len(p.used))
		p.used = append(p.used, colour)
	}
	return p.places[colour]
}

// difference puts into the line each place less that of the row above.
func (p *packer) difference(row, above []byte) {
	above = above[:len(row)]
	i := 0
	for ; i+8 <= len(row); i += 8 {
		for other := binary.LittleEndian.Uint64(row[i:]) ^ binary.LittleEndian.Uint64(above[i:]); other != 0; {
			n := bits.TrailingZeros64(other) / 8
			other &^= 0xff << (8 * n)
			p.put(1+i+n, p.place(row[i+n])-p.places[above[i+n]])
		}
	}
	for ; i < len(row); i++ {
		if row[i] != above[i] {
			p.put(1+i, p.place(row[i])-p.places[above[i]])
		}
	}
}

// put sets a byte of the line, which is not zero and behind all that were put into it.
func (p *packer) put(i int, v byte) {
	p.zip.set(i, v)
	p.sum.zeros(i - p.at)
	p.sum.add(v)
	p.at = i + 1
}

func colours(palette color.Palette, used []uint8) []byte {
	out := make([]byte, 0, 3*len(used))
	for _, place := range used {
		r, g, b, _ := palette[place].RGBA()
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
