package flat

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"
)

// ramp is a palette whose colours can be told apart.
func ramp() color.Palette {
	var p color.Palette
	for i := range 256 {
		p = append(p, color.RGBA{uint8(i), uint8(i * 7), uint8(255 - i), 255})
	}
	return p
}

func picture(width, height int, pixel func(x, y int) uint8) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, width, height), ramp())
	for i := range img.Pix {
		img.Pix[i] = pixel(i%width, i/width)
	}
	return img
}

// same wants a file that a strict reader takes, with the picture's pixels and nothing behind them.
func same(t *testing.T, name string, file []byte, img *image.Paletted) {
	t.Helper()
	r := bytes.NewReader(file)
	got, err := png.Decode(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if r.Len() != 0 || got.Bounds() != img.Bounds() {
		t.Fatalf("%s: %v for %v, %d bytes left over", name, got.Bounds(), img.Bounds(), r.Len())
	}
	shown := got.(*image.Paletted)
	for i, place := range img.Pix {
		if want, is := img.Palette[place], shown.Palette[shown.Pix[i]]; want != is {
			t.Fatalf("%s: pixel %d is %v and not %v", name, i, is, want)
		}
	}
}

// Whatever the pixels are, they come back, from a writer that was used for others before.
func TestPicturesComeBack(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) func(int, int) uint8 { return func(int, int) uint8 { return uint8(dice.IntN(n)) } }
	var look [64 * 80]uint8
	for i := range look {
		look[i] = uint8(dice.IntN(8) / 2)
	}
	pictures := map[string]*image.Paletted{
		"a dot":            picture(1, 1, noise(256)),
		"one colour":       picture(1000, 300, func(int, int) uint8 { return 77 }),
		"noise":            picture(700, 500, noise(256)), // more tokens than a block has, and more bytes than the window
		"two colours":      picture(333, 222, noise(2)),
		"every colour":     picture(256, 3, func(x, y int) uint8 { return uint8(x ^ y) }),
		"one column":       picture(1, 70_000, noise(3)),
		"one row":          picture(200_000, 2, noise(5)), // longer than the window
		"cards":            picture(64*14, 80*9, func(x, y int) uint8 { return look[y%80*64+x%64] }),
		"far apart":        picture(16_383, 5, func(x, _ int) uint8 { return uint8(x * x >> 9) }),
		"a slope":          picture(300, 300, func(x, y int) uint8 { return uint8((x + y) / 9) }),
		"colours run over": picture(512, 512, func(x, y int) uint8 { return uint8(x * y >> 7) }),
	}
	var w Writer
	for round := range 2 {
		for name, img := range pictures {
			file := w.Encode(img)
			same(t, name, file, img)
			if fresh := new(Writer).Encode(img); !bytes.Equal(fresh, file) {
				t.Errorf("%s: a fresh writer gives other bytes, round %d", name, round)
			}
		}
	}
	if n := len(w.Encode(pictures["one colour"])); n > 2000 {
		t.Errorf("300,000 pixels of one colour have %d bytes", n)
	}
	if n := len(w.Encode(pictures["cards"])); n > 35_000 {
		t.Errorf("the same card 126 times has %d bytes", n)
	}
}

// A part of a larger picture has its rows further apart than they are long.
func TestAPartOfAPicture(t *testing.T) {
	whole := picture(90, 60, func(x, y int) uint8 { return uint8(x/7 + y/5*13) })
	part := whole.SubImage(image.Rect(20, 10, 71, 50)).(*image.Paletted)
	want := picture(51, 40, func(x, y int) uint8 { return whole.ColorIndexAt(20+x, 10+y) })
	same(t, "part", new(Writer).Encode(part), want)
}

