// Package brand holds the differences between brands as data: names, flags, limits and numbers.
package brand

import (
	"slices"
	"strings"
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

	// Flags are the parts of the loyalty programme that the brand has. The site reads them too.
	Flags Flags `json:"flags"`

	// Countries are the countries with a site of the brand, the default first.
	Countries []Country `json:"-"` // countries, by their codes
	// MapHosts are the hosts of the map's street tiles, if the brand has any. The site's content security policy allows them.
	MapHosts []string `json:"-"` // hosts of tiles

	MailFrom string `json:"mailFrom"`
	// Desks are the addresses of the people who read what guests send with the forms, by topic: see Topics.
	Desks       map[string]string `json:"desks"`
	MailColours Colours           `json:"mailColours"`
	// MailFonts are the first font families of the site (fonts in brand.json). A mail uses them if the device has them.
	MailFonts Fonts `json:"-"`
	// TimeZone (IANA) is the head office's, for dates that concern no single restaurant.
	TimeZone string `json:"timeZone"`

	// CutleryKit offers cutlery at checkout. The holiday flag is not here: a scheduled job sets it (package holiday).
	CutleryKit bool `json:"cutleryKit"`
	// TipPercents are the presets of the tip, as percent of the subtotal; none is preselected. MaxTipPercent limits a custom tip.
	TipPercents   []int `json:"tipPercents"`
	MaxTipPercent int   `json:"maxTipPercent"`
	// HoldFor is how long a chosen timeslot is held. HoldRenewals is how often the hold is renewed, for example after a
	// declined card. HoldAtMost is the total duration of a hold.
	HoldFor      time.Duration `json:"-"` // holdMinutes
	HoldAtMost   time.Duration `json:"-"` // holdAtMostMinutes
	HoldRenewals int           `json:"holdRenewals"`
	// HoldsPerClient limits the timeslots that one network has in one restaurant at a time: holds, and unpaid orders. One address may serve
	// the guests of a phone company, a campus or a stadium: an office of ten that orders together, and changes a timeslot once or twice
	// each, must pass. A restaurant's day has some hundreds of places, of which one network can block few.
	HoldsPerClient int `json:"holdsPerClient"`
	// AttemptsPerBasket, AttemptsPerEmail and AttemptsPerNetwork limit the attempts to place an order, paid or not, within AttemptsFor of
	// the first. Ten are enough for a guest with several cards, and too few to test stolen cards or to flood a mailbox. A network may be an
	// office or a campus at noon. The limits per basket and per network also apply to confirmations of a bank's authentication.
	AttemptsFor        time.Duration `json:"-"` // attemptMinutes
	AttemptsPerBasket  int           `json:"attemptsPerBasket"`
	AttemptsPerEmail   int           `json:"attemptsPerEmail"`
	AttemptsPerNetwork int           `json:"attemptsPerNetwork"`
	// DaysAhead is the number of dates that can be ordered for, including today; CateringDaysAhead for catering.
	DaysAhead         int `json:"daysAhead"`
	CateringDaysAhead int `json:"cateringDaysAhead"`
	// MinItems and MaxItems limit the sum of a basket's quantities; MinSubtotal is before tax, in minor units of either currency.
	MinItems    int   `json:"minItems"`
	MaxItems    int   `json:"maxItems"`
	MinSubtotal int64 `json:"minSubtotal"`
	// UploadMegabytes is the maximum size of an uploaded file, in units of 2^20 bytes. API Gateway allows at most 4.
	UploadMegabytes int `json:"uploadMegabytes"`
	// Registrations are the brand's registration numbers that a receipt shows beside a tax, by tax: GST, HST, QST, PST.
	Registrations map[string]string `json:"registrations"`
	// Contest is the contest that guests can enter, nil without one.
	Contest *Contest `json:"contest"`
	// Loyalty is the rules of the points programme, nil without one.
	Loyalty *Loyalty `json:"loyalty"`
}

