package importer

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ordering/shared/location"
	"ordering/shared/money"
)

// newLocation returns a restaurant with the brand's defaults. It does not cater.
func newLocation(id string) location.Location {
	return location.Location{
		ID: id, Status: location.StatusOpen, OnlineOrdering: true, Handoffs: []location.Handoff{location.Pickup},
		LeadMinutes: 15, Capacity: location.Capacity{Minutes: 120, Orders: 12}, Hours: location.Hours{Regular: brandHours},
	}
}

var brandHours = location.Daily(10*60+30, 22*60)

// draft is a row that is being converted into a restaurant.
type draft struct {
	*row
	in       Input
	location location.Location
	known    bool // the table has the restaurant
}

// short returns a parser that refuses a text of more than n bytes.
func short(n int) func(string) (string, error) {
	return func(s string) (string, error) {
		if s = readable(s); len(s) > n {
			return "", fmt.Errorf("it is longer than %d bytes: %s", n, quoted(s))
		}
		return s, nil
	}
}

// street returns the street with the house number, which may be in another column.
func (d *draft) street() picked[string] {
	street := pick(d.row, "street", short(200))
	if number := d.get("house number"); street.given && number != "" && !strings.HasPrefix(street.value, number+" ") {
		street.value = readable(number + " " + street.value)
	}
	if second := readable(d.get("street 2")); street.given && second != "" {
		street.value += ", " + second
	}
	return street
}

func parseCity(s string) (string, error) {
	s, err := short(200)(s)
	if err == nil && location.Slug(s) == "" {
		err = fmt.Errorf("%s has no Latin letter or digit, which the address of its page needs", quoted(s))
	}
	return s, err
}

// need takes a required part of the address. Without its column a known restaurant keeps its value, and a new one is rejected.
func need[T any](d *draft, column string, to *T, v picked[T]) {
	switch {
	case v.err != nil:
		d.fail(v.title, v.err)
	case v.given:
		*to = v.value
	case !d.has(column) && d.known:
	case !d.has(column):
		d.reject(column, "the file has no such column")
	default:
		d.reject(column, "it is empty")
	}
}

// address reads the address; false if it is unknown.
func (d *draft) address() bool {
	a := &d.location.Address
	before := *a
	need(d, "street", &a.Street, d.street())
	need(d, "city", &a.City, pick(d.row, "city", parseCity))
	region, _ := location.RegionByCode(a.State)
	need(d, "state", &region, pick(d.row, "state", parseRegion))
	if d.rejected {
		return false
	}
	a.State, a.Country = region.Code, region.Country
	switch given := country(d.get("country")); given {
	case "", a.Country:
	case "US", "CA":
		d.note("country", "%s does not contain %s, which is in %s", quoted(d.get("country")), a.State, a.Country)
	default:
		d.reject("country", "%s does not contain %s", quoted(d.get("country")), a.State)
	}
	take(d.row, "zip", &a.Zip, "", zipOf(a.Country))
	if a.Zip == "" && d.has("zip") && !d.rejected {
		d.note("zip", "it is empty")
	}
	d.coordinates(a, before)
	return !d.rejected
}

// country returns the code of a country; an unknown one does not change.
func country(s string) string {
	switch strings.ToLower(strings.Trim(s, ".")) {
	case "us", "usa", "u.s", "u.s.a", "united states", "united states of america", "1":
		return "US"
	case "ca", "can", "canada", "2":
		return "CA"
	}
	return s
}

// stateAbbreviations maps traditional abbreviations of states, such as Okla., to postal codes.
var stateAbbreviations = reversed(map[string]string{
	"AL": "ala", "AZ": "ariz", "AR": "ark", "CA": "cal calif", "CO": "colo", "CT": "conn", "DE": "del", "FL": "fla", "IL": "ill", "IN": "ind",
	"KS": "kan kans", "MA": "mass", "MI": "mich", "MN": "minn", "MS": "miss", "MT": "mont", "NE": "neb nebr", "NV": "nev", "NM": "nmex",
	"ND": "ndak", "OK": "okla", "OR": "ore oreg", "PA": "penn penna", "SD": "sdak", "TN": "tenn", "TX": "tex", "WA": "wash", "WV": "wva",
	"WI": "wis wisc", "WY": "wyo", "AB": "alta", "MB": "man", "NL": "nfld", "ON": "ont", "QC": "que", "SK": "sask",
})

// countryBefore matches the country before a state, as in ISO 3166-2: US-TX.
var countryBefore = regexp.MustCompile(`^(?i:usa?|can?)[-_ ]+`)

// parseRegion reads a state or province: TX, Texas, Tex., US-TX, or an object that has one of them.
func parseRegion(s string) (location.Region, error) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(`:;,|{}[]"`, r) })
	for _, part := range append([]string{s}, parts...) {
		for _, name := range []string{part, countryBefore.ReplaceAllString(strings.TrimSpace(part), "")} {
			compact := strings.ReplaceAll(location.Fold(name), " ", "")
			for _, try := range []string{name, compact, stateAbbreviations[compact]} {
				if region, ok := location.ParseRegion(try); ok {
					return region, nil
				}
			}
		}
	}
	return location.Region{}, fmt.Errorf("%s is not a state of the United States or a province of Canada", quoted(s))
}

