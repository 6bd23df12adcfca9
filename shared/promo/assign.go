package promo

import (
	"cmp"
	"math"
	"slices"
)

// seat is what promotions need of a unit. Equal seats share one value.
type seat struct {
	rules   uint64  // that reduce the unit; 0: it is paid in full
	worth   []int64 // by column: what the seat takes off more than the promotions of every unit, in cents times scale
	columns []int   // that the seat can have, the one that is worth most first
	gain    int64   // buffer of path: the worth of all moves until one of these seats leaves the column from
	from    int
}

// prefer sorts the columns.
func (one *seat) prefer() *seat {
	slices.SortFunc(one.columns, func(a, b int) int { return cmp.Or(-cmp.Compare(one.worth[a], one.worth[b]), cmp.Compare(a, b)) })
	return one
}

// held is equal seats with units of one column.
type held struct {
	*seat
	column int
	count  int64
}

// seating is seats with their units, so that all together are worth the most: an optimal solution of an assignment problem.
type seating struct {
	held  []held
	free  []int64 // units of each column; the last column is for seats without a unit
	worth int64
}

func (s *seating) copy(o *seating) {
	s.held, s.free, s.worth = append(s.held[:0], o.held...), append(s.free[:0], o.free...), o.worth
}

func (s *seating) add(one *seat, column int) {
	s.free[column]--
	for n := range s.held {
		if h := &s.held[n]; h.seat == one && h.column == column {
			h.count++
			return
		}
	}
	s.held = append(s.held, held{one, column, 1})
}

// newSeat is the index of the seat that is added, as if it were held.
const newSeat = -1

// assigner adds seats to seatings. It owns the buffers of path.
type assigner struct {
	reach []int64 // by column: the most that all gain if one more seat has a unit there
	mover []int   // by column: the index of the held seat that moves there
	end   int     // the free column with the largest reach, or -1
}

// place adds a seat, for which others may move to another column. It returns false if there is no unit for it.
func (a *assigner) place(s *seating, one *seat) bool {
	a.path(s, one)
	if a.end < 0 {
		return false
	}
	s.worth += a.reach[a.end]
	column := a.end
	for {
		n := a.mover[column]
		if n == newSeat {
			s.add(one, column)
			return true
		}
		h := &s.held[n]
		from := h.column
		h.count--
		s.free[from]++
		s.add(h.seat, column)
		column = from
	}
}

// path finds the moves that gain most if one more seat gets a unit, by the method of Bellman and Ford.
func (a *assigner) path(s *seating, one *seat) {
	for column := range a.reach {
		a.reach[column] = math.MinInt64
	}
	a.end = -1
	for moved := a.extend(s, one, newSeat, 0); moved; {
		moved = false
		for n := range s.held {
			s.held[n].gain = math.MinInt64
		}
		for n := range s.held {
			h := &s.held[n]
			if reach := a.reach[h.column]; h.count > 0 && reach != math.MinInt64 && s.free[h.column] == 0 {
				if gain := reach - h.worth[h.column]; gain > h.gain {
					h.gain, h.from = gain, h.column
				}
			}
		}
		for n := range s.held {
			if h := &s.held[n]; h.count > 0 && h.gain != math.MinInt64 && h.from == h.column {
				moved = a.extend(s, h.seat, n, h.gain) || moved
			}
		}
	}
}

// extend lets a seat move to each column that it prefers to the first free one. Moves by way of a later column gain less, because the
// seating is optimal. It returns whether a seat without a free column may move in turn.
func (a *assigner) extend(s *seating, one *seat, index int, gain int64) (moved bool) {
	for _, column := range one.columns {
		free := s.free[column] > 0
		if reach := gain + one.worth[column]; reach > a.reach[column] {
			a.reach[column], a.mover[column] = reach, index
			if moved = moved || !free; free && (a.end < 0 || reach > a.reach[a.end]) {
				a.end = column
			}
		}
		if free {
			break
		}
	}
	return moved
}
