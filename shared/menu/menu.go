// Package menu is what a restaurant serves: menus, sections, items and their modifier groups, the prices at a
// restaurant, and when an item is available.
package menu

import (
	"bytes"
	"encoding/json"

	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/tax"
)

// Allergens are the nine major allergens (US FALCPA with the FASTER Act; all nine are priority allergens in Canada too).
var Allergens = []string{"milk", "egg", "fish", "shellfish", "tree-nuts", "peanuts", "wheat", "soy", "sesame"}

// Tags are the dietary and other labels that a guest can filter by.
var Tags = []string{"vegetarian", "gluten-friendly", "spicy", "new"}

// Prices has a price in minor units for each currency of the brand. A modifier's may be negative.
type Prices map[money.Currency]int64

// File is a brand's whole menu, in the form of the import and of the table. The format is infra/seed/menu.schema.json.
type File struct {
	Menus          []Menu          `json:"menus"`
	Dayparts       []Daypart       `json:"dayparts,omitempty"`
	ModifierGroups []ModifierGroup `json:"modifierGroups,omitempty"`
	Sections       []Section       `json:"sections"`
	Items          []Item          `json:"items"`
	Overrides      []Override      `json:"overrides,omitempty"`
}

// Menu is the menu of one order category.
type Menu struct {
	ID         string      `json:"id"`
	Slug       string      `json:"slug"`
	CategoryID category.ID `json:"categoryId"`
	ExternalID string      `json:"externalId,omitempty"` // opaque id in the restaurants' own system
	Label      locale.Text `json:"name"`
}

// Daypart is a part of the day in which some items are served, in the restaurant's local time. A To that is not after
// From is on the next day; Days are the days on which it begins.
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
	Line  locale.Text `json:"line,omitempty"` // a sentence below the title
	Items []string    `json:"items"`
}

// ModifierGroup is a set of modifiers to choose from. It is required if MinSelects is above 0. A select is one unit of
// one modifier. The first Included selects, in the order of the list, are free.
type ModifierGroup struct {
	ID         string      `json:"id"`
	Label      locale.Text `json:"name"`
	MinSelects int         `json:"minSelects"`
	MaxSelects int         `json:"maxSelects"`
	Included   int         `json:"included,omitempty"`
	Named      bool        `json:"named,omitempty"` // in a combo, always name the chosen modifiers, also the defaults
	Modifiers  []Modifier  `json:"modifiers"`
}

// Modifier is one option of a group. Its calories are those of one unit, in addition to the item's.
type Modifier struct {
	ID          string      `json:"id"`
	ExternalID  string      `json:"externalId,omitempty"`
	Label       locale.Text `json:"name"`
	Note        locale.Text `json:"note,omitempty"`
	Prices      Prices      `json:"price,omitempty"` // absent: free
	Calories    int         `json:"calories,omitempty"`
	Default     bool        `json:"default,omitempty"`
	Min         int         `json:"min,omitempty"`         // minimum quantity, if chosen; 0 means 1
	Max         int         `json:"max,omitempty"`         // maximum quantity; 0 means 1, or Min or Increment if higher
	Increment   int         `json:"increment,omitempty"`   // quantities are multiples of it; 0 means 1
	MakeMinutes int         `json:"makeMinutes,omitempty"` // minutes that one unit adds to the item's
	Allergens   []string    `json:"allergens,omitempty"`
	Groups      []string    `json:"groups,omitempty"` // groups to choose from when it is chosen
}

// Fewest returns the minimum quantity, if the modifier is chosen.
func (m *Modifier) Fewest() int { return max(m.Min, m.Step()) }

// Most returns the maximum quantity.
func (m *Modifier) Most() int { return max(m.Max, m.Fewest()) }

// Step returns the number that quantities are a multiple of.
func (m *Modifier) Step() int { return max(m.Increment, 1) }

// Standard returns the default quantity in an item.
func (m *Modifier) Standard() int {
	if m.Default {
		return m.Fewest()
	}
	return 0
}

type Item struct {
	ID          string             `json:"id"`
	ExternalID  string             `json:"externalId,omitempty"`
	Slug        string             `json:"slug"`
	Label       locale.Text        `json:"name"`
	Description locale.Text        `json:"description"`
	Prices      Prices             `json:"price"` // with the default choices
	TaxClass    tax.Class          `json:"taxClass"`
	Calories    *Calories          `json:"calories,omitempty"` // with the default choices; per serving if it serves several
	Allergens   []string           `json:"allergens"`
	Tags        []string           `json:"tags,omitempty"`
	Picture     string             `json:"picture,omitempty"` // name of its drawing; absent if it has a stack
	Stack       []Layer            `json:"stack,omitempty"`   // layers of its drawing, bottom first
	Combo       bool               `json:"combo,omitempty"`   // it consists of parts, which are always named
	Groups      []string           `json:"groups,omitempty"`
	Dayparts    []string           `json:"dayparts,omitempty"` // served only then; absent: always
	Handoffs    []location.Handoff `json:"handoffs,omitempty"` // the only handoffs; absent: all
	MakeMinutes int                `json:"makeMinutes"`        // preparation time of one
	LeadMinutes int                `json:"leadMinutes,omitempty"`
	// MinimumQuantity applies only if the item is in the basket; 0 means 1. MaximumQuantity 0 means the basket's limit.
	MinimumQuantity   int      `json:"minimumQuantity,omitempty"`
	QuantityIncrement int      `json:"quantityIncrement,omitempty"`
	MaximumQuantity   int      `json:"maximumQuantity,omitempty"`
	Serves            int      `json:"serves,omitempty"`
	Upsell            []string `json:"upsell,omitempty"`

	// Section is the slug of the first section that lists the item; Sections are the ids of all sections that do, Menus the slugs of their
	// menus. They are derived from the sections when the menu is read.
	Section  string   `json:"-"`
	Sections []string `json:"-"`
	Menus    []string `json:"-"`
}

// Layer is one layer of a drawn dish. By is the modifier that adds it; without By it is always drawn.
type Layer struct {
	Layer string `json:"layer"`
	By    string `json:"by,omitempty"`
}

// Calories is a range. Min equals Max if there is nothing to choose; the file then has one number.
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

// Override lists the differences of one restaurant's menu from the brand's.
type Override struct {
	Location       string            `json:"location"`
	Prices         map[string]Prices `json:"prices,omitempty"`
	ModifierPrices map[string]Prices `json:"modifierPrices,omitempty"`
	Excluded       []string          `json:"excluded,omitempty"`
}
