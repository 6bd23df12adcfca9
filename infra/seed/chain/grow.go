package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"ordering/shared/location"
)

// byHand is how many restaurants first.csv has.
const byHand = 24

// dice are a restaurant's own: one more elsewhere changes nothing of it.
func dice(seed string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(seed))
	return rand.New(rand.NewPCG(1941, h.Sum64()))
}

// grow makes the restaurants that are missing.
func (c *chain) grow() error {
	if len(c.rows) != byHand {
		return fmt.Errorf("first.csv has %d restaurants, not %d", len(c.rows), byHand)
	}
	areas, err := c.areas()
	if err != nil {
		return err
	}
	build := func(s site, r *rand.Rand, values map[string]string) error {
		return c.build(s, r, areas[s.State], values)
	}
	for _, g := range locationsByState {
		sites, err := c.sites(g.state, g.count-c.count[g.state])
		if err != nil {
			return err
		}
		for _, s := range sites {
			if err := build(s, dice(s.Zip), map[string]string{}); err != nil {
				return err
			}
		}
	}
	if err := c.canada(build); err != nil {
		return err
	}
	for _, n := range notOpen {
		sites, err := c.sites(n.state, 1)
		if err != nil {
			return err
		}
		if err := build(sites[0], dice(sites[0].Zip), map[string]string{"status": n.status}); err != nil {
			return err
		}
	}
	return nil
}

// build writes a restaurant at the site; values has what is settled before.
func (c *chain) build(s site, r *rand.Rand, areas []area, values map[string]string) error {
	// Somewhere within its postal area, not upon its very middle.
	at := location.Point{Latitude: s.Latitude + (r.Float64()-0.5)*0.008, Longitude: s.Longitude + (r.Float64()-0.5)*0.008}
	phone, err := c.phone(areas, at)
	if err != nil {
		return err
	}
	slug := location.Slug(values["name"] + " " + s.City)
	if values["name"] == "" {
		values["name"], values["street"], slug = c.name(r, s)
	}
	for name, value := range map[string]string{
		"slug": slug, "city": s.City, "state": s.State, "zip": s.Zip, "phone": phone,
		"latitude": fmt.Sprintf("%.5f", at.Latitude), "longitude": fmt.Sprintf("%.5f", at.Longitude), "time zone": c.zone(at.Latitude, at.Longitude),
	} {
		values[name] = value
	}
	c.habits(r, s, at, values)
	return c.add(values)
}
