package promo

// Set is the promotions of a brand, prepared for the prices of baskets. It is immutable.
type Set struct{ all []Promotion }

// NewSet returns the set of promotions in the order of their file. It keeps the slice.
func NewSet(all []Promotion) *Set { return &Set{all} }

// All returns the promotions in the order of the file. The caller must not change them.
func (s *Set) All() []Promotion { return s.all }
