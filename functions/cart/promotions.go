package cart

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/timeslot"
)

// Deal is a promotion as guests read about it.
type Deal struct {
	ID          string        `json:"id"`
	Kind        string        `json:"kind" doc:"orderAmount, itemFree, …"`
	Label       string        `json:"label"`
	Text        string        `json:"text"`
	Terms       string        `json:"terms,omitempty"`
	From        string        `json:"from,omitempty" doc:"YYYY-MM-DD, the first day"`
	Until       string        `json:"until,omitempty" doc:"YYYY-MM-DD, the last day"`
	Weekdays    []int         `json:"weekdays,omitempty" doc:"0 is Sunday; absent: every day"`
	Hours       *DealHours    `json:"hours,omitempty"`
	Handoffs    []int         `json:"handoffs,omitempty" doc:"Absent: every handoff"`
	Locations   []DealPlace   `json:"locations,omitempty" doc:"Restaurants of the country that have it; absent: all"`
	Amount      *money.Amount `json:"amount,omitempty" doc:"What it takes off"`
	Percent     float64       `json:"percent,omitempty" doc:"What it takes off"`
	MinSubtotal *money.Amount `json:"minSubtotal,omitempty"`
	SignedIn    bool          `json:"signedIn,omitempty" doc:"Only for guests with an account"`
	RunsNow     bool          `json:"runsNow"`
	Ends        time.Time     `json:"ends,omitzero" doc:"UTC; when it stops running, until its next day or hours"`
	Next        time.Time     `json:"next,omitzero" doc:"UTC; when it begins, if it does not run now"`
	TimeZone    string        `json:"timeZone,omitempty" doc:"IANA zone of the restaurant of ends or next"`
}

// DealHours is local time. A close that is not after open is on the next day.
type DealHours struct {
	Open  string `json:"open" doc:"HH:MM"`
	Close string `json:"close" doc:"HH:MM"`
}

// DealPlace is a restaurant that has a deal.
type DealPlace struct {
	ID    string `json:"id"`
	Slug  string `json:"slug"`
	Label string `json:"label"`
	City  string `json:"city"`
}

// DealPrice is the price of an item with its default choices, after the promotion that reduces every unit of it.
type DealPrice struct {
	ItemID      string       `json:"itemId"`
	Price       money.Amount `json:"price"`
	Was         money.Amount `json:"was" doc:"The price without the promotion"`
	Percent     float64      `json:"percent,omitempty" doc:"What the promotion takes off the price with all choices; absent: was minus price"`
	PromotionID string       `json:"promotionId"`
	Label       string       `json:"label"`
	Ends        time.Time    `json:"ends,omitzero" doc:"UTC; when the promotion stops running"`
}

type promotionsInput struct {
	api.CommonHeaders
	LocationID string       `query:"locationId" maxLength:"64" doc:"Only promotions of this restaurant, and its prices"`
	Category   api.Category `query:"category"`
	Handoff    int          `query:"handoff" enum:"2,4" default:"2" doc:"Of the prices: pickup 2, curbside 4"`
	At         time.Time    `query:"at" doc:"UTC; time of the handoff, for the prices. Default: the earliest time that can be ordered"`
}

type promotionsOutput struct {
	Caching string `header:"Cache-Control"`
	Vary    string `header:"Vary"`
	Body    struct {
		Promotions []Deal      `json:"promotions" doc:"Promotions without a code that run now or begin within a week"`
		Prices     []DealPrice `json:"prices" doc:"Items of the restaurant with another price because of a promotion"`
	}
}

func (c *Cart) promotionOperation() api.Operation {
	return api.Describe(huma.Operation{
		OperationID: "list-promotions", Method: http.MethodGet, Path: api.Ordering + "/discount-management/promotions", Tags: []string{"promotions"},
		Summary: "Promotions that need no code, and what they reduce by themselves at a restaurant",
	}, c.listPromotions).WithProblems([]problem.Code{problem.LocationNotFound, problem.WrongCountry})
}

