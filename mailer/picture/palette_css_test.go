package picture

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Boards on web pages have the same colours as the pictures in letters.
func TestPagesHaveTheColoursOfThePictures(t *testing.T) {
	css, err := os.ReadFile("../../web/spectate/onlook.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, ink := range inks {
		for _, rule := range []string{".f-%s { fill: #%02x%02x%02x; }", ".s-%s { stroke: #%02x%02x%02x; }"} {
			if want := fmt.Sprintf(rule, ink.name, ink.rgb.R, ink.rgb.G, ink.rgb.B); !strings.Contains(string(css), want) {
				t.Errorf("onlook.css has no %q", want)
			}
		}
	}
}
