// Package menu is what a restaurant serves: menus, sections, items and the questions an item asks, what each costs there, and
// when it can be had.
package menu

import (
	"bytes"
	"encoding/json"

	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/tax"
)

// CategoryID is an order menu category of the specification (§3).
type CategoryID int

const (
	Everyday  CategoryID = 1
	Catering  CategoryID = 2
	GetAQuote CategoryID = 3
	Holiday   CategoryID = 4
	Other     CategoryID = 5
)

// Categories lists the categories with their slugs in addresses; other has none.
var Categories = map[CategoryID]string{Everyday: "everyday", Catering: "catering", GetAQuote: "866-catering", Holiday: "holiday", Other: ""}

// The size options of the specification (§3): the ids of the modifiers that ask for them, in inches.
const (
	SizeSix  = "size-six"
	SizeNine = "size-nine"
)

// Allergens are the nine major allergens (US FALCPA with the FASTER Act; all nine are priority allergens in Canada too).
var Allergens = []string{"milk", "egg", "fish", "shellfish", "tree-nuts", "peanuts", "wheat", "soy", "sesame"}

// Tags are the dietary and other marks that a guest can filter by.
var Tags = []string{"vegetarian", "gluten-friendly", "spicy", "new"}

// Prices is a price in minor units of each currency that the brand sells in. A modifier's may be negative.
type Prices map[money.Currency]int64

// File is a brand's whole menu, as it is imported and as the table keeps it. The format is described by infra/seed/menu.schema.json.
type File struct {
	Menus          []Menu          `json:"menus"`
	Dayparts       []Daypart       `json:"dayparts,omitempty"`
	ModifierGroups []ModifierGroup `json:"modifierGroups,omitempty"`
	Sections       []Section       `json:"sections"`
	Items          []Item          `json:"items"`
	Overrides      []Override      `json:"overrides,omitempty"`
}

// Menu is what one order category offers.
type Menu struct {
	ID         string      `json:"id"`
	Slug       string      `json:"slug"`
	CategoryID CategoryID  `json:"categoryId"`
	ExternalID string      `json:"externalId,omitempty"` // opaque, of the restaurants' own system
	Label      locale.Text `json:"name"`
}

// Daypart is a part of the day in which some items are served, in the restaurant's wall time. A To that is not after From lies
// on the next day; the days are those on which it begins.
type Daypart struct {
	ID    string          `json:"id"`
	Label locale.Text     `json:"name"`
	Days  []int           `json:"days"` // 0 is Sunday
	From  location.Minute `json:"from"`
	To    location.Minute `json:"to"`
}

// Section is a part of a menu, with its items in order.
type Section struct {
	ID    string      `json:"id"`
	Slug  string      `json:"slug"`
	Menu  string      `json:"menu"`
	Label locale.Text `json:"name"`
	Line  locale.Text `json:"line,omitempty"` // a sentence under the title
	Items []string    `json:"items"`
}

// ModifierGroup is a question that an item or a modifier asks. It is required when MinSelects is above 0. A select is one unit
// of one modifier. The first Included selects, in the order of the list, cost nothing.
type ModifierGroup struct {
	ID         string      `json:"id"`
	Label      locale.Text `json:"name"`
	MinSelects int         `json:"minSelects"`
	MaxSelects int         `json:"maxSelects"`
	Included   int         `json:"included,omitempty"`
	Named      bool        `json:"named,omitempty"` // in a combo, what is chosen of it is always said, also what comes anyway
	Modifiers  []Modifier  `json:"modifiers"`
}

