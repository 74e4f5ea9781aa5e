package saboteur

import "pitpost/engine"

func cardPhrase(c Card) engine.Phrase { return engine.Say("saboteur.card." + c.String()) }

func toolPhrase(t Tools) engine.Phrase { return engine.Say("saboteur.tool." + t.String()) }

func toolPhrases(t Tools) []engine.Phrase {
	list := []engine.Phrase{}
	for _, one := range t.list() {
		list = append(list, engine.Say("saboteur.tool."+one))
	}
	return list
}

func sidePhrase(s Sides) engine.Phrase {
	switch s {
	case north:
		return engine.Say("saboteur.side.north")
	case east:
		return engine.Say("saboteur.side.east")
	case south:
		return engine.Say("saboteur.side.south")
	}
	return engine.Say("saboteur.side.west")
}
