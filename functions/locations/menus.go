package locations

import (
	"context"
	"time"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/timeslot"
)

// OfferInput asks what a restaurant offers, for a handoff and a time.
type OfferInput struct {
	api.Guest
	LocationID string    `path:"locationId" maxLength:"64"`
	Category   string    `query:"category" enum:"everyday,catering" default:"everyday"`
	Handoff    int       `query:"handoff" enum:"1,2,3,4,6" default:"2"`
	At         time.Time `query:"at" doc:"UTC; when the food is wanted. Default: the earliest time that can be ordered"`
}

type menusOutput struct {
	Body struct {
		Menus []Menu `json:"menus" doc:"The menu of the asked category"`
	}
}

type brandMenusOutput struct {
	Body struct {
		Menus []BrandMenu `json:"menus"`
	}
}

type sectionsOutput struct {
	Body struct {
		Sections []SectionHead `json:"sections"`
	}
}

// SectionHead is a section without its items.
type SectionHead struct {
	ID    string `json:"id"`
	Slug  string `json:"slug"`
	Label string `json:"label"`
	Count int    `json:"count"`
}

type itemsInput struct {
	OfferInput
	Section string `query:"section" maxLength:"64" doc:"Slug; all sections when empty"`
}

type itemsOutput struct {
	Body struct {
		Items []Item `json:"items"`
	}
}

type itemDetailsInput struct {
	OfferInput
	Item string `path:"item" maxLength:"80" doc:"Id or slug"`
}

type itemDetailsOutput struct {
	Body ItemDetails
}

type availabilityOutput struct {
	Body struct {
		Opening   Opening        `json:"opening"`
		Next      *time.Time     `json:"next,omitempty" doc:"UTC; earliest time that can be ordered that way now"`
		Items     []ItemAway     `json:"items" doc:"What cannot be had for that handoff at that time"`
		Modifiers []ModifierAway `json:"modifiers"`
	}
}

// ItemAway is an item that cannot be had.
type ItemAway struct {
	ItemID      string      `json:"itemId"`
	Unavailable Unavailable `json:"unavailable"`
}

// ModifierAway is an option that cannot be had.
type ModifierAway struct {
	ModifierID  string      `json:"modifierId"`
	Unavailable Unavailable `json:"unavailable"`
}

// offers is what the menu operations read.
type offers struct {
	menus *menu.Store
}

func newOffers(t table.Table, now func() time.Time) offers {
	return offers{menus: menu.NewStore(t, now)}
}

// visit is what one request asks of a restaurant's menu: in which words, for which handoff, at which time.
type visit struct {
	location location.Location
	offer    *menu.Offer
	words    locale.Locale
	handoff  location.Handoff
	at       time.Time
}

// visit opens the restaurant's menu; problem.LocationNotFound when there is no such restaurant.
func (l *Locations) visit(ctx context.Context, in *OfferInput) (*visit, error) {
	found, err := l.store.Get(ctx, in.LocationID)
	if err != nil {
		return nil, err
	}
	offer, err := l.offers.menus.Offer(ctx, found.ID, found.Currency)
	if err != nil {
		return nil, err
	}
	v := &visit{location: found, offer: offer, words: locale.Parse(in.Language), handoff: location.Handoff(in.Handoff), at: in.At}
	if v.at.IsZero() {
		v.at = l.now()
		if slot, ok := timeslot.First(found, v.handoff, v.at, timeslot.Need{}, l.brand.DaysAhead); ok {
			v.at = slot.Start
		}
	} else if err := api.Soon(v.at, l.now(), "/query/at"); err != nil {
		return nil, err
	}
	return v, nil
}

// sections are the sections of a menu with their items as the guest sees them.
func (v *visit) sections(category string) []Section {
	sections := []Section{}
	for _, s := range v.offer.Sections(category) {
		shown := Section{ID: s.ID, Slug: s.Slug, Label: s.Label.In(v.words), Line: s.Line.In(v.words), Items: make([]Item, len(s.Dishes))}
		for i, item := range s.Dishes {
			shown.Items[i] = v.item(item, s.Slug)
		}
		sections = append(sections, shown)
	}
	return sections
}

func (l *Locations) menus(ctx context.Context, in *OfferInput) (*menusOutput, error) {
	v, err := l.visit(ctx, in)
	if err != nil {
		return nil, err
	}
	out := new(menusOutput)
	out.Body.Menus = []Menu{}
	for _, m := range v.offer.Menus() {
		if m.Slug != in.Category {
			continue
		}
		if sections := v.sections(m.Slug); len(sections) > 0 {
			out.Body.Menus = append(out.Body.Menus, Menu{
				ID: m.ID, Slug: m.Slug, CategoryID: int(m.CategoryID), Label: m.Label.In(v.words), Sections: sections,
			})
		}
	}
	return out, nil
}

