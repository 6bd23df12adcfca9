package notify

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

var placedAt = time.Date(2026, 6, 1, 21, 12, 0, 0, time.UTC) // 5:12 PM in Montréal

const (
	token = "k5tq7mzx2vhr4wya3pdnc6jbes"
	id    = "w2xq6ndt4kzj7csvb3hyramp5e" // the kitchen's id of the order
)

// dinner returns an order in Montréal with all optional parts.
func dinner(l locale.Locale) order.Order {
	o := order.Order{}
	o.Snapshot = order.Snapshot{
		Token: token, ID: id, Number: "4127", Basket: "b", Locale: l,
		Location: order.Location{
			ID: "bdb-1021", ExternalID: "grill#21", Slug: "plateau", Label: "Plateau Mont-Royal", Phone: "+15145550134", TimeZone: "America/Toronto",
			Address: location.Address{
				Street: "4465, boulevard Saint-Laurent", City: "Montréal", State: "QC", Zip: "H2W 1Z8", Country: "CA",
				Latitude: 45.519, Longitude: -73.5846,
			},
		},
		Handoff: location.Pickup, Category: "everyday", Start: placedAt.Add(33 * time.Minute), End: placedAt.Add(48 * time.Minute),
		Contact: guest.Contact{FirstName: "Dolorès", LastName: "Canary-Tremblay", Email: "canary.dolores@example.com", Phone: "+15145550177"},
		Lines: []order.Line{
			{
				ID: "1", ItemID: "the-big-deal", ExternalID: "PLU-100", Slug: "the-big-deal", Quantity: 2, TaxClass: "meal",
				ListPrice: cad(899), UnitPrice: cad(1174), Price: cad(2348),
				Label: text("The Big Deal", "La Grosse Affaire"),
				Modifiers: []order.Modifier{
					{Group: "add-ons", ID: "bacon", ExternalID: "MOD-7", Label: text("Bacon", "Bacon"), Quantity: 2, Price: cad(275)},
					{Group: "comes-with", ID: "onion", Label: text("Onion", "Oignon"), Price: cad(0)},
				},
				Stack:        []string{"heel", "patty", "cheese", "crown"},
				Instructions: "Cut in half, please <b>& thank you</b>",
			},
			{
				ID: "2", ItemID: "combo", Slug: "combo", Quantity: 1, ListPrice: cad(1399), UnitPrice: cad(1399), Price: cad(1399), TaxClass: "meal",
				Label: text("Pulled Pork Combo", "Trio porc effiloché"),
				Modifiers: []order.Modifier{
					{Group: "sandwich", ID: "pork", Label: text("Pulled Pork", "Porc effiloché"), Quantity: 1, Price: cad(0)},
					{Group: "comes-with", ID: "slaw", Label: text("Slaw", "Chou"), Price: cad(0), Depth: 1},
					{Group: "side", ID: "fries", Label: text("Pit Fries", "Frites de la fosse"), Quantity: 1, Price: cad(0)},
					{Group: "size", ID: "large", Label: text("Large", "Grand format"), Quantity: 1, Price: cad(0), Depth: 1},
				},
			},
		},
		Instructions: "Ring the bell", Cutlery: true,
		Totals: basket.Totals{
			Subtotal: cad(3747),
			Taxes: []basket.Tax{
				{Tax: "GST", Rate: "5", Base: cad(3747), Amount: cad(187), Registration: "00000 0000 RT0001"},
				{Tax: "QST", Rate: "9.975", Base: cad(3747), Amount: cad(374), Registration: "0000000000 TQ0001"},
			},
			Tip: cad(562), Total: cad(4870),
		},
		PlacedAt: placedAt,
	}
	o.Progress = order.Progress{
		Status: order.Scheduled, Steps: []order.Step{{Status: order.Scheduled, At: placedAt}}, Promised: o.Start,
		Tenders: []order.Tender{{Kind: order.KindCharge, State: order.PaymentCaptured, Intent: "pi_1", Brand: "visa", LastFour: "4242"}},
	}
	return o
}

func cad(minor int64) money.Amount { return money.Of(minor, money.CAD) }

func text(english, french string) locale.Text {
	return locale.Text{locale.En: english, locale.FrCA: french}
}

