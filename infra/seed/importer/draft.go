package importer

import (
	"math"
	"strconv"
	"strings"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
)

// newLocation is a restaurant with the brand's defaults for what a file does not say. It takes orders at once, and does not cater.
func newLocation(id string, a location.Address) location.Location {
	l := location.Location{
		ID: id, Address: a, Currency: money.USD, Status: location.StatusOpen, OnlineOrdering: true, Handoffs: []location.Handoff{location.Pickup},
		LeadMinutes: 15, Capacity: location.Capacity{Minutes: 120, Orders: 12},
	}
	if a.Country == "CA" {
		l.Currency = money.CAD
	}
	l.Hours.Regular = brandHours
	return l
}

var brandHours = func() (w location.Week) {
	for day := range w {
		w[day] = []location.Range{{Open: 10*60 + 30, Close: 22 * 60}}
	}
	return w
}()

// draft is a row on its way to become a restaurant.
type draft struct {
	row      row
	in       Input
	report   *Report
	location location.Location
	rejected bool
}

func (d *draft) reject(column, format string, args ...any) {
	d.rejected = true
	d.report.Reject(d.row.number, d.row.title(column), format, args...)
}

func (d *draft) note(column, format string, args ...any) {
	d.report.Note(d.row.number, d.row.title(column), format, args...)
}

// address reads where the restaurant is; false when that cannot be known.
func (d *draft) address() (location.Address, bool) {
	r := d.row
	a := location.Address{Street: readable(strings.TrimSpace(r.get("house number") + " " + r.get("street"))), City: readable(r.get("city"))}
	if second := readable(r.get("street 2")); second != "" && a.Street != "" {
		a.Street += ", " + second
	}
	for column, value := range map[string]string{"street": a.Street, "city": a.City} {
		if value == "" {
			d.reject(column, "it is empty")
		} else if len(value) > 200 {
			d.reject(column, "it is longer than 200 bytes: %s", quoted(value))
		}
	}
	if a.City != "" && location.Slug(a.City) == "" {
		d.reject("city", "%s has no Latin letter and no digit, of which the address of its page is made: write it in them", quoted(a.City))
	}
	region, ok := location.ParseRegion(r.get("state"))
	switch {
	case r.get("state") == "":
		d.reject("state", "it is empty")
	case !ok:
		d.reject("state", "%s is no state of the United States and no province of Canada", quoted(r.get("state")))
	}
	a.State, a.Country = region.Code, region.Country
	if given := country(r.get("country")); ok && given != "" && given != a.Country {
		d.reject("country", "%s does not hold %s", quoted(r.get("country")), region.Code)
	}
	if ok {
		a.Zip = d.zip(a)
	}
	d.coordinates(&a)
	return a, !d.rejected
}

// country is the code of a country as files write it; what is not known stays as it is.
func country(s string) string {
	switch strings.ToLower(strings.Trim(s, ".")) {
	case "us", "usa", "u.s", "u.s.a", "united states", "united states of america", "1":
		return "US"
	case "ca", "can", "canada", "2":
		return "CA"
	}
	return s
}

// zip reads a ZIP or postal code. A spreadsheet loses the zeros before it, and may add ".0".
func (d *draft) zip(a location.Address) string {
	given := strings.TrimSuffix(d.row.get("zip"), ".0")
	if given == "" {
		if d.row.has("zip") {
			d.note("zip", "it is empty")
		}
		return ""
	}
	code := strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(given))
	if a.Country == "CA" {
		if len(code) != 6 || !alternates(code) {
			d.reject("zip", "%s is no postal code such as H2X 1Y4", quoted(given))
			return ""
		}
		return code[:3] + " " + code[3:]
	}
	if strings.Trim(code, "0123456789") != "" || len(code) > 9 || len(code) < 3 || len(code) > 5 && len(code) < 8 {
		d.reject("zip", "%s is no ZIP code such as 74105", quoted(given))
		return ""
	}
	if len(code) <= 5 {
		return strings.Repeat("0", 5-len(code)) + code
	}
	code = strings.Repeat("0", 9-len(code)) + code
	return code[:5] + "-" + code[5:]
}

