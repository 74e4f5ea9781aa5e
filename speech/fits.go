package speech

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine/bot"
	"pitpost.example/model"
	"pitpost.example/speech/dates"
)

// blockLike accepts nothing, an address or a name, perhaps with "off": "block the tunnel quickly" is prose.
func blockLike(rest string) bool {
	fields := strings.Fields(rest)
	return len(fields) < 2 || strings.Contains(rest, "@") || len(fields) == 2 && fields[1] == "off"
}

// inviteLike accepts all but an address with more words behind it, as in the Dutch "nodig di@example.org uit", or with a
// bare word before it: "invite also di@example.org".
func inviteLike(rest string) bool {
	words := strings.Fields(rest)
	if len(words) > 1 && !strings.ContainsAny(words[0], "@<,") && strings.Contains(words[1], "@") && !strings.HasPrefix(words[1], "<") {
		return false
	}
	for i := range max(0, len(words)-1) {
		if strings.Contains(words[i], "@") && !strings.HasSuffix(words[i], ",") && words[i+1] != "and" && !strings.ContainsAny(words[i+1], "@<,") {
			return false
		}
	}
	return true
}

// likeFill accepts "fill 2 keen", but not "fill me in".
func likeFill(rest string) bool {
	words := strings.Fields(rest)
	return len(words) <= 2 && !slices.ContainsFunc(words, func(w string) bool {
		_, err := strconv.Atoi(w)
		return err != nil && bot.FindBot(w, bot.Budget{}) == nil
	})
}

// among accepts nothing or one of these words: "calendar week 32", "key to the chest" and "links are broken" are
// prose.
func among(words ...string) func(rest string) bool {
	return func(rest string) bool { return rest == "" || slices.Contains(words, rest) }
}

// dailyLike accepts a time of day, "off" or nothing: "daily bread" is prose.
func dailyLike(rest string) bool {
	_, _, ok := dates.TimeOfDay(rest)
	return ok || rest == "" || rest == "off"
}

// helpLike accepts a command or a subject of the help: "help yourself" is prose.
func helpLike(rest string) bool {
	return rest == "" || FindCommand(rest) != nil || slices.Contains([]string{"me", "please", "all", "more", "time", "turn", "settings", "talk", "plans", "pitpost"}, rest)
}

// reads accepts what read understands, "off", nothing, or anything that begins with a number: hours behind "quiet" and a length
// of time behind "extend". "quiet at night" and "extend my thanks" are prose.
func reads[T any](read func(string) (T, bool)) func(rest string) bool {
	return func(rest string) bool {
		_, ok := read(rest)
		return ok || numbered(rest)
	}
}

// likeOrder accepts "new saboteur with …", but not "new year greetings to you all".
func likeOrder(rest string) bool {
	return atMost(2)(rest) || strings.ContainsAny(rest, "@=") || strings.HasPrefix(rest, "practice") || strings.Contains(rest, " with ")
}

// pingLike accepts a web address, "off" or nothing.
func pingLike(rest string) bool {
	return rest == "" || rest == "off" || strings.HasPrefix(rest, "http")
}

// rallyLike accepts "off" or a time: "rally round the flag" is prose.
func rallyLike(rest string) bool {
	if rest == "off" || rest == "today" || rest == "tonight" || rest == "tomorrow" || dates.IsWeekday(rest) {
		return true
	}
	return strings.ContainsAny(rest, "0123456789") && len(strings.Fields(rest)) <= 5
}

// rulesLike accepts a game, a section of its rules or both, with "long" before or after it. Other pairs of
// words are found to be prose by who knows the sections: "rules are rules".
func rulesLike(rest string) bool {
	return atMost(2)(rest) || strings.HasPrefix(rest, "long ") || strings.HasSuffix(rest, " long")
}

// remindLike accepts times such as "50%,90%" or "6h", "off" or "match": "remind me of her" is prose.
func remindLike(rest string) bool { return rest == "match" || numbered(rest) }

