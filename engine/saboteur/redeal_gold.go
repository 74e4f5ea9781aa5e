package saboteur

import (
	"slices"

	"pitpost.example/engine"
)

// nuggets puts other gold cards in the place of those that were picked before the
// reader first saw the table; a saboteur never sees it.
func (r *redeal) nuggets() {
	at := slices.IndexFunc(r.facts, func(f engine.Fact) bool { _, ok := f.Event.(Ended); return ok })
	if at < 0 {
		return
	}
	ended := r.facts[at].Event.(Ended)
	finisher := r.seat(ended.Finisher)
	if finisher < 0 || len(ended.Gold) == 0 {
		return
	}
	values, made := r.order(ended.Gold)
	pickers := make([]int, len(values))
	i := r.firstPicker(finisher)
	unseen := len(values)
	for k := range values {
		pickers[k] = i
		if i == r.reader && unseen > k && k <= made {
			unseen = k
		}
		i = r.nextMiner(i)
	}
	r.swapValues(values, unseen)
	if unseen > 0 {
		ended.Gold = slices.Clone(values)
		r.facts[at].Event = ended
	}
	r.rewrite(values, pickers)
}

// order gives the gold in the order of picking, what is left last, and how
// many picks were made.
func (r *redeal) order(drawn []int) (values []int, made int) {
	if !r.rules.ask {
		values = slices.Clone(drawn)
		slices.Sort(values)
		slices.Reverse(values)
		return values, len(values)
	}
	left := slices.Clone(drawn)
	for _, f := range r.facts {
		if e, ok := f.Event.(Picked); ok {
			values = append(values, e.Value)
			if at := slices.Index(left, e.Value); at >= 0 {
				left = slices.Delete(left, at, at+1)
			}
		}
	}
	return append(values, left...), len(values)
}

// swapValues changes the first n values; where the house picks the highest for
// everyone they stay in falling order.
func (r *redeal) swapValues(values []int, n int) {
	least := 1
	if !r.rules.ask && n < len(values) {
		least = values[n]
	}
	for k := range n {
		values[k] = least + r.lot.Intn(4-least)
	}
	if !r.rules.ask {
		slices.SortFunc(values[:n], func(a, b int) int { return b - a })
	}
}

func (r *redeal) rewrite(values, pickers []int) {
	k := 0
	for at, f := range r.facts {
		switch e := f.Event.(type) {
		case Picked:
			r.facts[at].Event = Picked{Value: values[k]}
			k++
		case Paid:
			paid := Paid{Nuggets: map[string]Nuggets{}, Short: e.Short}
			for j, v := range values {
				name := r.name(pickers[j])
				n := paid.Nuggets[name]
				n.Picks = append(n.Picks, v)
				paid.Nuggets[name] = n
			}
			r.facts[at].Event = paid
		}
	}
}
