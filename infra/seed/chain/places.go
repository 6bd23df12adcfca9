package main

import (
	"cmp"
	"fmt"
	"slices"

	"ordering/infra/seed/zipcodes"
	"ordering/shared/location"
)

// locationsByState is how many restaurants a state has, those written by hand among them: 650 in 44 states. The brand is at home in Oklahoma.
var locationsByState = []struct {
	state string
	count int
}{
	{"AL", 16}, {"AK", 3}, {"AZ", 14}, {"AR", 20}, {"CA", 34}, {"CO", 16}, {"CT", 4}, {"FL", 32}, {"GA", 24}, {"HI", 3}, {"ID", 5},
	{"IL", 16}, {"IN", 16}, {"IA", 10}, {"KS", 20}, {"KY", 12}, {"LA", 18}, {"MD", 8}, {"MA", 6}, {"MI", 12}, {"MN", 12}, {"MS", 10},
	{"MO", 24}, {"MT", 4}, {"NE", 8}, {"NV", 8}, {"NJ", 8}, {"NM", 8}, {"NY", 10}, {"NC", 18}, {"OH", 16}, {"OK", 40}, {"OR", 8},
	{"PA", 14}, {"SC", 12}, {"SD", 3}, {"TN", 24}, {"TX", 80}, {"UT", 10}, {"VA", 14}, {"WA", 12}, {"WV", 5}, {"WI", 10}, {"WY", 3},
}

// notOpen are restaurants beside those: the chain's office sees them, guests do not.
var notOpen = []struct{ state, status string }{
	{"TX", "coming soon"}, {"OK", "coming soon"}, {"FL", "coming soon"}, {"AZ", "coming soon"}, {"TN", "coming soon"}, {"WA", "coming soon"},
	{"KS", "closed"}, {"GA", "closed"}, {"OH", "closed"},
}

// How far, in metres, restaurants keep from each other, from those written by hand, whose neighbourhoods are theirs, and at most
// from the middle of their city.
const (
	apart   = 4_000
	respect = 15_000
	suburbs = 30_000
)

// afloat is where the data has post boxes of Cleveland and of Boston: in the lake, and in the harbour. A test of the site's map
// holds every restaurant against the land.
var afloat = []location.Point{{Latitude: 41.6857, Longitude: -81.6728}, {Latitude: 42.3389, Longitude: -70.9196}}

// site is where a restaurant can be built.
type site struct {
	zipcodes.Code
	center location.Point // of its city
}

// sites chooses n places in the state: more in bigger cities, the next always where most people share a restaurant (d'Hondt), and
// within a city far from each other.
func (c *chain) sites(state string, n int) ([]site, error) {
	byCity := map[string][]zipcodes.Code{}
	for _, code := range c.codes {
		if code.State == state && !slices.Contains(afloat, location.Point{Latitude: code.Latitude, Longitude: code.Longitude}) {
			byCity[code.City] = append(byCity[code.City], code)
		}
	}
	type town struct {
		name  string
		free  []site // in the order in which they are built
		size  int
		built int
	}
	var towns []*town
	for name, codes := range byCity {
		free, size := c.spread(codes)
		towns = append(towns, &town{name: name, free: free, size: size})
	}
	slices.SortFunc(towns, func(a, b *town) int { return cmp.Compare(a.name, b.name) })
	var chosen []site
	for len(chosen) < n {
		var best *town
		for _, t := range towns {
			if t.built < len(t.free) && (best == nil || t.size*(best.built+1) > best.size*(t.built+1)) {
				best = t
			}
		}
		if best == nil {
			return nil, fmt.Errorf("%s has room for %d of %d", state, len(chosen), n)
		}
		next := best.free[best.built]
		best.built++
		// Two towns may share a border.
		if c.crowded(next.point(), apart) {
			continue
		}
		c.places = append(c.places, next.point())
		chosen = append(chosen, next)
	}
	return chosen, nil
}

func (s site) point() location.Point {
	return location.Point{Latitude: s.Latitude, Longitude: s.Longitude}
}

func (c *chain) crowded(p location.Point, meters float64) bool {
	return slices.ContainsFunc(c.places, func(q location.Point) bool { return p.Meters(q) < meters })
}

// spread puts a city's codes into the order in which restaurants are built: the middle, then always the one farthest from all
// before. The size is how many areas the city has; codes of single buildings and post boxes lie on top of each other.
func (c *chain) spread(codes []zipcodes.Code) (free []site, size int) {
	areas := map[location.Point]bool{}
	var lat, lon []float64
	for _, code := range codes {
		areas[location.Point{Latitude: code.Latitude, Longitude: code.Longitude}] = true
		lat, lon = append(lat, code.Latitude), append(lon, code.Longitude)
	}
	slices.Sort(lat)
	slices.Sort(lon)
	center := location.Point{Latitude: lat[len(lat)/2], Longitude: lon[len(lon)/2]}
	var left []site
	for _, code := range codes {
		s := site{code, center}
		if center.Meters(s.point()) < suburbs && !c.near(s) {
			left = append(left, s)
		}
	}
	slices.SortStableFunc(left, func(a, b site) int { return cmp.Compare(center.Meters(a.point()), center.Meters(b.point())) })
	for len(left) > 0 {
		far, most := 0, -1.0
		for i, s := range left {
			nearest := 2.0 * suburbs
			for _, built := range free {
				nearest = min(nearest, s.point().Meters(built.point()))
			}
			if nearest > most {
				far, most = i, nearest
			}
		}
		if most < apart {
			break
		}
		free = append(free, left[far])
		left = slices.Delete(left, far, far+1)
	}
	return free, len(areas)
}

// near says whether the site is in the neighbourhood of a restaurant written by hand, or nearer to the middle of its city.
func (c *chain) near(s site) bool {
	return slices.ContainsFunc(c.places[:byHand], func(q location.Point) bool {
		return s.point().Meters(q) < respect || s.center.Meters(q) < respect && s.center.Meters(s.point()) < s.center.Meters(q)
	})
}
