package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/functions/payment"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/basket/basketview"
)

// guests are everybody who orders: their carts, and what they were told.
type guests struct {
	address string
	client  *http.Client
	at      []string      // restaurants that they order at
	soon    bool          // they want it as soon as it can be had, not on any of the days ahead
	carts   chan *trolley // with nobody at them
	ready   chan *trolley // with a time, to be paid

	mu           sync.Mutex
	acknowledged []string // orders
	submitted    []string // baskets
}

// calls counts the calls of everybody: each has a key of its own. Waiting are those without an answer yet.
var calls, waiting atomic.Int64

func newGuests(address string) *guests {
	transport := &http.Transport{MaxIdleConns: 1024, MaxIdleConnsPerHost: 1024, IdleConnTimeout: time.Minute}
	return &guests{address: address, at: demo, client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}
}

// trolley is a guest's cart: the basket as the server last gave it.
type trolley struct {
	basketview.Basket
	lines int
	card  string
}

// demo are restaurants of the seed that take orders.
var demo = []string{"bdb-1001", "bdb-1002", "bdb-1003", "bdb-1004", "bdb-1005", "bdb-1006", "bdb-1007", "bdb-1008", "bdb-1010"}

// dishes that are put into a cart one after the other; then the guest leaves, and another begins.
var dishes = []map[string]any{
	{"itemId": "the-big-deal", "quantity": 1}, {"itemId": "pit-fries", "quantity": 2}, {"itemId": "the-original-41", "quantity": 1},
	{"itemId": "the-big-deal", "quantity": 1, "instructions": "well done"}, {"itemId": "the-big-deal", "quantity": 2}, {"itemId": "pit-fries", "quantity": 1},
}

// open makes room for so many guests with a cart each. Their carts are begun by their first dish.
func (g *guests) open(n int) {
	g.carts = make(chan *trolley, n)
	for i := range n {
		g.carts <- &trolley{lines: i % len(dishes) * len(dishes)} // any multiple begins anew
	}
}

// add puts the next dish into the cart of whoever waited longest: for the first one the cart begins, as on the site.
func (g *guests) add(ctx context.Context) error {
	c := <-g.carts
	defer func() { g.carts <- c }()
	dish := dishes[c.lines%len(dishes)]
	c.lines++
	if c.OrderID == "" || c.lines%len(dishes) == 1 {
		return g.begin(ctx, c, dish)
	}
	body := map[string]any{"orderId": c.OrderID}
	for key, value := range dish {
		body[key] = value
	}
	err := g.call(ctx, "POST", "/order-items", c.Version, body, &c.Basket)
	if err != nil {
		c.OrderID = "" // whatever became of it, the next guest begins with a cart of his own
	}
	return err
}

func (g *guests) begin(ctx context.Context, c *trolley, dish map[string]any) error {
	at := g.at[rand.IntN(len(g.at))]
	c.OrderID = ""
	return g.call(ctx, "POST", "/orders", 0, map[string]any{"locationId": at, "handoff": pickup, "category": "everyday", "line": dish}, &c.Basket)
}

// prepare brings n guests up to the till: a cart, a time that is held, and a card typed into the provider's field.
func (g *guests) prepare(ctx context.Context, n int) error {
	g.ready = make(chan *trolley, n)
	var all sync.WaitGroup
	failures := make(chan error, n)
	places := make(chan struct{}, 32)
	for range n {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			c := new(trolley)
			if err := errors.Join(g.begin(ctx, c, dishes[0]), g.hold(ctx, c), g.typeCard(ctx, c)); err != nil {
				failures <- err
				return
			}
			g.ready <- c
		})
	}
	all.Wait()
	if len(failures) > 0 {
		return fmt.Errorf("%d of %d guests did not get to the till: %w", len(failures), n, <-failures)
	}
	return nil
}

// everywhere has guests order at every restaurant of the country that is open now, as soon as can be: what they ordered is then made and
// done with, instead of hanging on the kitchens' rails until its day comes.
func (g *guests) everywhere(ctx context.Context) error {
	var atlas struct {
		States    []struct{ Code, Country string }
		Locations []struct {
			ID, State string
			Handoffs  []int
			Opening   struct{ State string }
		}
	}
	if err := g.call(ctx, "GET", "/locations/all-locations", 0, nil, &atlas); err != nil {
		return err
	}
	ours := map[string]bool{}
	for _, s := range atlas.States {
		ours[s.Code] = s.Country == "US"
	}
	g.at, g.soon = nil, true
	for _, l := range atlas.Locations {
		if ours[l.State] && l.Opening.State == "open" && slices.Contains(l.Handoffs, pickup) {
			g.at = append(g.at, l.ID)
		}
	}
	if len(g.at) == 0 {
		return errors.New("no restaurant is open")
	}
	return nil
}

