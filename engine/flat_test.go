package engine

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// laid is an event of plain fields, as most are.
type laid struct {
	Card   string `json:"card,omitempty"`
	Cell   string `json:"cell"`
	Turned bool   `json:"turned"`
}

func (laid) Kind() string { return "test.laid" }

// The quick reader must answer as the general one does, whatever comes.
func TestQuickReaderAgrees(t *testing.T) {
	pieces := []string{
		`{`, `}`, `"card"`, `"cell"`, `"turned"`, `"Card"`, `:`, `,`, `"path-ne"`, `"B3"`, `""`, `true`, `false`, `null`,
		`1`, `[]`, ` `, "\n", `"é"`, `"a\nb"`, `"\u0042\u0033"`, `{"card":"path-ne","cell":"B3","turned":true}`,
	}
	read := Reads[laid](nil)
	rapid.Check(t, func(r *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 14).Draw(r, "pieces") {
			text += p
		}
		for _, data := range []string{text, `{"card":"path-ne",` + text, `{"card":"path-ne","cell":"B3"` + text + `}`} {
			quick, errQuick := read([]byte(data))
			var general laid
			errGeneral := DecodeStrict([]byte(data), &general)
			if (errQuick == nil) != (errGeneral == nil) || errGeneral == nil && !reflect.DeepEqual(quick, Event(general)) {
				t.Fatalf("%s reads as %+v, %v instead of %+v, %v", data, quick, errQuick, general, errGeneral)
			}
		}
	})
}
