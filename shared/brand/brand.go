// Package brand holds what makes one brand differ from another: names, flags, limits and numbers, as data.
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

	// Countries are where the brand has a site, the default first.
	Countries []Country `json:"-"` // countries, by their codes
	// MapHosts are the names of the machines that the streets of its map come from, for a brand that has some: the site's policy lets its
	// pages call them.
	MapHosts []string `json:"-"` // hosts of tiles

	MailFrom    string  `json:"mailFrom"`
	MailColours Colours `json:"mailColours"`
	// MailFonts are the first families of the site's typefaces (fonts in brand.json): a mail shows them where the device has them.
	MailFonts Fonts `json:"-"`
	// TimeZone (IANA) is the head office's, for dates that concern no single restaurant.
	TimeZone string `json:"timeZone"`

	// CutleryKit: the guest may ask for cutlery at checkout. The holiday flag is not here: a scheduled job sets it (package holiday).
	CutleryKit bool `json:"cutleryKit"`
	// TipPercents are the presets of the tip, of the subtotal; none is preselected. MaxTipPercent bounds a custom tip.
	TipPercents   []int `json:"tipPercents"`
	MaxTipPercent int   `json:"maxTipPercent"`
	// HoldFor is how long a chosen timeslot is held. HoldRenewals is how often the hold is renewed, for example when a card is declined.
	// HoldAtMost is how long it is held in all.
	HoldFor      time.Duration `json:"-"` // holdMinutes
	HoldAtMost   time.Duration `json:"-"` // holdAtMostMinutes
	HoldRenewals int           `json:"holdRenewals"`
	// HoldsPerClient bounds the timeslots that one network keeps at a time in one restaurant: holds, and orders that are not paid yet. Behind an
	// address may be a phone company's, a campus's or a stadium's guests: an office of ten that orders together and changes its mind once
	// or twice each must pass. A restaurant's day has some hundreds of places, of which one network can keep few.
	HoldsPerClient int `json:"holdsPerClient"`
	// AttemptsPerBasket, AttemptsPerEmail and AttemptsPerNetwork bound how often an order can be placed, paid or not, within AttemptsFor of the
	// first attempt. Ten are more than a guest with several cards needs, and too few to test stolen cards or to flood a mailbox. A network may
	// be an office or a campus at noon. The per-basket and per-network bounds hold for confirmations of a bank's authentication too.
	AttemptsFor        time.Duration `json:"-"` // attemptMinutes
	AttemptsPerBasket  int           `json:"attemptsPerBasket"`
	AttemptsPerEmail   int           `json:"attemptsPerEmail"`
	AttemptsPerNetwork int           `json:"attemptsPerNetwork"`
	// DaysAhead is for how many dates an order can be placed, today included; CateringDaysAhead for catering.
	DaysAhead         int `json:"daysAhead"`
	CateringDaysAhead int `json:"cateringDaysAhead"`
	// MinItems and MaxItems bound the sum of a basket's quantities; MinSubtotal is before tax, in minor units of either currency.
	MinItems    int   `json:"minItems"`
	MaxItems    int   `json:"maxItems"`
	MinSubtotal int64 `json:"minSubtotal"`
	// UploadMegabytes is how large a file may be that a guest sends, in units of 2^20 bytes. API Gateway lets no more than 4 through.
	UploadMegabytes int `json:"uploadMegabytes"`
	// Registrations are the brand's numbers that a receipt shows beside a tax, by tax: GST, HST, QST, PST.
	Registrations map[string]string `json:"registrations"`
}

// Colours are what a mail is painted with, each as #rrggbb: a mail knows no style sheet of the site's.
type Colours struct {
	Primary string `json:"primary"` // carries white
	Edge    string `json:"edge"`    // under what is primary
	Stage   string `json:"stage"`   // carries near black, and food
	// The shadows of what is still to come, by turns, on the stage.
	Shadow      string `json:"shadow"`
	OtherShadow string `json:"otherShadow"`
}

// Fonts are font families as a style attribute in double quotes names them: 'Bowlby One'.
type Fonts struct {
	Poster string // of headings
	Text   string
}

// Country is a country in which the brand has a site, of one or more locales.
type Country struct {
	Code    string   `json:"code"`  // ISO 3166 in small letters
	Label   string   `json:"label"` // in English
	Locales []string `json:"locales"`
}

// Prefixes are the paths of the country's sites, one for each locale: "/ca/fr-ca". A locale that is not written for the country has "/ae".
// The sites of the brand's first country have no prefix instead.
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

// known are the brands, the default first (specification §7). What they are is written in the folder of each: brands/NAME/brand.json is the
// record and what the site needs to know, which the site's build reads too; ordering.json is what only the functions know. npm run gen
// makes records.go of them, for a function that reads JSON before its first answer starts a twentieth later. Their numbers are made up.
var known = sync.OnceValue(records)

// Default is the brand that is meant where none is named.
func Default() Brand { return known()[0] }

// All lists the brands, the default first.
func All() []Brand { return slices.Clone(known()) }

// Find gives the brand of that id.
func Find(id int) (Brand, bool) {
	return first(func(b Brand) bool { return b.ID == id })
}

// InFolder gives the brand whose files are in folders of that name.
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