var (
	zipCode    = regexp.MustCompile(`^(\d{3,5}|\d{8,9})$`)
	postalCode = regexp.MustCompile(`^[A-Z]\d[A-Z](\d[A-Z]\d)?$`) // Canadian, without its space, or the first half of one
)

// zipOf returns a parser for a ZIP code, or a postal code or its first half. Spreadsheets lose the leading zeros of a ZIP code, and may add
// ".0".
func zipOf(country string) func(string) (string, error) {
	return func(given string) (string, error) {
		given = strings.TrimSuffix(given, ".0")
		code := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(given))
		switch {
		case country == "CA" && !postalCode.MatchString(code):
			return "", fmt.Errorf("%s is not a postal code such as H2X 1Y4", quoted(given))
		case country == "CA":
			return strings.TrimSpace(code[:3] + " " + code[3:]), nil
		case !zipCode.MatchString(code):
			return "", fmt.Errorf("%s is not a ZIP code such as 74105", quoted(given))
		case len(code) <= 5:
			return ("00" + code)[len(code)-3:], nil
		}
		code = ("0" + code)[len(code)-8:]
		return code[:5] + "-" + code[5:], nil
	}
}

// boxes are the plausible coordinates of countries, and of states far from theirs: south, north, west and east in degrees.
var boxes = map[string][4]float64{
	"US": {17.5, 72, -180, -64.5}, "CA": {41.6, 84, -141.1, -52}, // from Hawaii and Alaska to Newfoundland and Puerto Rico
	"US-AK": {17.5, 72, -188, -64.5}, "US-AS": {-15, -10, -172, -168}, "US-GU": {13, 21, 144, 147}, "US-MP": {13, 21, 144, 147},
}

// within reports whether coordinates are plausible for the address.
func within(a *location.Address, latitude, longitude float64) bool {
	box, far := boxes[a.Country+"-"+a.State]
	if !far {
		box = boxes[a.Country]
	}
	if a.State == "AK" && longitude > 172 { // the Aleutian Islands cross 180 degrees
		longitude -= 360
	}
	return box[0] < latitude && latitude < box[1] && box[2] < longitude && longitude < box[3]
}

// degrees returns a parser for a coordinate between -limit and limit.
func degrees(limit float64) func(string) (float64, error) {
	return func(given string) (float64, error) {
		text := given
		if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
			text = strings.Replace(text, ",", ".", 1) // the decimal comma of a French spreadsheet
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
			return 0, fmt.Errorf("%s is not a number of degrees", quoted(given))
		case math.Abs(v) > limit:
			return 0, fmt.Errorf("%s is not between -%v and %v", quoted(given), limit, limit)
		}
		return v, nil
	}
}

// coordinates reads the coordinates of the address. Without coordinates in the file, a restaurant with stored coordinates keeps them; any
// other gets those of its ZIP code.
func (d *draft) coordinates(a *location.Address, before location.Address) {
	lat, lon := pick(d.row, "latitude", degrees(90)), pick(d.row, "longitude", degrees(180))
	for _, p := range []picked[float64]{lat, lon} {
		if p.err != nil {
			d.fail(p.title, p.err)
		}
	}
	switch {
	case d.rejected:
	case lat.given && lon.given && (lat.value != 0 || lon.value != 0): // 0, 0 stands for unknown
		a.Latitude, a.Longitude = lat.value, lon.value
		d.checkPlace(a)
	default:
		if byCode, _ := location.PointOf(before.Zip); !d.known || byCode == before.Point() && a.Zip != before.Zip {
			d.placeByCode(a)
		}
	}
}

func (d *draft) placeByCode(a *location.Address) {
	at, state := location.PointOf(a.Zip)
	switch {
	case a.Zip == "":
		d.reject("latitude", "there are no coordinates, and no ZIP code to place it by")
	case state == "":
		d.reject("zip", "there are no coordinates, and no place is known for %s", quoted(a.Zip))
	case state != a.State:
		d.reject("zip", "there are no coordinates, and %s is in %s, not in %s", quoted(a.Zip), state, a.State)
	default:
		a.Latitude, a.Longitude = at.Latitude, at.Longitude
		d.note("latitude", "there are no coordinates: placed by its ZIP code, which may be some kilometres off")
	}
}

// checkPlace rejects coordinates outside the address's country.
func (d *draft) checkPlace(a *location.Address) {
	switch lat, lon := a.Latitude, a.Longitude; {
	case within(a, lat, lon):
	case within(a, lon, lat):
		d.reject("latitude", "%v, %v is not in %s: are latitude and longitude exchanged?", lat, lon, a.State)
	case within(a, lat, -lon):
		d.reject("longitude", "%v is not in %s: is the minus sign missing?", lon, a.State)
	default:
		d.reject("latitude", "%v, %v is not in %s", lat, lon, a.State)
	}
}

