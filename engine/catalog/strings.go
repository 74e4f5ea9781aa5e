package catalog

import "io/fs"

// Names are those of all games.
func Names() []string {
	var names []string
	for _, g := range Games() {
		names = append(names, g.Name())
	}
	return names
}

// Strings are the catalogues of all games.
func Strings() []fs.FS {
	var all []fs.FS
	for _, g := range Games() {
		all = append(all, g.Strings())
	}
	return all
}
