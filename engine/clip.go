package engine

// clipped is how many letters of what somebody wrote an answer repeats.
const clipped = 60

// Clip shortens what somebody wrote to what an answer may repeat of it.
func Clip(s string) string {
	if r := []rune(s); len(r) > clipped {
		return string(r[:clipped]) + "…"
	}
	return s
}
