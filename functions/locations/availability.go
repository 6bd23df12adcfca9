package locations

import (
	"context"
	"time"

	"ordering/shared/timeslot"
)

type availabilityOutput struct {
	Body struct {
		Opening   Opening        `json:"opening"`
		Next      time.Time      `json:"next,omitzero" doc:"UTC; earliest time that can be ordered now with this handoff"`
		Items     []ItemAway     `json:"items" doc:"Items that are unavailable for that handoff at that time"`
		Modifiers []ModifierAway `json:"modifiers"`
	}
}

// ItemAway is an unavailable item.
type ItemAway struct {
	ItemID      string      `json:"itemId"`
	Unavailable Unavailable `json:"unavailable"`
}

// ModifierAway is an unavailable option.
type ModifierAway struct {
	ModifierID  string      `json:"modifierId"`
	Unavailable Unavailable `json:"unavailable"`
}

func (l *Locations) availability(ctx context.Context, in *OfferInput) (*availabilityOutput, error) {
	v, err := l.visit(ctx, in)
	if err != nil {
		return nil, err
	}
	now := l.now()
	out := new(availabilityOutput)
	out.Body.Opening = Opening(v.location.Opening(now))
	if slot, ok := timeslot.First(v.location, v.handoff, now, timeslot.Need{}, l.brand.DaysAhead); ok {
		out.Body.Next = slot.Start
	}
	out.Body.Items, out.Body.Modifiers = []ItemAway{}, []ModifierAway{}
	for _, s := range v.offer.Sections(v.menu) {
		for _, item := range s.Dishes {
			if why := v.unavailable(v.offer.Unavailable(item, v.handoff, v.at, v.location.Timezone())); why != nil {
				out.Body.Items = append(out.Body.Items, ItemAway{ItemID: item.ID, Unavailable: *why})
			}
		}
	}
	for _, id := range v.offer.SoldOutModifiers(v.at) {
		out.Body.Modifiers = append(out.Body.Modifiers, ModifierAway{ModifierID: id, Unavailable: *v.unavailable(v.offer.ModifierUnavailable(id, v.at))})
	}
	return out, nil
}
