package locations

import (
	"context"

	"ordering/functions/api"
	"ordering/shared/locale"
)

// Section is a part of a menu.
type Section struct {
	ID    string `json:"id"`
	Slug  string `json:"slug"`
	Label string `json:"label"`
	Line  string `json:"line,omitempty" doc:"A sentence under its title"`
	Items []Item `json:"items"`
}

// BrandSection is a section with the brand's items.
type BrandSection struct {
	ID     string `json:"id"`
	Slug   string `json:"slug"`
	Label  string `json:"label"`
	Line   string `json:"line,omitempty" doc:"A sentence under its title"`
	Dishes []Dish `json:"dishes"`
}

// BrandMenu is a menu of the brand. Each restaurant has its own prices and may omit dishes.
type BrandMenu struct {
	ID         string         `json:"id"`
	Slug       string         `json:"slug"`
	CategoryID int            `json:"categoryId"`
	Label      string         `json:"label"`
	Sections   []BrandSection `json:"sections"`
}

// Menu is the menu of one category.
type Menu struct {
	ID         string    `json:"id"`
	Slug       string    `json:"slug"`
	CategoryID int       `json:"categoryId"`
	Label      string    `json:"label"`
	Sections   []Section `json:"sections"`
}

type menusOutput struct {
	Body struct {
		Menus []Menu `json:"menus" doc:"The menu of the category"`
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

func (l *Locations) menus(ctx context.Context, in *OfferInput) (*menusOutput, error) {
	v, err := l.visit(ctx, in)
	if err != nil {
		return nil, err
	}
	out := new(menusOutput)
	out.Body.Menus = []Menu{}
	for _, m := range v.offer.Menus() {
		if m.Slug != v.menu {
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

// brandMenus returns the brand's menus, before a restaurant is chosen: without prices, which depend on the restaurant.
func (l *Locations) brandMenus(ctx context.Context, in *api.CommonHeaders) (*brandMenusOutput, error) {
	offer, err := l.offers.Brand(ctx)
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
	for _, s := range v.offer.Sections(v.menu) {
		out.Body.Sections = append(out.Body.Sections, SectionHead{ID: s.ID, Slug: s.Slug, Label: s.Label.In(v.words), Count: len(s.Dishes)})
	}
	return out, nil
}

// sections returns the sections of a menu with their items as the guest sees them.
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
