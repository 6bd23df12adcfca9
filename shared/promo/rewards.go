package promo

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Rewards returns the promotions with a price in points that customers of the country can use now or later, the cheapest first.
func (s *Set) Rewards(country string, now time.Time) (all []*Promotion) {
	for i := range s.All() {
		p := &s.all[i]
		here := len(p.Countries) == 0 || slices.ContainsFunc(p.Countries, func(code string) bool { return strings.EqualFold(code, country) })
		if p.Points > 0 && here && !p.Ended(now) && p.runsFor(currencies[country]) {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *Promotion) int { return cmp.Compare(a.Points, b.Points) })
	return all
}
