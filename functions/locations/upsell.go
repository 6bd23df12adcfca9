package locations

import (
	"context"

	"ordering/shared/menu"
	"ordering/shared/problem"
)

type crossSellInput struct {
	OfferInput
	Items []string `query:"items" maxItems:"60" doc:"Ids of the items in the basket"`
	Limit int      `query:"limit" minimum:"1" maximum:"12" default:"3"`
}

// available reports whether the item is available for the request's handoff and time.
func (v *visit) available(item *menu.Item) bool {
	return v.offer.Unavailable(item, v.handoff, v.at, v.location.Timezone()) == nil
}

func (v *visit) suggested(items []menu.Suggestion) *itemsOutput {
	out := new(itemsOutput)
	out.Body.Items = make([]Item, len(items))
	for i, s := range items {
		out.Body.Items[i] = v.item(s.Item, s.Within)
	}
	return out
}

func (l *Locations) upsell(ctx context.Context, in *itemDetailsInput) (*itemsOutput, error) {
	v, err := l.visit(ctx, &in.OfferInput)
	if err != nil {
		return nil, err
	}
	item, _, ok := v.find(in.Item)
	if !ok {
		return nil, problem.New(problem.ItemNotFound)
	}
	return v.suggested(v.offer.Upsell(v.menu, item, v.available)), nil
}

func (l *Locations) crossSell(ctx context.Context, in *crossSellInput) (*itemsOutput, error) {
	v, err := l.visit(ctx, &in.OfferInput)
	if err != nil {
		return nil, err
	}
	return v.suggested(v.offer.CrossSell(v.menu, in.Items, in.Limit, v.available)), nil
}
