package desk

// lateMove is the params of asks of kind "late" and "draft".
type LateMove struct {
	Bound string `json:"bound"`
	Step  int    `json:"step"`
}
