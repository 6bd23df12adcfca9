package locations

import (
	"time"

	"ordering/shared/locale"
	"ordering/shared/menu"
	"ordering/shared/money"
)

// Unavailable is why an item or a choice is unavailable at the requested time.
type Unavailable struct {
	Reason  string    `json:"reason" enum:"sold-out,not-served-now,handoff"`
	Until   time.Time `json:"until,omitzero" doc:"UTC; when it is available again, if known"`
	Daypart string    `json:"daypart,omitempty" doc:"Label of the daypart that serves it next"`
	From    string    `json:"from,omitempty" doc:"HH:MM local: start of that daypart"`
	To      string    `json:"to,omitempty" doc:"HH:MM local: end of that daypart; on the next day if not after from"`
}

// Dish is the part of an item that is the same in every restaurant.
type Dish struct {
	ID             string         `json:"id" doc:"Brand-wide"`
	Slug           string         `json:"slug"`
	Section        string         `json:"section" doc:"Slug of its section: the subcategory in its page's address"`
	Label          string         `json:"label"`
	Description    string         `json:"description"`
	Calories       *menu.Calories `json:"calories,omitempty"`
	Allergens      []string       `json:"allergens" doc:"Of the nine major allergens"`
	Tags           []string       `json:"tags"`
	Picture        string         `json:"picture,omitempty" doc:"Name of its drawing; absent with a stack"`
	Stack          []menu.Layer   `json:"stack,omitempty"`
	DefaultChoices []string       `json:"defaultChoices" doc:"Default modifiers, for the drawing"`
	Serves         int            `json:"serves,omitempty"`
}

// Item is a dish as a list shows it.
type Item struct {
	Dish
	Price             money.Amount `json:"price" doc:"Price with the default choices"`
	Quick             bool         `json:"quick" doc:"It can be added without a choice"`
	MinimumQuantity   int          `json:"minimumQuantity"`
	MaximumQuantity   int          `json:"maximumQuantity"`
	QuantityIncrement int          `json:"quantityIncrement"`
	Unavailable       *Unavailable `json:"unavailable,omitempty"`
}

// Modifier is one option of a group.
type Modifier struct {
	ID          string          `json:"id"`
	Label       string          `json:"label"`
	Note        string          `json:"note,omitempty"`
	Price       money.Amount    `json:"price" doc:"Signed price of one, beyond the group's included ones"`
	Calories    int             `json:"calories,omitempty"`
	Allergens   []string        `json:"allergens"`
	Quantity    int             `json:"quantity" doc:"Default quantity; 0 is not chosen"`
	Min         int             `json:"min" doc:"Minimum quantity of this option, if chosen"`
	Max         int             `json:"max" doc:"Maximum quantity of this option"`
	Increment   int             `json:"increment" doc:"Quantities are multiples of it"`
	Unavailable *Unavailable    `json:"unavailable,omitempty"`
	Groups      []ModifierGroup `json:"groups,omitempty" doc:"Groups to choose from once this option is chosen"`
}

// ModifierGroup is a group of options. It is required when minSelects is above 0.
type ModifierGroup struct {
	ID         string     `json:"id"`
	Label      string     `json:"label"`
	MinSelects int        `json:"minSelects"`
	MaxSelects int        `json:"maxSelects"`
	Included   int        `json:"included" doc:"Number of selections included in the item's price"`
	Modifiers  []Modifier `json:"modifiers"`
}

// ItemDetails is a dish with all its modifier groups.
type ItemDetails struct {
	Item
	Groups []ModifierGroup `json:"groups"`
	Upsell []Item          `json:"upsell,omitempty"`
}

// maxOffered is the highest quantity offered for an item without a limit in the menu. The basket has its own limit.
const maxOffered = 99

// dish returns the part of an item that is the same in every restaurant, and whether the item needs no choice.
func dish(offer *menu.Offer, item *menu.Item, section string, words locale.Locale) (out Dish, whole bool) {
	out = Dish{
		ID: item.ID, Slug: item.Slug, Section: section, Label: item.Label.In(words), Description: item.Description.In(words),
		Allergens: list(item.Allergens), Tags: list(item.Tags), Picture: item.Picture, Serves: item.Serves, DefaultChoices: []string{},
		Calories: item.Calories, Stack: item.Stack,
	}
	plain, findings := offer.Price(item, nil)
	for _, m := range plain.Modifiers {
		out.DefaultChoices = append(out.DefaultChoices, m.Modifier)
	}
	return out, len(findings) == 0
}

// item returns a dish as a restaurant's list shows it.
func (v *visit) item(item *menu.Item, section string) Item {
	same, whole := dish(v.offer, item, section, v.words)
	out := Item{
		Dish: same, Price: v.offer.ItemPrice(item), Quick: whole && len(v.offer.SoldOutChoices(item, nil, v.at)) == 0,
		MinimumQuantity: max(item.MinimumQuantity, item.QuantityIncrement, 1), QuantityIncrement: max(item.QuantityIncrement, 1),
		MaximumQuantity: item.MaximumQuantity,
		Unavailable:     v.unavailable(v.offer.Unavailable(item, v.handoff, v.at, v.location.Timezone())),
	}
	if out.MaximumQuantity == 0 {
		out.MaximumQuantity = max(maxOffered-maxOffered%out.QuantityIncrement, out.MinimumQuantity)
	}
	return out
}

// groups returns modifier groups with their options and nested groups.
func (v *visit) groups(ids []string) []ModifierGroup {
	groups := []ModifierGroup{}
	for _, g := range v.offer.Groups(ids) {
		out := ModifierGroup{
			ID: g.ID, Label: g.Label.In(v.words), MinSelects: g.MinSelects, MaxSelects: g.MaxSelects, Included: g.Included,
			Modifiers: make([]Modifier, len(g.Modifiers)),
		}
		for i := range g.Modifiers {
			out.Modifiers[i] = v.modifier(&g.Modifiers[i])
		}
		groups = append(groups, out)
	}
	return groups
}

func (v *visit) modifier(m *menu.Modifier) Modifier {
	out := Modifier{
		ID: m.ID, Label: m.Label.In(v.words), Note: m.Note.In(v.words), Price: v.offer.ModifierPrice(m), Calories: m.Calories,
		Allergens: list(m.Allergens), Quantity: m.Standard(), Min: m.Fewest(), Max: m.Most(), Increment: m.Step(),
		Unavailable: v.unavailable(v.offer.ModifierUnavailable(m.ID, v.at)),
	}
	if len(m.Groups) > 0 {
		out.Groups = v.groups(m.Groups)
	}
	return out
}

func (v *visit) unavailable(why *menu.Unavailable) *Unavailable {
	if why == nil {
		return nil
	}
	out := &Unavailable{Reason: string(why.Reason), Until: why.Until.UTC(), Daypart: why.Daypart.In(v.words)}
	if out.Daypart != "" {
		out.From, out.To = why.From.String(), why.To.String()
	}
	return out
}

// list returns an empty list for nil, so that JSON has no null.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
