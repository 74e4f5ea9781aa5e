package clonk

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"pitpost.example/engine"
)

// Cards and tiles can be distinguished without words and without colours: the only text on a card
// is its coins and eyes, and each colour has a pattern of its own wherever it is shown.
func TestCardsNeedNoLettersAndNoColours(t *testing.T) {
	worth := regexp.MustCompile(`^\d/\d$`)
	s := Game{}.Blank(engine.Setup{Edition: "de", Seats: []string{"Ana", "Bo"}}).(*State)
	for c := Card(1); c <= treasures; c++ {
		for _, shape := range s.cardSprite(c, true, 0, 0).Shapes {
			if shape.Kind == engine.Text && !worth.MatchString(shape.Text) {
				t.Errorf("%s bears %q", c, shape.Text)
			}
		}
	}
	var seen [2][]string
	for k := range colours {
		for i, shapes := range [][]engine.Shape{(&player{colour: k}).tileSprite(colourTile, 0, 0).Shapes, hatched(k, 18, 3, 28, strip-3)} {
			for n := range shapes {
				shapes[n].Fill, shapes[n].Stroke = "", ""
			}
			seen[i] = append(seen[i], fmt.Sprint(shapes))
		}
	}
	for _, looks := range seen {
		slices.Sort(looks)
		if len(slices.Compact(looks)) != len(colours) {
			t.Errorf("two colours look alike: %q", looks)
		}
	}
}