const pickup = 2

// hold takes the earliest free time, or one on any of the days, so that no slot fills up.
func (g *guests) hold(ctx context.Context, c *trolley) error {
	path := "/timeslots/" + c.OrderID
	if g.soon {
		return g.call(ctx, "PUT", path, c.Version, map[string]any{"asap": true}, &c.Basket)
	}
	var times struct {
		Days []cart.DayAhead
		Day  cart.Day
	}
	if err := g.call(ctx, "GET", path, 0, nil, &times); err != nil {
		return err
	}
	open := slices.DeleteFunc(times.Days, func(d cart.DayAhead) bool { return d.Closed != "" })
	if len(open) == 0 {
		return errors.New("the restaurant is never open")
	}
	if err := g.call(ctx, "GET", path+"?date="+open[rand.IntN(len(open))].Date, 0, nil, &times); err != nil {
		return err
	}
	var err error
	for range 20 {
		slot := times.Day.Slots[rand.IntN(len(times.Day.Slots))]
		if slot.Full {
			continue
		}
		err = g.call(ctx, "PUT", path, c.Version, map[string]any{"start": slot.Start}, &c.Basket)
		if err == nil || !strings.Contains(err.Error(), "timeslot-full") {
			return err
		}
	}
	return errors.Join(err, errors.New("no time is free"))
}

func (g *guests) typeCard(ctx context.Context, c *trolley) error {
	form := url.Values{"type": {"card"}, "card[number]": {"4242424242424242"}, "card[exp_month]": {"12"}, "card[exp_year]": {"2031"}, "card[cvc]": {"123"}}
	r, err := http.NewRequestWithContext(ctx, "POST", g.address+payments.Prefix+"/v1/payment_methods", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Authorization", "Bearer "+payments.PublishableKey)
	var method struct{ ID string }
	err = g.send(r, &method)
	c.card = method.ID
	return err
}

// checkOut places the order of the guest who is next at the till.
func (g *guests) checkOut(ctx context.Context) error {
	var c *trolley
	select {
	case c = <-g.ready:
	default:
		return errors.New("nobody is left at the till")
	}
	g.mu.Lock()
	g.submitted = append(g.submitted, c.OrderID)
	g.mu.Unlock()
	var placed payment.Placement
	err := g.call(ctx, "POST", "/payment-management/card/"+c.OrderID, c.Version, map[string]any{
		"contact":       map[string]any{"firstName": "Load", "lastName": "Bench", "email": c.OrderID[:16] + "@example.com", "phone": "9185550141"},
		"billing":       map[string]any{"cardholder": "Load Bench", "address": "1 Main St", "city": "Tulsa", "state": "OK", "zip": "74105"},
		"paymentMethod": c.card, "total": c.Totals.Total,
	}, &placed)
	if err == nil && placed.State != "placed" {
		err = fmt.Errorf("the order is %s", placed.State)
	}
	if err == nil {
		g.mu.Lock()
		g.acknowledged = append(g.acknowledged, placed.OrderToken)
		g.mu.Unlock()
	}
	return err
}

// order goes the whole way with a cart of its own.
func (g *guests) order(ctx context.Context) error {
	way := &guests{address: g.address, client: g.client, at: g.at, soon: g.soon}
	err := way.prepare(ctx, 1)
	if err == nil {
		err = way.checkOut(ctx)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.submitted, g.acknowledged = append(g.submitted, way.submitted...), append(g.acknowledged, way.acknowledged...)
	return err
}

// look reads a page's data.
func (g *guests) look(path string) func(context.Context) error {
	return func(ctx context.Context) error { return g.call(ctx, "GET", path, 0, nil, nil) }
}

// call makes a call of the ordering API; its error is the status and code of the answer.
func (g *guests) call(ctx context.Context, method, path string, version int64, body, out any) error {
	var b io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		b = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, method, g.address+api.Ordering+path, b)
	if err != nil {
		return err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprintf("load-bench-%012d", calls.Add(1)))
	}
	if version > 0 {
		r.Header.Set("If-Match", fmt.Sprint(version))
	}
	return g.send(r, out)
}

func (g *guests) send(r *http.Request, out any) error {
	waiting.Add(1)
	defer waiting.Add(-1)
	answer, err := g.client.Do(r)
	if err != nil {
		return errors.New("no answer")
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return errors.New("half an answer")
	}
	if answer.StatusCode != http.StatusOK {
		var problem struct{ Code string }
		_ = json.Unmarshal(raw, &problem)
		return fmt.Errorf("%d %s", answer.StatusCode, problem.Code)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(raw, out)
}
