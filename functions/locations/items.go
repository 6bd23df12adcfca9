package locations

import (
	"context"

	"ordering/shared/problem"
)

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

func (l *Locations) items(ctx context.Context, in *itemsInput) (*itemsOutput, error) {
	v, err := l.visit(ctx, &in.OfferInput)
	if err != nil {
		return nil, err
	}
	out := new(itemsOutput)
	out.Body.Items = []Item{}
	known := in.Section == ""
	for _, s := range v.offer.Sections(v.menu) {
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
	item, section, ok := v.find(in.Item)
	if !ok {
		return nil, problem.New(problem.ItemNotFound)
	}
	details := ItemDetails{Item: v.item(item, section), Groups: v.groups(item.Groups)}
	for _, with := range v.offer.Upsell(v.menu, item, v.available) {
		details.Upsell = append(details.Upsell, v.item(with.Item, with.Within))
	}
	return &itemDetailsOutput{Body: details}, nil
}
