// Package brand holds what makes one brand differ from another: names, flags, limits and numbers, as data.
package brand

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Brand is a brand's configuration record, with the settings of its site and of its ordering.
type Brand struct {
	// The record of the specification (§1).
	ID         int    `json:"id"`
	FolderPath string `json:"folderPath"`
	MetaTitle  string `json:"metaTitle"`
	Title      string `json:"title"`
	ShortTitle string `json:"shortTitle"`
	WebURL     string `json:"webUrl"`

	// Countries are where the brand has a site, the default first.
	Countries []Country `json:"-"` // countries, by their codes

	MailFrom string `json:"mailFrom"`
	// TimeZone (IANA) is the head office's, for dates that concern no single restaurant.
	TimeZone string `json:"timeZone"`

	// CutleryKit: the guest may ask for cutlery at checkout. The holiday flag is not here: a scheduled job sets it (package holiday).
	CutleryKit bool `json:"cutleryKit"`
	// TipPercents are the presets of the tip, of the subtotal; none is preselected. MaxTipPercent bounds a custom tip.
	TipPercents   []int `json:"tipPercents"`
	MaxTipPercent int   `json:"maxTipPercent"`
	// HoldFor is how long a chosen timeslot is kept.
	HoldFor time.Duration `json:"-"` // holdMinutes
	// HoldsPerClient bounds the timeslots that one network keeps at a time in one restaurant, ordered ones not among them. Behind an
	// address may be a phone company's, a campus's or a stadium's guests: an office of ten that orders together and changes its mind once
	// or twice each must pass. A restaurant's day has some hundreds of places, of which one network can keep few.
	HoldsPerClient int `json:"holdsPerClient"`
	// DaysAhead is for how many dates an order can be placed, today included; CateringDaysAhead for catering.
	DaysAhead         int `json:"daysAhead"`
	CateringDaysAhead int `json:"cateringDaysAhead"`
	// MinItems and MaxItems bound the sum of a basket's quantities; MinSubtotal is before tax, in minor units of either currency.
	MinItems    int   `json:"minItems"`
	MaxItems    int   `json:"maxItems"`
	MinSubtotal int64 `json:"minSubtotal"`
	// Registrations are the brand's numbers that a receipt shows beside a tax, by tax: GST, HST, QST, PST.
	Registrations map[string]string `json:"registrations"`
}

// Country is a country in which the brand has a site, of one or more locales.
type Country struct {
	Code    string   `json:"code"`  // ISO 3166 in small letters
	Label   string   `json:"label"` // in English
	Locales []string `json:"locales"`
}

// The countries of the specification (§3).
var countries = [...]Country{
	{"us", "United States", []string{"en"}}, {"ae", "United Arab Emirates", []string{"en"}}, {"ca", "Canada", []string{"en-ca", "fr-ca"}},
	{"eg", "Egypt", []string{"en"}}, {"jp", "Japan", []string{"ja-jp"}}, {"pk", "Pakistan", []string{"en"}},
	{"br", "Brazil", []string{"pt-br"}}, {"mx", "Mexico", []string{"es-mx"}}, {"ph", "Philippines", []string{"en"}},
}

// The files of each brand in the folder of its name: brand.json is the record and what the site needs to know, which the site's build reads
// too; ordering.json is what only the functions know. Numbers in them are made up.
//
//go:embed brands
var files embed.FS

// known are the brands by their ids and folders, the default first (specification §7). A process reads those that it is asked for.
var known = []struct {
	id     int
	folder string
	read   func() Brand
}{
	{3, "big-deal-burger", sync.OnceValue(func() Brand { return read("big-deal-burger") })},
	{1, "harbor-light-grill", sync.OnceValue(func() Brand { return read("harbor-light-grill") })},
}

// read reads a brand's files. They are embedded, and a test reads them all: it panics when they are no brand.
func read(folder string) Brand {
	var b Brand
	var rest struct {
		HoldMinutes int      `json:"holdMinutes"`
		Countries   []string `json:"countries"`
	}
	for _, name := range []string{"brand.json", "ordering.json"} {
		raw, err := files.ReadFile("brands/" + folder + "/" + name)
		if err == nil {
			err = json.Unmarshal(raw, &b)
		}
		if err == nil {
			err = json.Unmarshal(raw, &rest)
		}
		if err != nil {
			panic(fmt.Errorf("brand %s: %w", folder, err))
		}
	}
	b.HoldFor = time.Duration(rest.HoldMinutes) * time.Minute
	for _, code := range rest.Countries {
		if i := slices.IndexFunc(countries[:], func(c Country) bool { return c.Code == code }); i >= 0 {
			b.Countries = append(b.Countries, countries[i])
		}
	}
	return b
}

// Default is the brand that is meant where none is named.
func Default() Brand { return known[0].read() }

// All lists the brands, the default first.
func All() []Brand {
	var all []Brand
	for _, k := range known {
		all = append(all, k.read())
	}
	return all
}

// Find gives the brand of that id.
func Find(id int) (Brand, bool) {
	for _, k := range known {
		if k.id == id {
			return k.read(), true
		}
	}
	return Brand{}, false
}

// InFolder gives the brand whose files are in folders of that name.
func InFolder(name string) (Brand, bool) {
	for _, k := range known {
		if k.folder == name {
			return k.read(), true
		}
	}
	return Brand{}, false
}

// Has reports whether the brand has a site in that language.
func (b Brand) Has(locale string) bool {
	return slices.ContainsFunc(b.Countries, func(c Country) bool { return slices.Contains(c.Locales, locale) })
}