// alternates says whether letters and digits take turns, as in a Canadian postal code.
func alternates(code string) bool {
	for i := range len(code) {
		letter, digit := code[i] >= 'A' && code[i] <= 'Z', code[i] >= '0' && code[i] <= '9'
		if i%2 == 0 && !letter || i%2 == 1 && !digit {
			return false
		}
	}
	return true
}

// Where the restaurants of the two countries can be, in degrees: from Guam over Hawaii and Alaska to Newfoundland and Samoa.
func within(a location.Address) bool {
	switch a.State {
	case "GU", "MP":
		return a.Latitude > 13 && a.Latitude < 21 && a.Longitude > 144 && a.Longitude < 147
	case "AS":
		return a.Latitude > -15 && a.Latitude < -10 && a.Longitude > -172 && a.Longitude < -168
	}
	if a.Country == "CA" {
		return a.Latitude > 41.6 && a.Latitude < 84 && a.Longitude > -141.1 && a.Longitude < -52
	}
	return a.Latitude > 17.5 && a.Latitude < 72 && (a.Longitude > -180 && a.Longitude < -64.5 || a.State == "AK" && a.Longitude > 172)
}

func (d *draft) coordinates(a *location.Address) {
	read := func(column string, limit float64) (float64, bool) {
		given := d.row.get(column)
		if given == "" {
			d.reject(column, "it is empty")
			return 0, false
		}
		text := given
		if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
			text = strings.Replace(text, ",", ".", 1) // the decimal comma of a French spreadsheet
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
			d.reject(column, "%s is no number of degrees", quoted(given))
			return 0, false
		case math.Abs(v) > limit:
			d.reject(column, "%s lies outside of -%v to %v", quoted(given), limit, limit)
			return 0, false
		}
		return v, true
	}
	lat, okLat := read("latitude", 90)
	lon, okLon := read("longitude", 180)
	if !okLat || !okLon {
		return
	}
	a.Latitude, a.Longitude = lat, lon
	if a.Country == "" || within(*a) {
		return
	}
	turned, flipped := *a, *a
	turned.Latitude, turned.Longitude = lon, lat
	flipped.Longitude = -lon
	switch {
	case within(turned):
		d.reject("latitude", "%v, %v is not in %s: are latitude and longitude exchanged?", lat, lon, a.State)
	case within(flipped):
		d.reject("longitude", "%v is not in %s: is the minus sign missing?", lon, a.State)
	default:
		d.reject("latitude", "%v, %v is not in %s", lat, lon, a.State)
	}
}

// label is the restaurant's name: the file's, else the street without its house number, and the city.
func (d *draft) label(a location.Address) string {
	if name := readable(d.row.get("name")); name != "" {
		return name
	}
	street := strings.TrimSpace(strings.TrimLeft(a.Street, "0123456789-"))
	if len(street) < 3 || !strings.Contains(a.Street, " ") {
		street = a.Street
	}
	return street + ", " + a.City
}

// fill takes over what the row says beside the address. A column with an empty cell says the default.
func (d *draft) fill() {
	l, fresh := &d.location, newLocation(d.location.ID, d.location.Address)
	l.Currency = fresh.Currency
	if l.ExternalID == "" || d.row.has("external id") || d.row.has("id") {
		l.ExternalID = d.row.get("external id")
		if l.ExternalID == "" {
			l.ExternalID = d.row.get("id")
		}
		if identifier(l.ExternalID) == "" {
			l.ExternalID = ""
		}
	}
	l.Label = d.label(l.Address)
	if d.row.has("name") && d.row.get("name") == "" {
		d.note("name", "it is empty: the restaurant is called %s", l.Label)
	}
	if len(l.Label) > 120 {
		d.reject("name", "it is longer than 120 bytes: %s", quoted(l.Label))
	}
	d.subtitle()
	d.phone()
	d.zone()
	d.hours(fresh.Hours.Regular)
	d.handoffHours("curbside hours", location.Curbside)
	d.handoffHours("delivery hours", location.Delivery)
	if d.row.has("status") {
		d.status()
	}
	d.flag("online ordering", &l.OnlineOrdering, true)
	d.flag("by appointment", &l.ByAppointment, false)
	if d.row.has("handoffs") {
		d.handoffs(fresh.Handoffs)
	}
	if d.row.has("delivery partner") {
		l.DeliveryPartner = d.row.get("delivery partner")
	}
	if d.row.has("delivery zone") {
		d.deliveryZone()
	}
	if d.row.has("tax rate") {
		d.taxRate()
	}
	d.whole("lead minutes", &l.LeadMinutes, fresh.LeadMinutes, 0, 24*60)
	d.whole("capacity minutes", &l.Capacity.Minutes, fresh.Capacity.Minutes, 0, 10_000)
	d.whole("capacity orders", &l.Capacity.Orders, fresh.Capacity.Orders, 0, 1_000)
	d.whole("catering minutes", &l.CateringCapacity.Minutes, 0, 0, 10_000)
	d.whole("catering orders", &l.CateringCapacity.Orders, 0, 0, 1_000)
	if d.row.has("image") {
		l.Image = d.link("image")
	}
	for _, network := range []string{"facebook", "instagram", "x", "tiktok", "youtube"} {
		if d.row.has(network) {
			d.network(network)
		}
	}
}

