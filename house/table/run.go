package table

import "strconv"

func Itoa(n int64) string { return strconv.FormatInt(n, 10) }
