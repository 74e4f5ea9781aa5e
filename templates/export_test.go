package templates

import (
	"maps"
	"slices"
)

// Check reads all languages and returns the first error.
func (c *Catalog) Check() error {
	for _, lang := range slices.Sorted(maps.Keys(c.files)) {
		if _, err := c.messages(lang); err != nil {
			return err
		}
	}
	return nil
}
