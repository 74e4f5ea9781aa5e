package clonk

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

func TestCatalogue(t *testing.T) {
	var keys []string
	add := func(prefix string, words ...string) {
		for _, w := range words {
			keys = append(keys, prefix+w)
		}
	}
	for _, colour := range colours {
		add("clonk.tile.", colour)
		for _, kind := range kinds {
			add("clonk.card.", colour+"-"+kind)
		}
	}
	add("clonk.tile.", kinds[:]...)
	add("clonk.do.", verbWords[cartVerb:]...)
	add("clonk.now-", "cart", "dig", "shore", "drop")
	add("clonk.glance.", "cart", "dig", "shore", "drop")
	add("clonk.news.", "dug-all", "exposed-all", "rested-all", "snore-all", "kablooey-all")
	add("clonk.you.tiles-", "closed", "colour", "kind")
	for _, word := range []string{"opened", "first", "carted", "dug", "dug-hand", "gave", "blasted", "rested", "snore", "kablooey", "shored"} {
		add("clonk.news.", word, "own-"+word)
	}
	enginetest.CheckKeysUsed(t, Game{}, keys)
}
