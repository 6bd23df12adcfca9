// Package brand holds what makes one brand differ from another: names, flags, limits and numbers, as data.
package brand

import "time"

// Brand is a brand's configuration record, with the settings of its ordering.
type Brand struct {
	ID         int
	FolderPath string
	MetaTitle  string
	Title      string
	ShortTitle string
	WebURL     string
	MailFrom   string
	// Countries are where the brand has a site, the default first.
	Countries []Country
	// TimeZone (IANA) is the head office's, for dates that concern no single restaurant.
	TimeZone string

	// CutleryKit: the guest may ask for cutlery at checkout. The holiday flag is not here: a scheduled job sets it (package holiday).
	CutleryKit bool
	// TipPercents are the presets of the tip, of the subtotal; none is preselected. MaxTipPercent bounds a custom tip.
	TipPercents   []int
	MaxTipPercent int
	// HoldFor is how long a chosen timeslot is kept.
	HoldFor time.Duration
	// HoldsPerClient bounds the timeslots that one network keeps at a time in one restaurant, ordered ones not among them. Behind an
	// address may be a phone company's, a campus's or a stadium's guests: an office of ten that orders together and changes its mind once
	// or twice each must pass. A restaurant's day has some hundreds of places, of which one network can keep few.
	HoldsPerClient int
	// DaysAhead is for how many dates an order can be placed, today included; CateringDaysAhead for catering.
	DaysAhead         int
	CateringDaysAhead int
	// MinItems and MaxItems bound the sum of a basket's quantities; MinSubtotal is before tax, in minor units of either currency.
	MinItems    int
	MaxItems    int
	MinSubtotal int64
	// Registrations are the brand's numbers that a receipt shows beside a tax, by tax: GST, HST, QST, PST.
	Registrations map[string]string
}

// Country is a country in which the brand has a site, of one or more locales.
type Country struct {
	Code    string   `json:"code"`  // ISO 3166 in small letters
	Label   string   `json:"label"` // in English
	Locales []string `json:"locales"`
}

// BigDeal is brand 3. Its numbers are made up.
var BigDeal = Brand{
	ID: 3, FolderPath: "big-deal-burger", MetaTitle: "Big Deal Burger", Title: "Big Deal Burger", ShortTitle: "Big Deal",
	WebURL: "https://www.bigdealburger.example", MailFrom: "orders@bigdealburger.example",
	Countries: []Country{
		{"us", "United States", []string{"en"}}, {"ae", "United Arab Emirates", []string{"en"}}, {"ca", "Canada", []string{"en-ca", "fr-ca"}},
		{"eg", "Egypt", []string{"en"}}, {"jp", "Japan", []string{"ja-jp"}}, {"pk", "Pakistan", []string{"en"}},
		{"br", "Brazil", []string{"pt-br"}}, {"mx", "Mexico", []string{"es-mx"}}, {"ph", "Philippines", []string{"en"}},
	},
	TimeZone: "America/Chicago", CutleryKit: true, TipPercents: []int{10, 15, 20}, MaxTipPercent: 100, HoldFor: 10 * time.Minute, HoldsPerClient: 24, DaysAhead: 7, CateringDaysAhead: 30,
	MinItems: 1, MaxItems: 200, MinSubtotal: 0,
	Registrations: map[string]string{"GST": "00000 0000 RT0001", "HST": "00000 0000 RT0001", "QST": "0000000000 TQ0001", "PST": "PST-0000-0000"},
}

// All lists the brands.
func All() []Brand { return []Brand{BigDeal} }

// Find gives the brand of that id.
func Find(id int) (Brand, bool) { return first(func(b Brand) bool { return b.ID == id }) }

// InFolder gives the brand whose files are in folders of that name.
func InFolder(name string) (Brand, bool) {
	return first(func(b Brand) bool { return b.FolderPath == name })
}

func first(is func(Brand) bool) (Brand, bool) {
	for _, b := range All() {
		if is(b) {
			return b, true
		}
	}
	return Brand{}, false
}
