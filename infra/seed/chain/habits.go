package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"ordering/shared/location"
)

// chance is one of some values, by weight.
type chance []struct {
	weight int
	value  string
}

func (c chance) roll(r *rand.Rand) string {
	sum := 0
	for _, one := range c {
		sum += one.weight
	}
	n := r.IntN(sum)
	for _, one := range c {
		if n -= one.weight; n < 0 {
			return one.value
		}
	}
	return ""
}

var (
	hours = chance{
		{40, ""}, // the brand's
		{12, "Su-Th 10:30-22:00; Fr-Sa 10:30-00:00"}, {9, "Su-Th 10:30-23:00; Fr-Sa 10:30-01:00"}, {6, "Su-We 10:30-23:00; Th-Sa 10:30-02:00"},
		{3, "Su-Sa 10:30-01:30"}, {10, "Su-Th 06:00-22:00; Fr-Sa 06:00-23:00"}, {6, "Mo closed; Tu-Th 11:00-21:00; Fr-Sa 11:00-22:00; Su 11:00-20:00"},
		{4, "Su closed; Mo-Sa 10:30-21:00"}, {4, "Mo-Th 11:00-14:30, 17:00-21:00; Fr-Su 11:00-22:00"}, {4, "Mo-Sa 10:30-21:30; Su 11:00-20:00"}, {2, "24/7"},
	}
	ways = chance{
		{26, "pickup"}, {34, "pickup, curbside"}, {16, "dine-in, pickup, curbside"}, {14, "pickup, curbside, drive-through"}, {10, "dine-in, pickup"},
	}
	curbside = chance{{65, ""}, {20, "Mo-Su 11:00-21:00"}, {10, "Mo-Th 11:00-20:00; Fr-Su 11:00-21:00"}, {5, "Mo-Fr 11:00-19:00"}}
	partners = chance{{4, "Fetchwell"}, {2, "Trayrunner"}, {1, "Porchline"}}
	radii    = chance{{3, "3 mi"}, {4, "4 mi"}, {3, "5 mi"}, {1, "7 mi"}}
	radiiKm  = chance{{3, "5 km"}, {3, "7 km"}, {1, "10 km"}}
	kitchens = chance{{70, ""}, {15, "150/14"}, {10, "180/16"}, {5, "90/9"}}
)

// says are sentences under a name, in English and in French; most restaurants have none.
var says = []struct{ en, fr string }{
	{"On the corner, with the smoker out back.", "Au coin de la rue, le fumoir derrière."},
	{"Across from the courthouse.", "En face du palais de justice."},
	{"Next to the hardware store.", "À côté de la quincaillerie."},
	{"Off the highway. Follow the smoke.", "À la sortie de l’autoroute. Suivez la fumée."},
	{"Two blocks from the ballpark.", "À deux rues du stade."},
	{"Patio out back, dogs welcome.", "Terrasse à l’arrière, chiens bienvenus."},
	{"Under the old water tower.", "Sous le vieux château d’eau."},
	{"In the old fire station.", "Dans l’ancienne caserne de pompiers."},
	{"Parking behind, off the alley.", "Stationnement à l’arrière, par la ruelle."},
	{"Between the bank and the barber.", "Entre la banque et le barbier."},
	{"By the rail yard.", "Près de la gare de triage."},
	{"Counter service, long tables.", "Service au comptoir, grandes tables."},
	{"The one with the red awning.", "Celui à l’auvent rouge."},
	{"Across from the high school.", "En face de l’école secondaire."},
}

// habits gives the restaurant its hours, its ways to order and what sets it apart.
func (c *chain) habits(r *rand.Rand, s site, at location.Point, values map[string]string) {
	canada := strings.Contains(s.Zip, " ")
	values["hours"] = hours.roll(r)
	values["handoffs"] = ways.roll(r)
	if n := r.IntN(len(says) * 5 / 2); n < len(says) {
		values["subtitle"], values["subtitle fr"] = says[n].en, says[n].fr
	}
	if n := r.IntN(100); n < 3 {
		values["online ordering"] = "no"
	} else if n < 5 && values["status"] == "" {
		values["by appointment"], values["online ordering"] = "yes", "no"
	}
	// Nothing is brought out before the doors open or after they have closed.
	if early := strings.HasPrefix(values["hours"], "Mo"); strings.Contains(values["handoffs"], "curbside") && !early && !strings.HasPrefix(values["hours"], "Su closed") {
		values["curbside hours"] = curbside.roll(r)
	}
	if r.IntN(100) < 24 {
		values["delivery partner"] = partners.roll(r)
		values["handoffs"] += ", delivery"
		switch n := r.IntN(100); {
		case n < 15:
			values["delivery zone"] = district(r, at)
		case n < 80 && canada:
			values["delivery zone"] = radiiKm.roll(r)
		case n < 80:
			values["delivery zone"] = radii.roll(r)
		}
	}
	values["capacity minutes"], values["capacity orders"], _ = strings.Cut(kitchens.roll(r), "/")
	for _, network := range []string{"facebook", "instagram"} {
		if r.IntN(100) < 25 {
			values[network] = fmt.Sprintf("https://www.%s.com/bdb-%s.example", network, values["slug"])
		}
	}
}

// district is a delivery zone with six corners around the restaurant, as a street map would cut it.
func district(r *rand.Rand, at location.Point) string {
	corners := make([]string, 6)
	for i := range corners {
		turn, reach := 2*math.Pi*float64(i)/6, 0.03+0.03*r.Float64() // degrees: about 3 to 6 km
		corners[i] = fmt.Sprintf("%.3f %.3f", at.Longitude+reach*math.Cos(turn)/math.Cos(at.Latitude*math.Pi/180), at.Latitude+reach*math.Sin(turn))
	}
	return "POLYGON ((" + strings.Join(corners, ", ") + "))"
}