// label returns the street without its house number, and the city.
func label(street, city string) string {
	name := strings.TrimSpace(strings.TrimLeft(street, "0123456789-"))
	if len(name) < 3 || !strings.Contains(street, " ") {
		name = street
	}
	return name + ", " + city
}

// fill takes the row's values besides the address.
func (d *draft) fill() {
	l := &d.location
	if l.Currency = money.USD; l.Address.Country == "CA" {
		l.Currency = money.CAD
	}
	if !d.known {
		l.ExternalID, l.Label = d.rawID(), label(l.Address.Street, l.Address.City)
	}
	for _, c := range columns {
		if c.read != nil {
			c.read(d, c.name)
		}
	}
	switch {
	case len(l.Assumed) == 0:
	case d.in.Confirm:
		d.note("", "confirmed as assumed: %s", strings.Join(l.Assumed, ", "))
		l.Assumed = nil
	case !d.rejected:
		d.report.Assumed++
	}
}

// rawID returns the id as the file has it.
func (d *draft) rawID() string { return pick(d.row, "id", parseID).value }

func (d *draft) externalID(column string) {
	take(d.row, column, &d.location.ExternalID, d.rawID(), text)
}

func (d *draft) name(column string) {
	l := &d.location
	given := take(d.row, column, &l.Label, label(l.Address.Street, l.Address.City), short(120))
	if !given && d.has(column) && !d.rejected {
		d.note(column, "it is empty: the street becomes the name")
	}
}

// optional takes an optional value: a wrong one is omitted, with a note.
func (d *draft) optional(column string, to *string, parse func(string) (string, error)) {
	if v := pick(d.row, column, parse); v.err != nil {
		d.report.Note(d.number, v.title, "%v: omitted", v.err)
	} else if d.has(column) {
		*to = v.value
	}
}

func (d *draft) phone(column string) {
	d.optional(column, &d.location.Phone, func(given string) (string, error) {
		number, ok := given, e164(given)
		if !ok && d.in.Phone != nil {
			number, ok = d.in.Phone(given, d.location.Address.Country)
		}
		if !ok {
			return "", fmt.Errorf("%s is not a phone number", quoted(given))
		}
		return number, nil
	})
}

// e164 reports whether s is a number of North America in E.164.
func e164(s string) bool {
	rest, ok := strings.CutPrefix(s, "+1")
	return ok && len(rest) == 10 && strings.Trim(rest, "0123456789") == ""
}

func (d *draft) zone(column string) {
	l := &d.location
	if !d.has(column) && d.known {
		return
	}
	zone := pick(d.row, column, timezoneNamed)
	found := ""
	if !zone.given && d.in.Zone != nil {
		found, _ = timezoneNamed(d.in.Zone(l.Address.Latitude, l.Address.Longitude))
	}
	switch {
	case zone.err != nil && found != "":
		d.note(column, "%v: %s by the coordinates", zone.err, found)
	case zone.err != nil:
		d.reject(column, "%v such as America/Chicago", zone.err)
	case !zone.given && found == "":
		d.reject(column, "it is empty, and no time zone is known at %v, %v", l.Address.Latitude, l.Address.Longitude)
	}
	l.TimeZone = zone.value + found
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// hours reads one column for the week, or one for each day. A new restaurant's missing or unreadable hours are the brand's. Unreadable
// hours of a known restaurant reject the row, unless its hours are assumed or confirmed anyway: else it would keep the old ones unnoticed.
func (d *draft) hours(column string) {
	h, before := &d.location.Hours, d.location.Hours.Regular
	said, emptied := [7]bool{}, false
	strict := d.known && !d.in.Confirm && !slices.Contains(d.location.Assumed, column)
	for i, column := range append([]string{column}, weekdays...) {
		c := pick(d.row, column, parseCalendar)
		switch {
		case !d.has(column):
			continue
		case c.err != nil && strict:
			d.fail(c.title, c.err)
			continue
		case c.err != nil:
			d.report.Note(d.number, c.title, "%v: not read", c.err)
			continue
		case !c.given:
			c.value.week, emptied = brandHours, true
		case i == 0:
			h.Exceptions = c.value.dates
		}
		for day := range weekdays {
			if i == 0 || day == i-1 {
				h.Regular[day], said[day] = c.value.week[day], c.given
			}
		}
	}
	switch {
	case !slices.Contains(said[:], false):
		d.given(column)
	case !d.known || emptied && !reflect.DeepEqual(before, h.Regular):
		d.assume(column, "no hours: assumed daily 10:30 to 22:00")
	}
}

// assume marks a missing value that orders depend on: until it is confirmed or given, the restaurant takes no orders.
func (d *draft) assume(column, note string) {
	d.given(column)
	d.location.Assumed = append(d.location.Assumed, column)
	slices.Sort(d.location.Assumed)
	d.note(column, "%s", note)
}

// given marks a value as no longer assumed.
func (d *draft) given(column string) {
	d.location.Assumed = slices.DeleteFunc(slices.Clone(d.location.Assumed), func(c string) bool { return c == column })
}
