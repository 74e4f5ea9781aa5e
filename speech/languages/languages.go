// Package languages has the words of each language that the house reads, a folder a language; README.md says what stands in
// each file. The code that reads them stands in speech and its grammar.
package languages

import (
	"embed"
	"iter"
	"path"
	"slices"
)

//go:embed */*.txt
var files embed.FS

// Codes lists the languages, English first.
var Codes = func() []string {
	folders, err := files.ReadDir(".")
	if err != nil {
		panic("languages: " + err.Error()) // the files are part of the program
	}
	codes := []string{"en"}
	for _, f := range folders {
		if !slices.Contains(codes, f.Name()) {
			codes = append(codes, f.Name())
		}
	}
	return codes
}()

// Files yields each language that has a file of a name, such as "answers", with the text of that file.
func Files(name string) iter.Seq2[string, string] {
	return func(yield func(lang, text string) bool) {
		for _, lang := range Codes {
			text, err := files.ReadFile(path.Join(lang, name+".txt"))
			if err == nil && !yield(lang, string(text)) {
				return
			}
		}
	}
}