// zoneLike accepts at most two words or a city: "zone New York".
func zoneLike(rest string) bool { return atMost(2)(rest) || dates.ZoneOfCity(rest) != "" }

// oneSpelling turns "stand in" and "stand-in" at the front of a line into "standin".
func oneSpelling(line string) string {
	for _, other := range []string{"stand in", "stand-in"} {
		if rest, ok := strings.CutPrefix(line, other); ok && (rest == "" || rest[0] == ' ') {
			return "standin" + rest
		}
	}
	return line
}

// replaceLike accepts a few words or what ends with an address: "replace me with a bot" and "replace Bo with
// di@example.org because he is ill" are sentences.
func replaceLike(rest string) bool {
	_, after, found := strings.Cut(rest, "@")
	return !strings.Contains(after, " ") && (found || len(strings.Fields(rest)) <= 3)
}

// watchLike accepts the number of a match and "off": "watch your step" is prose.
func watchLike(rest string) bool {
	fields := strings.Fields(rest)
	return len(fields) <= 2 && !slices.ContainsFunc(fields, func(f string) bool {
		_, err := strconv.ParseUint(strings.TrimPrefix(f, "#"), 10, 40)
		return err != nil && f != "off"
	})
}

// HookForms lists the formats in which a webhook can be sent.
var HookForms = []model.HookForm{model.FormStandard, model.FormDiscord, model.FormSlack, model.FormMatrix, model.FormNtfy}

// hookLike accepts nothing, a word such as "off", or a web address, perhaps with a format before it: "webhook seems
// broken" is prose.
func hookLike(rest string) bool {
	first, more, _ := strings.Cut(rest, " ")
	switch rest {
	case "", "off", "rotate", "replay":
		return true
	}
	return strings.HasPrefix(first, "http") || slices.Contains(HookForms, model.HookForm(first)) && (more == "" || strings.HasPrefix(more, "http"))
}

// slipsLike accepts "slips 10m" and "slips off".
func slipsLike(rest string) bool {
	_, span := dates.ReadSpan(rest)
	return span || rest == "off" || rest == ""
}

// onlySettings reports whether a line is nothing but options of a match: "pace=48h rounds=1".
func onlySettings(line string) bool {
	if !strings.Contains(line, "=") || len(line) > openingMost {
		return false
	}
	set, rest, _ := dates.Settings(line)
	return len(set) > 0 && strings.Trim(rest, " ,.;") == "" && !strings.ContainsAny(line, "@:/")
}

// termsLike accepts options behind "terms", or nothing: "terms of trade" is prose.
func termsLike(rest string) bool { return rest == "" || onlySettings(rest) }

// rematchLike accepts options and people behind "rematch": "rematch pace=48h with fay@example.org without Ivy".
func rematchLike(rest string) bool {
	_, ok := dates.ReadRematch(rest)
	return ok
}

// myLike accepts "my games", "my data", "my record" and "my record against Bo".
func myLike(rest string) bool {
	words := strings.Fields(rest)
	switch {
	case rest == "games" || rest == "matches" || rest == "data":
		return true
	case len(words) == 0 || words[0] != "record":
		return false
	}
	return len(words) <= 2 || len(words) == 3 && slices.Contains([]string{"against", "with"}, words[1])
}

// awayLike accepts nothing, a word, and what tells of a time.
func awayLike(rest string) bool {
	if !strings.Contains(rest, " ") || strings.ContainsAny(rest, "0123456789") || slices.ContainsFunc(strings.Fields(rest), dates.BeginsTime) {
		return true
	}
	_, _, no := dates.ReadAbsence(rest, time.Unix(0, 0), time.UTC)
	return no == nil || no.Key != "house.away-form"
}

// forceLike accepts a name, also with a move behind it, as only the operator may add, or with the step that it was asked for.
func forceLike(rest string) bool {
	return !strings.Contains(rest, " ") || strings.ContainsAny(rest, "0123456789")
}
