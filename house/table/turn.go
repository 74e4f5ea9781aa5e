package table

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// ordersOf lists the standing orders of a seat as its game ranks them.
func OrdersOf(t *model.Table, s *model.Seat) []string {
	return slices.DeleteFunc(slices.Clone(engine.OrdersOf(t.Match.Game)), func(order string) bool { return !slices.Contains(s.Standing.Orders, order) })
}
