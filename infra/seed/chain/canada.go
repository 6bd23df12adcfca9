package main

import (
	"fmt"
	"math/rand/v2"
)

// north are the Canadian restaurants beside those written by hand: 24 in four provinces, by the first half of their postal codes.
var north = []struct{ area, city, label, street string }{
	{"M1P", "Toronto", "Scarborough", "1510 Midland Ave"}, {"M8V", "Toronto", "Lakeshore", "2810 Lake Shore Blvd W"},
	{"L5B", "Mississauga", "City Centre", "210 City Centre Dr"}, {"L8P", "Hamilton", "Locke Street", "188 Locke St S"},
	{"N6A", "London", "Richmond Row", "560 Richmond St"}, {"N2G", "Kitchener", "Victoria Park", "95 Queen St S"},
	{"K7L", "Kingston", "Princess Street", "241 Princess St"}, {"N9A", "Windsor", "Riverfront", "330 Ouellette Ave"},
	{"H7N", "Laval", "Pont-Viau", "155 boul. des Laurentides"}, {"J8X", "Gatineau", "Vieux-Hull", "92 rue Eddy"},
	{"J4H", "Longueuil", "Vieux-Longueuil", "310 rue Saint-Charles Ouest"}, {"J1H", "Sherbrooke", "Wellington", "127 rue Wellington Nord"},
	{"G9A", "Trois-Rivières", "Des Forges", "1420 rue des Forges"},
	{"V1Y", "Kelowna", "Bernard Avenue", "345 Bernard Ave"}, {"V3T", "Surrey", "Whalley", "10250 King George Blvd"},
	{"T2P", "Calgary", "Stephen Avenue", "214 8 Ave SW"}, {"T5J", "Edmonton", "Jasper Avenue", "10125 Jasper Ave"}, {"T4N", "Red Deer", "Ross Street", "4915 Ross St"},
}

// canada builds them, each within its postal area. The second half of the code is made up.
func (c *chain) canada(build func(site, *rand.Rand, map[string]string) error) error {
	for i, n := range north {
		at := -1
		for j, code := range c.codes {
			if code.Zip == n.area {
				at = j
			}
		}
		if at < 0 {
			return fmt.Errorf("no postal area %s", n.area)
		}
		s := site{Code: c.codes[at]}
		s.City, s.Zip = n.city, fmt.Sprintf("%s %d%c%d", n.area, 1+i%9, "ABCEGHJKLMNP"[i%12], 1+i%8)
		s.center = s.point()
		if err := build(s, dice(n.area), map[string]string{"name": n.label, "street": n.street}); err != nil {
			return err
		}
	}
	return nil
}
