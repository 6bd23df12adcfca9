package promo

import "math"

// impossible is the worth of a unit that a seat cannot have.
const impossible = math.MinInt64 / 64

// seat is what a promotion needs of a unit. Equal seats share one value.
type seat struct {
	rules   uint64  // that reduce the unit; 0: it is paid in full
	worth   []int64 // by column: what the seat takes off more than the promotions of every unit, in cents times scale
	columns []int   // that the seat can have
	gain    int64   // buffer of reach: the worth of all moves until one of these seats leaves the column from
	from    int
}

func (one *seat) allow(column int, worth int64) {
	one.worth[column] = worth
	one.columns = append(one.columns, column)
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

// hop is a step of the way to a column: the index of the held seat that moves there, or newSeat.
type hop int

const newSeat hop = -1

// assigner adds seats to a seating. It owns the buffers.
type assigner struct {
	reach []int64 // by column: the most that all gain if one more seat has a unit there
	hops  []hop
}

// place adds a seat, for which others may move to another column. It returns false if there is no unit for it.
func (a *assigner) place(s *seating, one *seat) bool {
	column := one.best()
	if column < 0 {
		return false
	}
	if s.free[column] > 0 { // each other way ends with a seat that moves to a column that it does not prefer
		s.worth += one.worth[column]
		s.add(one, column)
		return true
	}
	if column = a.path(s, one); column < 0 {
		return false
	}
	s.worth += a.reach[column]
	for {
		h := a.hops[column]
		if h == newSeat {
			s.add(one, column)
			return true
		}
		from := s.held[h].column
		s.held[h].count--
		s.free[from]++
		s.add(s.held[h].seat, column)
		column = from
	}
}

func (one *seat) best() int {
	best := -1
	for _, column := range one.columns {
		if best < 0 || one.worth[column] > one.worth[best] {
			best = column
		}
	}
	return best
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

// path finds the most that all gain if one more seat gets a unit, by the method of Bellman and Ford. It returns the free column at the end of
// the moves, or -1.
func (a *assigner) path(s *seating, one *seat) (end int) {
	for column := range a.reach {
		a.reach[column], a.hops[column] = impossible, newSeat
	}
	for _, column := range one.columns {
		a.reach[column] = one.worth[column]
	}
	for moved := true; moved; {
		moved = false
		for n := range s.held {
			s.held[n].gain = impossible
		}
		for n := range s.held {
			h := &s.held[n]
			if reach := a.reach[h.column]; h.count > 0 && reach != impossible && s.free[h.column] == 0 && reach-h.worth[h.column] > h.gain {
				h.gain, h.from = reach-h.worth[h.column], h.column
			}
		}
		for n := range s.held {
			h := &s.held[n]
			if h.count == 0 || h.gain == impossible || h.from != h.column {
				continue
			}
			for _, column := range h.columns {
				if reach := h.gain + h.worth[column]; reach > a.reach[column] {
					a.reach[column], a.hops[column], moved = reach, hop(n), true
				}
			}
		}
	}
	end = -1
	for column, free := range s.free {
		if free > 0 && a.reach[column] != impossible && (end < 0 || a.reach[column] >= a.reach[end]) {
			end = column
		}
	}
	return end
}