// brandMenus is what the brand serves, before a restaurant is chosen: without prices, which are the restaurants' own.
func (l *Locations) brandMenus(ctx context.Context, in *api.Guest) (*brandMenusOutput, error) {
	offer, err := l.offers.menus.Brand(ctx)
	if err != nil {
		return nil, err
	}
	words := locale.Parse(in.Language, locale.Abroad...)
	out := new(brandMenusOutput)
	out.Body.Menus = []BrandMenu{}
	for _, m := range offer.Menus() {
		shown := BrandMenu{ID: m.ID, Slug: m.Slug, CategoryID: int(m.CategoryID), Label: m.Label.In(words), Sections: []BrandSection{}}
		for _, s := range offer.Sections(m.Slug) {
			section := BrandSection{ID: s.ID, Slug: s.Slug, Label: s.Label.In(words), Line: s.Line.In(words), Dishes: make([]Dish, len(s.Dishes))}
			for i, item := range s.Dishes {
				section.Dishes[i], _ = dish(offer, item, s.Slug, words)
			}
			shown.Sections = append(shown.Sections, section)
		}
		out.Body.Menus = append(out.Body.Menus, shown)
	}
	return out, nil
}

func (l *Locations) sections(ctx context.Context, in *OfferInput) (*sectionsOutput, error) {
	v, err := l.visit(ctx, in)
	if err != nil {
		return nil, err
	}
	out := new(sectionsOutput)
	out.Body.Sections = []SectionHead{}
	for _, s := range v.offer.Sections(in.Category) {
		out.Body.Sections = append(out.Body.Sections, SectionHead{ID: s.ID, Slug: s.Slug, Label: s.Label.In(v.words), Count: len(s.Dishes)})
	}
	return out, nil
}

func (l *Locations) items(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	v, err := l.visit(ctx, &in.OfferInput)
	if err != nil {
		return nil, err
	}
	out := new(itemsOutput)
	out.Body.Items = []Item{}
	known := in.Section == ""
	for _, s := range v.offer.Sections(in.Category) {
		if in.Section != "" && in.Section != s.Slug {
			continue
		}
		known = true
		for _, item := range s.Dishes {
			out.Body.Items = append(out.Body.Items, v.item(item, s.Slug))
		}
	}
	if !known {
		return nil, problem.New(problem.NotFound)
	}
	return out, nil
}

func (l *Locations) itemDetails(ctx context.Context, in *itemDetailsInput) (*itemDetailsOutput, error) {
	v, err := l.visit(ctx, &in.OfferInput)
	if err != nil {
		return nil, err
	}
	item, section, ok := v.find(in.Category, in.Item)
	if !ok {
		return nil, problem.New(problem.ItemNotFound)
	}
	details := ItemDetails{Item: v.item(item, section), Groups: v.groups(item.Groups)}
	for _, with := range v.offer.Upsell(in.Category, item, v.can) {
		details.Upsell = append(details.Upsell, v.item(with.Item, with.Within))
	}
	return &itemDetailsOutput{Body: details}, nil
}

// find gives an item of the menu of the category, with the slug of its section there.
func (v *visit) find(category, idOrSlug string) (*menu.Item, string, bool) {
	item, ok := v.offer.Item(idOrSlug)
	if !ok {
		return nil, "", false
	}
	section, ok := v.offer.SectionOf(category, item)
	return item, section, ok
}

func (l *Locations) availability(ctx context.Context, in *OfferInput) (*availabilityOutput, error) {
	v, err := l.visit(ctx, in)
	if err != nil {
		return nil, err
	}
	now := l.now()
	out := new(availabilityOutput)
	out.Body.Opening = opening(v.location.Opening(now))
	if slot, ok := timeslot.First(v.location, v.handoff, now, timeslot.Need{}, l.brand.DaysAhead); ok {
		out.Body.Next = &slot.Start
	}
	out.Body.Items, out.Body.Modifiers = []ItemAway{}, []ModifierAway{}
	for _, s := range v.offer.Sections(in.Category) {
		for _, item := range s.Dishes {
			if why := v.unavailable(v.offer.Unavailable(item, v.handoff, v.at, v.location.Zone())); why != nil {
				out.Body.Items = append(out.Body.Items, ItemAway{ItemID: item.ID, Unavailable: *why})
			}
		}
	}
	for _, id := range v.offer.SoldOutModifiers(v.at) {
		out.Body.Modifiers = append(out.Body.Modifiers, ModifierAway{ModifierID: id, Unavailable: *v.unavailable(v.offer.ModifierUnavailable(id, v.at))})
	}
	return out, nil
}