// Flags are the parts of a loyalty programme: points, rewards that customers are given, and wrapped ones among them. Each needs the one
// before.
type Flags struct {
	Loyalty bool `json:"loyalty"`
	Rewards bool `json:"rewards"`
	Mystery bool `json:"mystery"`
}

// Topics are the topics of Desks.
var Topics = []string{"guests", "catering", "jobs", "privacy"}

// Contest is a contest with one entry per person.
type Contest struct {
	ID     string    `json:"id"`     // in the rows of its entries
	Opens  time.Time `json:"opens"`  // the first instant at which it takes entries
	Closes time.Time `json:"closes"` // the first instant at which it takes none any more
	MinAge int       `json:"minAge"` // in years, on the day of the entry
	// Countries (ISO 3166) and Regions (states and provinces) are those in which a person who enters must live. Without Regions it is
	// every region of the countries.
	Countries []string `json:"countries"`
	Regions   []string `json:"regions"`
}

// Loyalty is the rules of the points programme that never change with an import: promo.Program has the others. Customers earn on the
// discounted price of the food: taxes, tips and charges earn nothing.
type Loyalty struct {
	// Months is how long points last, from the end of the month in which they were earned, in the brand's TimeZone.
	Months int `json:"months"`
	// WarningDays is how long before their expiry the customer is warned, ReturnedDays how long points last that come back from an order
	// after their expiry.
	WarningDays  int `json:"warningDays"`
	ReturnedDays int `json:"returnedDays"`
	// OverdueHours is how long after its promised time an order counts as completed that no kitchen completed or ended.
	OverdueHours int `json:"overdueHours"`
}

// Days returns the setting of days ahead with the name (see package category), 0 for another name.
func (b Brand) Days(setting string) int {
	return map[string]int{"daysAhead": b.DaysAhead, "cateringDaysAhead": b.CateringDaysAhead}[setting]
}

// Colours are the colours of mails, each as #rrggbb: a mail cannot use the site's style sheet.
type Colours struct {
	Primary string `json:"primary"` // under white text
	Edge    string `json:"edge"`    // edge of a primary area
	Stage   string `json:"stage"`   // under near-black text and food
	// The alternating colours of placeholders on the stage.
	Shadow      string `json:"shadow"`
	OtherShadow string `json:"otherShadow"`
}

// Fonts are font families as written in a double-quoted style attribute: 'Bowlby One'.
type Fonts struct {
	Poster string // of headings
	Text   string
}

// Country is a country with a site of the brand, in one or more locales.
type Country struct {
	Code    string   `json:"code"`  // ISO 3166 in small letters
	Label   string   `json:"label"` // in English
	Locales []string `json:"locales"`
}

// Prefixes returns the path prefixes of the country's sites, one per locale: "/ca/fr-ca". A locale that is not specific
// to the country has "/ae". The sites of the brand's first country have no prefix instead.
func (c Country) Prefixes() []string {
	var prefixes []string
	for _, locale := range c.Locales {
		prefix := "/" + c.Code
		if strings.HasSuffix(locale, "-"+c.Code) {
			prefix += "/" + locale
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes
}

// known are the brands, the default first (specification §7). Their source is a folder per brand: brands/NAME/brand.json is the record and
// the site's data, which the site's build reads too; ordering.json is only for the functions. npm run gen writes records.go from them:
// parsing JSON makes the first response of a function a twentieth slower. Their numbers are fictional.
var known = sync.OnceValue(records)

// Default returns the default brand.
func Default() Brand { return known()[0] }

// All returns the brands, the default first.
func All() []Brand { return slices.Clone(known()) }

// Find returns the brand with that id.
func Find(id int) (Brand, bool) {
	return first(func(b Brand) bool { return b.ID == id })
}

// InFolder returns the brand with that folder name.
func InFolder(name string) (Brand, bool) {
	return first(func(b Brand) bool { return b.FolderPath == name })
}

func first(is func(Brand) bool) (Brand, bool) {
	i := slices.IndexFunc(known(), is)
	if i < 0 {
		return Brand{}, false
	}
	return known()[i], true
}