// subtitle reads the sentence under the name, in English and in French.
func (d *draft) subtitle() {
	text := locale.Text{}
	for l, column := range map[locale.Locale]string{locale.En: "subtitle", locale.FrCA: "subtitle fr"} {
		words, known := d.location.Subtitle[l]
		if d.row.has(column) {
			words, known = d.row.get(column), d.row.get(column) != ""
		}
		if len(words) > 200 {
			d.reject(column, "it is longer than 200 bytes: %s", quoted(words))
		}
		if known {
			text[l] = words
		}
	}
	d.location.Subtitle = nil
	if len(text) > 0 {
		d.location.Subtitle = text
	}
}

func (d *draft) phone() {
	if !d.row.has("phone") {
		return
	}
	d.location.Phone = ""
	given := d.row.get("phone")
	if given == "" {
		return
	}
	number, ok := given, e164(given)
	if !ok && d.in.Phone != nil {
		number, ok = d.in.Phone(given, d.location.Address.Country)
	}
	if !ok {
		d.note("phone", "%s is no phone number: left out", quoted(given))
		return
	}
	d.location.Phone = number
}

// e164 says whether s is a number of North America as the table keeps it.
func e164(s string) bool {
	rest, ok := strings.CutPrefix(s, "+1")
	return ok && len(rest) == 10 && strings.Trim(rest, "0123456789") == ""
}

func (d *draft) zone() {
	l := &d.location
	given := d.row.get("time zone")
	if given != "" {
		if zone, ok := zoneNamed(given); ok {
			l.TimeZone = zone
			return
		}
	}
	found := ""
	if d.in.Zone != nil {
		found, _ = zoneNamed(d.in.Zone(l.Address.Latitude, l.Address.Longitude))
	}
	switch {
	case given != "" && found != "":
		d.note("time zone", "%s is no zone: %s by the coordinates", quoted(given), found)
	case given != "":
		d.reject("time zone", "%s is no zone such as America/Chicago", quoted(given))
	case found == "":
		d.reject("time zone", "there is none, and none is known at %v, %v", l.Address.Latitude, l.Address.Longitude)
	}
	l.TimeZone = found
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// hours reads one column for the week, or one for each day.
func (d *draft) hours(brand location.Week) {
	if d.row.has("hours") {
		d.location.Hours.Regular = brand
		if given := d.row.get("hours"); given != "" {
			week, err := parseHours(given)
			if err != nil {
				d.reject("hours", "%v", err)
				return
			}
			d.location.Hours.Regular = week
		}
	}
	for day, column := range weekdays {
		if !d.row.has(column) {
			continue
		}
		given := d.row.get(column)
		if given == "" {
			d.location.Hours.Regular[day] = brand[day]
			continue
		}
		week, err := parseHours(given)
		if err != nil {
			d.reject(column, "%v", err)
			continue
		}
		d.location.Hours.Regular[day] = week[day]
	}
}

func (d *draft) handoffHours(column string, h location.Handoff) {
	if !d.row.has(column) {
		return
	}
	given := d.row.get(column)
	if given == "" {
		delete(d.location.Hours.Handoffs, h)
		return
	}
	week, err := parseHours(given)
	if err != nil {
		d.reject(column, "%v", err)
		return
	}
	calendars := map[location.Handoff]location.Week{h: week}
	for other, w := range d.location.Hours.Handoffs {
		if other != h {
			calendars[other] = w
		}
	}
	d.location.Hours.Handoffs = calendars
}
