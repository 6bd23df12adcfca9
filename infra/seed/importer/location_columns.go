package importer

import (
	"fmt"
	"maps"
	"strings"

	"ordering/shared/locale"
	"ordering/shared/location"
)

// column is a column of a list of restaurants. Its aliases in chains' files are separated by commas, the preferred one first; the name
// comes before them unless it is among them. Case, spaces and signs do not matter, and each name may follow one of columnPrefixes.
// read is nil where several columns are read together.
type column struct {
	name, aliases string
	read          func(d *draft, column string)
}

var columns = []column{
	{"id", "number, no, unit, unit number, store, ref, code", nil},
	{"external id", "pos id", (*draft).externalID},
	{"name", "branch, name, label, title, location, nom", (*draft).name},
	{"subtitle", "tagline, description", entry(subtitles, locale.En, sentence)},
	{"subtitle fr", "tagline fr, description fr", entry(subtitles, locale.FrCA, sentence)},
	{"house number", "street number", nil},
	{"street", "street address, address, address 1, address line 1, street 1, line 1, addr, adresse, rue", nil},
	{"street 2", "address 2, address line 2, suite, line 2", nil},
	{"city", "town, locality, municipality, ville", nil},
	{"state", "state code, state abbreviation, state abbr, province, state or province, state province, province code, " +
		"administrative area, region, state name, province name, prov", nil},
	{"zip", "zip code, postal code, post code, postcode, postal, zip or postal code, code postal", nil},
	{"country", "country code, country region, pays", nil},
	{"phone", "phone number, telephone, telephone number, tel, contact phone, téléphone", (*draft).phone},
	{"latitude", "lat", nil},
	{"longitude", "lon, lng, long", nil},
	{"time zone", "timezone, tz, tzid, timezone id, iana timezone, time zone id", (*draft).zone},
	{"hours", "opening hours, working hours, heures, heures d'ouverture", (*draft).hours},
	{"sunday", "sun, sunday hours, hours sunday, dimanche", nil},
	{"monday", "mon, monday hours, hours monday, lundi", nil},
	{"tuesday", "tue, tuesday hours, hours tuesday, mardi", nil},
	{"wednesday", "wed, wednesday hours, hours wednesday, mercredi", nil},
	{"thursday", "thu, thursday hours, hours thursday, jeudi", nil},
	{"friday", "fri, friday hours, hours friday, vendredi", nil},
	{"saturday", "sat, saturday hours, hours saturday, samedi", nil},
	{"curbside hours", "", entry(calendars, location.Curbside, parseHours)},
	{"delivery hours", "", entry(calendars, location.Delivery, parseHours)},
	{"slug", "page", nil},
	{"status", "", value(func(l *location.Location) *location.Status { return &l.Status }, parseStatus)},
	{"online ordering", "online orders, accepts online orders",
		value(func(l *location.Location) *bool { return &l.OnlineOrdering }, yesNo)},
	{"by appointment", "by appointment only, appointment only",
		value(func(l *location.Location) *bool { return &l.ByAppointment }, yesNo)},
	{"handoffs", "services, service options",
		value(func(l *location.Location) *[]location.Handoff { return &l.Handoffs }, parseHandoffs)},
	{"delivery partner", "", value(func(l *location.Location) *string { return &l.DeliveryPartner }, text)},
	{"delivery zone", "delivery radius, delivery area", (*draft).deliveryZone},
	{"tax rate", "sales tax rate", (*draft).taxRate},
	{"lead minutes", "", value(func(l *location.Location) *int { return &l.LeadMinutes }, whole(24*60))},
	{"capacity minutes", "", value(func(l *location.Location) *int { return &l.Capacity.Minutes }, whole(10_000))},
	{"capacity orders", "", value(func(l *location.Location) *int { return &l.Capacity.Orders }, whole(1_000))},
	{"catering minutes", "", value(func(l *location.Location) *int { return &l.CateringCapacity.Minutes }, whole(10_000))},
	{"catering orders", "", value(func(l *location.Location) *int { return &l.CateringCapacity.Orders }, whole(1_000))},
	{"image", "photo, picture, image url", (*draft).image},
	{"facebook", "facebook url", (*draft).network},
	{"instagram", "instagram url", (*draft).network},
	{"x", "twitter, twitter url", (*draft).network},
	{"tiktok", "tiktok url", (*draft).network},
	{"youtube", "youtube url", (*draft).network},
}

// columnPrefixes are words that may precede a column's name, as in "store id", "addr:city" and "primary phone".
var columnPrefixes = []string{"", "addr", "address", "store", "shop", "location", "restaurant", "site", "business", "primary"}

// value reads one value of the restaurant. An empty cell means the value of a new restaurant.
func value[T any](of func(*location.Location) *T, parse func(string) (T, error)) func(*draft, string) {
	return func(d *draft, column string) {
		fresh := newLocation("")
		take(d.row, column, of(&d.location), *of(&fresh), parse)
	}
}

// entry reads one entry of a map. An empty cell deletes it.
func entry[M ~map[K]V, K comparable, V any](
	of func(*location.Location) *M, key K, parse func(string) (V, error),
) func(*draft, string) {
	return func(d *draft, column string) {
		var v V
		given, all := take(d.row, column, &v, v, parse), of(&d.location)
		if !d.has(column) {
			return
		}
		if *all = maps.Clone(*all); *all == nil {
			*all = M{}
		}
		if (*all)[key] = v; !given {
			delete(*all, key)
		}
	}
}

func subtitles(l *location.Location) *locale.Text                        { return &l.Subtitle }
func calendars(l *location.Location) *map[location.Handoff]location.Week { return &l.Hours.Handoffs }

// sentence accepts a sentence under the name.
func sentence(s string) (string, error) {
	if len(s) > 200 {
		return "", fmt.Errorf("it is longer than 200 bytes: %s", quoted(s))
	}
	return s, nil
}

// aliases returns the names of each column.
func aliases() map[string][]string {
	all := map[string][]string{}
	for _, c := range columns {
		if all[c.name] = nil; c.aliases != "" {
			all[c.name] = strings.Split(c.aliases, ", ")
		}
	}
	return all
}
