package spectate_test

import (
	"testing"

	"pitpost.example/lab/friends"
)

// gallery is a house with pages and a match of Ana, Bo and Cy.
type gallery struct{ *friends.Match }

func newGallery(t *testing.T) *gallery { t.Helper(); return newGalleryOf(t, "saboteur") }

func newGalleryOf(t *testing.T, game string) *gallery {
	t.Helper()
	return &gallery{friends.Play(t, game)}
}