// Modifier is one answer to a group's question. Its calories are those of one, beside what the item states.
type Modifier struct {
	ID          string      `json:"id"`
	ExternalID  string      `json:"externalId,omitempty"`
	Label       locale.Text `json:"name"`
	Note        locale.Text `json:"note,omitempty"`
	Prices      Prices      `json:"price,omitempty"` // absent: costs nothing
	Calories    int         `json:"calories,omitempty"`
	Default     bool        `json:"default,omitempty"`
	Min         int         `json:"min,omitempty"`         // fewest, if any; 0 reads as 1
	Max         int         `json:"max,omitempty"`         // most; 0 reads as 1, or as Min or Increment where they are higher
	Increment   int         `json:"increment,omitempty"`   // only multiples of it; 0 reads as 1
	MakeMinutes int         `json:"makeMinutes,omitempty"` // that one of it adds to the item's
	Allergens   []string    `json:"allergens,omitempty"`
	Groups      []string    `json:"groups,omitempty"` // what choosing it asks next
}

// Fewest is the smallest quantity that can be chosen.
func (m *Modifier) Fewest() int { return max(m.Min, m.Step()) }

// Most is the largest quantity that can be chosen.
func (m *Modifier) Most() int { return max(m.Max, m.Fewest()) }

// Step is what quantities are a multiple of.
func (m *Modifier) Step() int { return max(m.Increment, 1) }

// Standard is the quantity that an item comes with.
func (m *Modifier) Standard() int {
	if m.Default {
		return m.Fewest()
	}
	return 0
}

// Item is a dish.
type Item struct {
	ID          string             `json:"id"`
	ExternalID  string             `json:"externalId,omitempty"`
	Slug        string             `json:"slug"`
	Label       locale.Text        `json:"name"`
	Description locale.Text        `json:"description"`
	Prices      Prices             `json:"price"` // as it comes
	TaxClass    tax.Class          `json:"taxClass"`
	Calories    *Calories          `json:"calories,omitempty"` // as it comes; of one serving when it serves several
	Allergens   []string           `json:"allergens"`
	Tags        []string           `json:"tags,omitempty"`
	Picture     string             `json:"picture,omitempty"` // name of its drawing; absent when it has a stack
	Stack       []Layer            `json:"stack,omitempty"`   // layers of its drawing, bottom first
	Combo       bool               `json:"combo,omitempty"`   // it is made of parts: those are always named
	Groups      []string           `json:"groups,omitempty"`
	Dayparts    []string           `json:"dayparts,omitempty"` // served only then; absent: always
	Handoffs    []location.Handoff `json:"handoffs,omitempty"` // handed over only so; absent: in any way
	MakeMinutes int                `json:"makeMinutes"`        // of the kitchen, each
	LeadMinutes int                `json:"leadMinutes,omitempty"`
	// MinimumQuantity binds only when the item is in the basket; 0 reads as 1. MaximumQuantity 0 leaves it to the basket.
	MinimumQuantity   int      `json:"minimumQuantity,omitempty"`
	QuantityIncrement int      `json:"quantityIncrement,omitempty"`
	MaximumQuantity   int      `json:"maximumQuantity,omitempty"`
	Serves            int      `json:"serves,omitempty"`
	Upsell            []string `json:"upsell,omitempty"`

	// Section is the slug of the first section that lists it, Menus the slugs of the menus that do. The lists of sections say
	// so; they are filled in when the menu is read.
	Section string   `json:"-"`
	Menus   []string `json:"-"`
}

// Layer is one layer of a drawn dish. By names the modifier that brings it; without By it is always there.
type Layer struct {
	Layer string `json:"layer"`
	By    string `json:"by,omitempty"`
}

// Calories is a range; Min is Max where there is nothing to choose. In the file that is one number.
type Calories struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// UnmarshalJSON reads a number or {"min": …, "max": …}.
func (c *Calories) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		type plain Calories // without this method
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		return d.Decode((*plain)(c))
	}
	if err := json.Unmarshal(b, &c.Min); err != nil {
		return err
	}
	c.Max = c.Min
	return nil
}

// Override is how one restaurant's menu differs from the brand's.
type Override struct {
	Location       string            `json:"location"`
	Prices         map[string]Prices `json:"prices,omitempty"`
	ModifierPrices map[string]Prices `json:"modifierPrices,omitempty"`
	Excluded       []string          `json:"excluded,omitempty"`
}
