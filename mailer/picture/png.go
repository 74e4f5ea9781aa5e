package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// pngWriter writes pictures with a palette as PNG. The standard library's encoder takes twice as long, gives
// files half as large again, and cannot use another compressor. The zero value is ready to use, and safe for
// concurrent use.
type pngWriter struct {
	packers [10]sync.Pool // of *packer, by level
}

// packer holds the buffers for compressing one picture.
type packer struct {
	zip  *zlib.Writer
	rows []byte
	out  bytes.Buffer
}

// encode returns the PNG file of a picture, which must have at least one pixel. level is the compression
// level, from 1 (fast) to 9. Equal pictures give equal bytes.
func (w *pngWriter) encode(img *image.Paletted, level int) []byte {
	p, ok := w.packers[level].Get().(*packer)
	if !ok {
		p = &packer{}
		p.zip, _ = zlib.NewWriterLevel(&p.out, level) // fails for other levels alone
	}
	defer w.packers[level].Put(p)
	p.pack(img)
	const depth, byPalette = 8, 3
	size := img.Rect.Size()
	head := binary.BigEndian.AppendUint32(nil, uint32(size.X))
	head = binary.BigEndian.AppendUint32(head, uint32(size.Y))
	head = append(head, depth, byPalette, 0, 0, 0)
	colours := make([]byte, 0, 3*len(img.Palette))
	for _, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		colours = append(colours, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	file := append(make([]byte, 0, p.out.Len()+len(colours)+100), "\x89PNG\r\n\x1a\n"...)
	file = chunk(file, "IHDR", head)
	file = chunk(file, "PLTE", colours)
	file = chunk(file, "IDAT", p.out.Bytes())
	return chunk(file, "IEND", nil)
}

// pack compresses all rows, without filters. It writes them together, because row by row the compressor takes
// twice as long.
func (p *packer) pack(img *image.Paletted) {
	const noFilter = 0
	p.rows = p.rows[:0]
	for y := range img.Rect.Dy() {
		p.rows = append(append(p.rows, noFilter), img.Pix[y*img.Stride:][:img.Rect.Dx()]...)
	}
	p.out.Reset()
	p.zip.Reset(&p.out)
	_, _ = p.zip.Write(p.rows) // writing to memory does not fail
	_ = p.zip.Close()
}

// chunk appends a chunk of a PNG: length, name, data and checksum.
func chunk(out []byte, name string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	begin := len(out)
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[begin:]))
}
