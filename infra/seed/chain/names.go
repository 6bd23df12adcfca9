package main

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"ordering/shared/location"
)

// Roads and neighbourhoods that any town may have.
const (
	roads = "Main Street|Broadway|Market Street|Lincoln Avenue|Washington Street|Jefferson Street|Madison Avenue|Franklin Street|Jackson Street|Monroe Street|" +
		"Adams Street|Church Street|Mill Street|Front Street|Water Street|Railroad Avenue|Depot Street|Commerce Street|Center Street|State Street|" +
		"Maple Avenue|Oak Street|Walnut Street|Chestnut Street|Elm Street|Cedar Avenue|Pecan Street|Magnolia Avenue|Sycamore Street|Cherry Street|" +
		"Memorial Drive|University Avenue|College Avenue|Academy Road|Hospital Drive|Airport Road|Industrial Boulevard|Highland Avenue|Summit Avenue|Park Avenue|" +
		"Garden Street|Spring Street|Lake Street|River Road|Bluff Street|Canal Street|Bridge Street|Ferry Road|Prairie Avenue|Meadow Lane|" +
		"Pioneer Parkway|Frontier Road|Ranch Road|Orchard Road|Vine Street|Hickory Street|Dogwood Drive|Fairground Road|Stadium Drive|Library Street|" +
		"2nd Street|3rd Street|4th Street|5th Avenue|6th Street|7th Street|8th Avenue|9th Street|10th Street|12th Street|14th Street|21st Street|31st Street|41st Street"
	quarters = "Riverside|Midtown|Uptown|Old Town|Fairview|Lakeview|Mill Creek|Union Station|Depot District|Market Square|Courthouse Square|Stockyards|College Hill|" +
		"University Heights|Highland Park|Oak Grove|Cedar Ridge|Maple Grove|Walnut Hill|Cherry Hill|Rose Hill|Sunnyside|Five Points|Garden District|The Heights|" +
		"Warehouse District|Arts District|Mill District|Cotton District|Ballpark Village|Fairgrounds|Station Square|Greenway|Meadowbrook|Pleasant Valley|Indian Hills|" +
		"Stonebridge|Brookhaven|Kingsgate|Crestwood|Lakewood|Ridgewood|Glenwood|Inglewood|Rosewood|Westover|Eastlake|Northpark|Southpark|Westpark|Eastpark"
)

// short are kinds of roads as an address has them.
var short = strings.NewReplacer(" Street", " St", " Avenue", " Ave", " Drive", " Dr", " Road", " Rd", " Boulevard", " Blvd", " Parkway", " Pkwy", " Lane", " Ln")

// pick is one of the names of a list.
func pick(r *rand.Rand, list string) string {
	names := strings.Split(list, "|")
	return names[r.IntN(len(names))]
}

// name gives the restaurant a label that no other of its city has, its street address, and its slug. A label that is a road's is
// the road that it stands at.
func (c *chain) name(r *rand.Rand, s site) (label, street, slug string) {
	for tries := 0; ; tries++ {
		road := pick(r, roads)
		label = road
		if tries == 0 && s.center.Meters(s.point()) < 1_000 && r.IntN(5) == 0 {
			label = "Downtown"
		} else if r.IntN(100) < 45 {
			label = pick(r, quarters)
		}
		if slug = location.Slug(label + " " + s.City); c.named[slug+"|"+s.State] {
			continue
		}
		c.named[slug+"|"+s.State] = true
		if c.named[slug] { // a city of that name in another state
			slug += "-" + strings.ToLower(s.State)
		}
		c.named[slug] = true
		return label, strconv.Itoa(100+r.IntN(89)*100+r.IntN(99)) + side(s) + " " + short.Replace(road), slug
	}
}

// side is where in its city a street number counts from: " N" to the north of the middle.
func side(s site) string {
	north, east := s.Latitude-s.center.Latitude, s.Longitude-s.center.Longitude
	switch {
	case max(north, -north, east, -east) < 0.01:
		return ""
	case north >= max(east, -east):
		return " N"
	case -north >= max(east, -east):
		return " S"
	case east > 0:
		return " E"
	}
	return " W"
}
