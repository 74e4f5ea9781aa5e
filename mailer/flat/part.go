package flat

import (
	"image"
	"image/color"
	"slices"
)

// Part is some rows of a picture, packed by themselves: parts are joined to a picture, again and
// again, without being packed anew. Nobody may change one.
type Part struct {
	data   []byte
	sum    adler
	height int
}

// Part packs rows that others may stand above and below, all with the same palette.
func (w *Writer) Part(img *image.Paletted) Part {
	p, ok := w.packers.Get().(*packer)
	if !ok {
		p = &packer{}
	}
	defer w.packers.Put(p)
	p.zip.reset()
	for i := range p.places { // of the whole palette, since it is that of all parts
		p.known[i], p.places[i] = true, uint8(i)
	}
	p.rows(img, plain, 0)
	return Part{slices.Clone(p.zip.rest()), p.sum, img.Rect.Dy()}
}

// Join gives a whole PNG file of parts of one width, the first on top.
func Join(width int, palette color.Palette, parts []Part) []byte {
	size, height := 0, 0
	for _, p := range parts {
		size += len(p.data)
		height += p.height
	}
	data := append(make([]byte, 0, size+20), zlibHead[:]...)
	sum := adler{a: 1}
	for _, p := range parts {
		data = append(data, p.data...)
		sum.join(p.sum, p.height*(1+width))
	}
	data = append(data, 1, 0, 0, 0xff, 0xff) // the last block, of no bytes kept as they are
	used := make([]uint8, len(palette))
	for i := range used {
		used[i] = uint8(i)
	}
	return file(width, height, colours(palette, used), sum.appendTo(data))
}
