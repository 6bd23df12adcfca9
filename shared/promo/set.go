package promo

import "slices"

// Set is the promotions of a brand, prepared for Best. It is immutable.
type Set struct {
	all    []Promotion
	byID   map[string]int
	rates  []int64 // of all: Percent in millionths; all of them for free items
	stacks []int   // of all: the number of the stacking group
	timed  bool    // a promotion has a window
	// program is the rules that were imported with them.
	program Program
}

const (
	million    = 1_000_000
	exclusive  = 0 // the number of promotions without a stacking group
	firstStack = 1 // the number of the first stacking group
)

// NewSet returns the set of promotions in the order of their file. It keeps the slice.
func NewSet(all []Promotion) *Set {
	s := &Set{all: all, byID: make(map[string]int, len(all)), rates: make([]int64, len(all)), stacks: make([]int, len(all))}
	var stacks []string
	for i := range all {
		p := &all[i]
		s.byID[p.ID] = i
		s.stacks[i] = exclusive
		s.timed = s.timed || p.From != nil || p.Until != nil || len(p.Weekdays) > 0 || p.Hours != nil
		switch {
		case p.Kind == ItemFree:
			s.rates[i] = million
		case p.Kind.Percentage():
			s.rates[i] = p.Percent.Shift(percentDigits).IntPart()
		}
		if p.Stack != "" && !p.sharesCap() {
			n := slices.Index(stacks, p.Stack)
			if n < 0 {
				n, stacks = len(stacks), append(stacks, p.Stack)
			}
			s.stacks[i] = firstStack + n
		}
	}
	return s
}

// Set returns the promotions and rules of the file.
func (f File) Set() *Set {
	s := NewSet(f.Promotions)
	if f.Program != nil {
		s.program = *f.Program
	}
	return s
}

// Program returns the rules of the loyalty programme.
func (s *Set) Program() Program {
	if s == nil {
		return Program{}
	}
	return s.program
}

// All returns the promotions in the order of the file. The caller must not change them.
func (s *Set) All() []Promotion {
	if s == nil {
		return nil
	}
	return s.all
}

// Timed reports whether the fulfilment time decides if some of the promotions apply.
func (s *Set) Timed() bool { return s != nil && s.timed }

// Find returns the promotion with the id.
func (s *Set) Find(id string) (*Promotion, bool) {
	if s == nil {
		return nil, false
	}
	i, ok := s.byID[id]
	if !ok {
		return nil, false
	}
	return &s.all[i], true
}