func (c *Cart) listPromotions(ctx context.Context, in *promotionsInput) (*promotionsOutput, error) {
	// A browser must not keep it: the Date of a kept answer would set the site's clock back.
	out := &promotionsOutput{Caching: "public, max-age=0, s-maxage=60", Vary: "Accept-Language, country-alpha-2"}
	out.Body.Promotions, out.Body.Prices = []Deal{}, []DealPrice{}
	words := locale.Parse(in.Language)
	if in.LocationID == "" {
		set, err := c.contexts.Promotions(ctx)
		if err != nil {
			return nil, err
		}
		listing, err := c.directory.Read(ctx)
		if err != nil {
			return nil, err
		}
		out.Body.Promotions = c.deals(set, listing.All(), api.Country(ctx), category.Slug(in.Category), words)
		return out, nil
	}
	pc, err := c.contextAt(ctx, in.LocationID)
	if err != nil {
		return nil, err
	}
	at := in.At
	if at.IsZero() {
		at = pc.Now
		if slot, ok := timeslot.First(pc.Location, location.Handoff(in.Handoff), pc.Now, timeslot.Need{}, pc.Brand.DaysAhead); ok {
			at = slot.Start
		}
	} else if err := api.CheckTime(at, pc.Now, "/query/at"); err != nil {
		return nil, err
	}
	out.Body.Promotions = c.deals(pc.Promotions, []location.Location{pc.Location}, api.Country(ctx), category.Slug(in.Category), words)
	order := dealCart(&pc.Location, category.Slug(in.Category), at)
	order.Handoff = location.Handoff(in.Handoff)
	out.Body.Prices = dealPrices(pc, &order, words)
	return out, nil
}

// dealCart returns a cart without lines at the restaurant.
func dealCart(l *location.Location, kind category.Slug, at time.Time) promo.Cart {
	return promo.Cart{
		Currency: l.Currency, Country: l.Address.Country, Location: l.ID, Offered: l.Orderable(), Category: cmp.Or(kind, category.Everyday),
		At: at.In(l.Timezone()),
	}
}

// deals returns the promotions that are advertised for the restaurants of the country.
func (c *Cart) deals(set *promo.Set, restaurants []location.Location, country string, kind category.Slug, words locale.Locale) []Deal {
	now := c.now()
	var carts []promo.Cart
	byID := map[string]*location.Location{}
	for i := range restaurants {
		if l := &restaurants[i]; l.Address.Country == country && l.TakesOrders() {
			carts = append(carts, dealCart(l, kind, now))
			byID[l.ID] = l
		}
	}
	deals := []Deal{}
	for _, a := range set.Advertised(carts) {
		d := Deal{
			ID: a.ID, Kind: a.Kind.String(), Label: a.Label.In(words), Text: a.Text.In(words), Terms: a.Terms.In(words),
			Weekdays: a.Weekdays, SignedIn: a.SignedIn, RunsNow: a.RunsNow, Ends: a.Until.UTC(), Next: a.From.UTC(),
		}
		if change := cmp.Or(a.From, a.Until); !change.IsZero() {
			d.TimeZone = change.Location().String()
		}
		if a.Promotion.From != nil {
			d.From = a.Promotion.From.String()
		}
		if a.Promotion.Until != nil {
			d.Until = a.Promotion.Until.String()
		}
		if a.Hours != nil {
			d.Hours = &DealHours{a.Hours.Open.String(), a.Hours.Close.String()}
		}
		for _, h := range a.Handoffs {
			d.Handoffs = append(d.Handoffs, int(h))
		}
		for _, id := range a.At {
			l := byID[id]
			d.Locations = append(d.Locations, DealPlace{l.ID, l.Slug, l.Label, l.Address.City})
		}
		d.Amount, d.MinSubtotal = amountIn(a.Amount, carts[0].Currency), amountIn(a.MinSubtotal, carts[0].Currency)
		d.Percent = a.Percent.InexactFloat64()
		deals = append(deals, d)
	}
	return deals
}

// amountIn returns the amount in the currency, or nil without one.
func amountIn(p menu.Prices, c money.Currency) *money.Amount {
	if p[c] == 0 {
		return nil
	}
	a := money.Of(p[c], c)
	return &a
}

// dealPrices returns the items of the menu that a promotion reduces by itself in the order.
func dealPrices(pc basket.PricingContext, order *promo.Cart, words locale.Locale) []DealPrice {
	prices := []DealPrice{}
	seen := map[string]bool{}
	for _, section := range pc.Offer.Sections(category.Of(order.Category).Menu) {
		for _, item := range section.Dishes {
			price := pc.Offer.ItemPrice(item)
			p, off := pc.Promotions.OfItem(order, &promo.Line{ItemID: item.ID, Sections: item.Sections, Unit: price.Minor, Quantity: 1})
			if p == nil || seen[item.ID] {
				continue
			}
			seen[item.ID] = true
			after := money.Of(price.Minor-off, price.Currency)
			d := DealPrice{ItemID: item.ID, Price: after, Was: price, PromotionID: p.ID, Label: p.Label.In(words)}
			if _, until, ok := p.Window(order.At); ok {
				d.Ends = until.UTC()
			}
			switch {
			case p.Kind == promo.ItemFree:
				d.Percent = 100
			case p.Kind.Percentage():
				d.Percent = p.Percent.InexactFloat64()
			}
			prices = append(prices, d)
		}
	}
	return prices
}
