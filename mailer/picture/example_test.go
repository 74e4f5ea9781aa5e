package picture_test

import (
	"bytes"
	"fmt"
	"image/png"

	"pitpost.example/engine"
	"pitpost.example/mailer/picture"
)

// Paints a scene of one card as a PNG at twice its size.
func ExamplePaintScene() {
	box := engine.BoxShape(1, 1, 47, 63)
	box.Fill = engine.Gold
	scene := engine.Scene{Width: 52, Height: 68, Ground: engine.Paper, Sprites: []engine.Sprite{
		{Key: "card/gold", X: 2, Y: 2, Width: 48, Height: 64, Shapes: []engine.Shape{box}}}}
	file, err := picture.PaintScene(scene, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	shown, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(shown.Bounds().Size(), shown.At(0, 0), shown.At(52, 68))
	// Output: (104,136) {251 246 236 255} {232 176 28 255}
}

// A keepsake is the board with the players' names and scores below it.
func ExampleKeepsakeScene() {
	board := engine.Scene{Width: 500, Height: 300, Ground: engine.Paper}
	scene := picture.KeepsakeScene(board, "Saboteur #42", []picture.Entry{{Text: "Ana  5", Won: true}, {Text: "Bo  3"}, {Text: "Cy  1"}})
	for _, s := range scene.Sprites {
		fmt.Println(s.X, s.Y, s.Shapes[1].Text, s.Shapes[0].Fill)
	}
	fmt.Println(scene.Width, scene.Height)
	// Output:
	// 0 300 Saboteur #42 paper
	// 10 330 Ana  5 gold
	// 250 330 Bo  3 paper
	// 10 354 Cy  1 paper
	// 500 388
}