// reduced returns the same order with an adjustment and a charge.
func reduced(l locale.Locale) order.Order {
	o := dinner(l)
	o.Adjustments = []basket.Adjustment{{
		Kind: "orderAmount", ID: "lunch", Label: text("Lunch deal", "Offre du midi"), Coupon: "MIDI", Amount: cad(200),
		Allocation: []basket.Allocation{{Line: "1", Amount: cad(125)}, {Line: "2", Amount: cad(75)}},
	}}
	o.Charges = []basket.Charge{{Kind: "fee", ID: "delivery", Label: text("Delivery", "Livraison"), Amount: cad(399)}}
	return o
}

// rewarded returns the same order with a reward for points and a gift.
func rewarded(l locale.Locale) order.Order {
	o := dinner(l)
	one := func(line string, cents int64) []basket.Allocation {
		return []basket.Allocation{{Line: line, Amount: cad(cents)}}
	}
	o.Adjustments = []basket.Adjustment{
		{Kind: "itemFree", ID: "bacon", Label: text("Free bacon", "Bacon gratuit"), Points: 1250, Amount: cad(200), Allocation: one("1", 200)},
		{
			Kind: "itemFree", ID: "side", Label: text("A birthday side", "L’à-côté de fête"), Grant: "birthday-2026", Amount: cad(300),
			Allocation: one("2", 300),
		},
	}
	return o
}

// free returns the same order with a discount of the whole price.
func free(l locale.Locale) order.Order {
	o := dinner(l)
	o.Adjustments = []basket.Adjustment{{
		Kind: "orderPercentage", ID: "on-us", Label: text("Dinner is on us", "On vous invite"), Amount: o.Subtotal,
		Allocation: []basket.Allocation{{Line: "1", Amount: o.Lines[0].Price}, {Line: "2", Amount: o.Lines[1].Price}},
	}}
	o.Taxes, o.Tip, o.Total, o.Tenders = nil, cad(0), cad(0), nil
	return o
}

// ahead returns the same order for lunch tomorrow.
func ahead(l locale.Locale) order.Order {
	o := dinner(l)
	o.Start = time.Date(2026, 6, 2, 16, 0, 0, 0, time.UTC) // noon in Montréal
	o.End = o.Start.Add(15 * time.Minute)
	return o
}

// parked returns the same order for curbside.
func parked(l locale.Locale) order.Order {
	o := dinner(l)
	o.Handoff, o.Vehicle = location.Curbside, &guest.Vehicle{Make: "Honda", Model: "Civic", Colour: "gris <argent>"}
	o.Arrival = &order.Arrival{State: order.ArrivalPlaced}
	return o
}

// there returns the curbside order after the guest's arrival in another car.
func there(l locale.Locale) order.Order {
	o := parked(l)
	car := guest.Vehicle{Make: "Ford", Model: "F-150", Colour: "rouge"}
	o.Arrival = &order.Arrival{State: order.Arrived, At: placedAt.Add(30 * time.Minute), Vehicle: &car, Said: 1}
	return o
}

func as(o order.Order, s order.Status) order.Order {
	o.Status = s
	return o
}

// bench is a table with orders in it, and the mail that was sent.
type bench struct {
	*sqlitetest.Bench
	mu   sync.Mutex
	sent []Message
	err  error
}

func newBench(t *testing.T) *bench { return &bench{Bench: sqlitetest.New(t, placedAt)} }

// Send stores the message. It implements Mailer.
func (b *bench) Send(_ context.Context, m Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return b.err
	}
	b.sent = append(b.sent, m)
	return nil
}

// keep writes an order as package order stores it.
func (b *bench) keep(o order.Order) {
	b.Helper()
	for sk, part := range map[string]any{"order": o.Snapshot, "progress": o.Progress} {
		raw, err := json.Marshal(part)
		assert.NilError(b, err)
		b.Put(table.Put(table.Item{Key: table.Key{PK: "order#" + o.Token, SK: sk}, Data: raw}))
	}
	if got, err := order.Load(b.Context(), b, o.Token); err != nil || got.Number != o.Number {
		b.Fatalf("package order does not find the stored order: %v", err)
	}
}

func (b *bench) drain(n *Notify) {
	b.Helper()
	d := outbox.NewDrainer(b.Table, b.Now, func() float64 { return 0.5 }, n.Handlers())
	assert.NilError(b, d.Drain(b.Context()))
}

func (b *bench) pending() int {
	b.Helper()
	rows, err := outbox.Pending(b.Context(), b)
	assert.NilError(b, err)
	return len(rows)
}

// bytesMailer only encodes the message.
type bytesMailer struct{}

func (bytesMailer) Send(_ context.Context, m Message) error {
	_, err := m.Bytes()
	return err
}