// A picture that is cut anywhere and joined again comes back, and so does each part under others.
func TestPartsComeBack(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 6))
	pictures := []*image.Paletted{
		picture(1, 2, func(x, y int) uint8 { return uint8(y) }),
		picture(300, 200, func(int, int) uint8 { return 9 }),
		picture(300, 200, func(x, y int) uint8 { return uint8(x/9 + y/11*5) }),
		picture(700, 400, func(int, int) uint8 { return uint8(dice.IntN(256)) }),
		picture(16_383, 30, func(x, _ int) uint8 { return uint8(x * x >> 9) }),
	}
	var w Writer
	for i, img := range pictures {
		for range 5 {
			var parts []Part
			width, height := img.Rect.Dx(), img.Rect.Dy()
			for top := 0; top < height; {
				bottom := top + 1 + dice.IntN(height-top)
				parts = append(parts, w.Part(img.SubImage(image.Rect(0, top, width, bottom)).(*image.Paletted)))
				top = bottom
			}
			same(t, fmt.Sprintf("%d in %d parts", i, len(parts)), Join(width, img.Palette, parts), img)
		}
	}
	red := w.Part(picture(8, 3, func(x, _ int) uint8 { return uint8(x) }))
	both := picture(8, 9, func(x, _ int) uint8 { return uint8(x) })
	same(t, "a part three times", Join(8, both.Palette, []Part{red, red, red}), both)
}

func FuzzEncode(f *testing.F) {
	f.Add(uint16(3), []byte("\x00\x00\x01\x02\x02\x02\x02\x02\x02"))
	f.Add(uint16(40), bytes.Repeat([]byte("a card and another card, "), 90))
	var w Writer
	f.Fuzz(func(t *testing.T, width uint16, pixels []byte) {
		if width == 0 || len(pixels) < int(width) {
			return
		}
		height := len(pixels) / int(width)
		img := picture(int(width), height, func(x, y int) uint8 { return pixels[y*int(width)+x] })
		same(t, "fuzz", w.Encode(img), img)
	})
}

// Copies of every length and of every kind of distance are read by others as they were meant.
func TestEveryCopy(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	d := &deflater{}
	d.reset()
	var want []byte
	for range reach {
		want = append(want, byte(dice.Uint32()))
		d.put(token(want[len(want)-1]))
	}
	copied := func(length, back int) {
		d.put(token(length<<lengthShift | back))
		for range length {
			want = append(want, want[len(want)-back])
		}
	}
	for length := copyLeast; length <= copyMost; length++ {
		copied(length, 1+dice.IntN(reach))
	}
	for back := 1; back <= reach; back += 1 + back/50 {
		copied(copyLeast, back)
	}
	copied(copyMost, reach)
	got, err := io.ReadAll(flate.NewReader(bytes.NewReader(d.close())))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes for %d, %v", len(got), len(want), err)
	}
}

// However unlike the counts are, no code is too long, and the codes leave no gap: some readers
// refuse both.
func TestCodes(t *testing.T) {
	counts := map[string][]int{"nothing": make([]int, distances), "one": {0, 0, 9}, "two": {4, 0, 9}, "alike": make([]int, symbols)}
	for i := range counts["alike"] {
		counts["alike"][i] = 5
	}
	steep := make([]int, codeSizes)
	for a, b, i := 1, 1, 0; i < len(steep); i++ {
		steep[i], a, b = a, b, a+b
	}
	counts["steep"] = steep
	for name, count := range counts {
		for _, most := range []int{9, longest} {
			room := 0
			for symbol, c := range codes(count, most) {
				if int(c.size) > most || count[symbol] > 0 && c.size == 0 {
					t.Errorf("%s: a code of %d bits, %d allowed, for %d", name, c.size, most, count[symbol])
				}
				if c.size > 0 {
					room += 1 << (longest - c.size)
				}
			}
			if room != 1<<longest {
				t.Errorf("%s: codes fill %d of %d", name, room, 1<<longest)
			}
		}
	}
	flat, deep := codes(steep, longestInHead), codes(steep, longest)
	if fmt.Sprint(flat) == fmt.Sprint(deep) {
		t.Error("the steep counts need no evening out")
	}
}

// The parts of a file stand in order, and no colour is in it that the picture does not show.
func TestPartsOfAFile(t *testing.T) {
	img := picture(30, 20, func(x, _ int) uint8 { return uint8(200 + x/10) })
	file := new(Writer).Encode(img)[8:]
	var names string
	for len(file) > 0 {
		size, name := int(binary.BigEndian.Uint32(file)), string(file[4:8])
		names += name + " "
		if name == "PLTE" && size != 3*3 {
			t.Errorf("a palette of %d bytes for three colours", size)
		}
		file = file[12+size:]
	}
	if names != "IHDR PLTE IDAT IEND " {
		t.Error(names)
	}
}
