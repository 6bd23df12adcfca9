package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/basket/basketview"
	"ordering/shared/category"
)

// guests are all simulated guests: their carts, and the orders that the server acknowledged.
type guests struct {
	address string
	client  *http.Client
	at      []string      // ids of the locations to order at
	card    string        // token of the card that all guests pay with
	carts   chan *trolley // free carts
	ready   chan *trolley // carts with a held time, ready to pay
	calls   atomic.Int64  // calls so far; each has its own idempotency key

	mu           sync.Mutex
	acknowledged []string // orders
	submitted    []string // baskets
}

// trolley is a guest's cart as the server last returned it.
type trolley struct {
	basketview.Basket
	lines int
}

const pickup = 2

// newGuests returns guests with that many carts, who order at every open US location.
func newGuests(ctx context.Context, address string, carts int) (*guests, error) {
	transport := &http.Transport{MaxIdleConns: 1024, MaxIdleConnsPerHost: 1024, IdleConnTimeout: time.Minute}
	g := &guests{address: address, client: &http.Client{Transport: transport, Timeout: 30 * time.Second}, carts: make(chan *trolley, carts)}
	for i := range carts {
		g.carts <- &trolley{lines: i % len(dishes) * len(dishes)} // a multiple: the first dish creates the cart
	}
	var atlas struct {
		States    []struct{ Code, Country string }
		Locations []struct {
			ID, State string
			Handoffs  []int
			Opening   struct{ State string }
		}
	}
	if err := errors.Join(g.call(ctx, "GET", "/locations/all-locations", 0, nil, &atlas), g.typeCard(ctx)); err != nil {
		return nil, err
	}
	abroad := map[string]bool{}
	for _, s := range atlas.States {
		abroad[s.Code] = s.Country != "US"
	}
	for _, l := range atlas.Locations {
		if !abroad[l.State] && l.Opening.State == "open" && slices.Contains(l.Handoffs, pickup) {
			g.at = append(g.at, l.ID)
		}
	}
	if len(g.at) == 0 {
		return nil, errors.New("no location is open")
	}
	return g, nil
}

// dishes are added to a cart one after the other; then the next guest starts a new cart.
var dishes = []map[string]any{
	{"itemId": "the-big-deal", "quantity": 1}, {"itemId": "pit-fries", "quantity": 2},
	{"itemId": "the-original-41", "quantity": 1}, {"itemId": "the-big-deal", "quantity": 1, "instructions": "well done"},
	{"itemId": "the-big-deal", "quantity": 2}, {"itemId": "pit-fries", "quantity": 1},
}

// add adds the next dish to the least recently used cart. As on the site, the first dish creates a cart.
func (g *guests) add(ctx context.Context) error {
	c := <-g.carts
	defer func() { g.carts <- c }()
	dish := dishes[c.lines%len(dishes)]
	c.lines++
	if c.OrderID == "" || c.lines%len(dishes) == 1 {
		return g.begin(ctx, c, dish)
	}
	body := maps.Clone(dish)
	body["orderId"] = c.OrderID
	err := g.call(ctx, "POST", "/order-items", c.Version, body, &c.Basket)
	if err != nil {
		c.OrderID = "" // its state is unknown: the next call creates a new cart
	}
	return err
}

func (g *guests) begin(ctx context.Context, c *trolley, dish map[string]any) error {
	c.OrderID = ""
	body := map[string]any{"locationId": g.at[rand.IntN(len(g.at))], "handoff": pickup, "category": category.Everyday, "line": dish}
	return g.call(ctx, "POST", "/orders", 0, body, &c.Basket)
}

// prepare takes n guests to the checkout, 32 at a time: each gets a cart and the earliest time.
func (g *guests) prepare(ctx context.Context, n int) error {
	g.ready = make(chan *trolley, n)
	var all errgroup.Group
	all.SetLimit(32)
	for range n {
		all.Go(func() error {
			c := new(trolley)
			if err := g.toTill(ctx, c); err != nil {
				return fmt.Errorf("a guest did not reach the checkout: %w", err)
			}
			g.ready <- c
			return nil
		})
	}
	return all.Wait()
}

func (g *guests) toTill(ctx context.Context, c *trolley) error {
	if err := g.begin(ctx, c, dishes[0]); err != nil {
		return err
	}
	return g.call(ctx, "PUT", "/timeslots/"+c.OrderID, c.Version, map[string]any{"asap": true}, &c.Basket)
}

// typeCard sends the card to the provider, as its card field does, and stores the token.
func (g *guests) typeCard(ctx context.Context) error {
	form := url.Values{
		"type": {"card"}, "card[number]": {"4242424242424242"}, "card[exp_month]": {"12"}, "card[exp_year]": {"2031"}, "card[cvc]": {"123"},
		"key": {payments.PublishableKey},
	}
	r, err := http.NewRequestWithContext(ctx, "POST", g.address+payments.Prefix+"/v1/payment_methods", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	var method struct{ ID string }
	err = g.send(r, &method)
	g.card = method.ID
	return err
}

// checkOut places the order of the next guest at the checkout.
func (g *guests) checkOut(ctx context.Context) error {
	select {
	case c := <-g.ready:
		return g.pay(ctx, c)
	default:
		return errors.New("no guest is left at the checkout")
	}
}

// order places an order from cart to payment, with a new cart.
func (g *guests) order(ctx context.Context) error {
	c := new(trolley)
	if err := g.toTill(ctx, c); err != nil {
		return err
	}
	return g.pay(ctx, c)
}

func (g *guests) pay(ctx context.Context, c *trolley) error {
	g.mu.Lock()
	g.submitted = append(g.submitted, c.OrderID)
	g.mu.Unlock()
	var placed payment.Placement
	err := g.call(ctx, "POST", "/payment-management/card/"+c.OrderID, c.Version, map[string]any{
		"contact":       map[string]any{"firstName": "Load", "lastName": "Bench", "email": c.OrderID[:16] + "@example.com", "phone": "9185550141"},
		"billing":       map[string]any{"cardholder": "Load Bench", "address": "1 Main St", "city": "Tulsa", "state": "OK", "zip": "74105"},
		"paymentMethod": g.card, "total": c.Totals.Total,
	}, &placed)
	if err != nil {
		return err
	}
	if placed.State != "placed" {
		return fmt.Errorf("the order is %s", placed.State)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.acknowledged = append(g.acknowledged, placed.OrderToken)
	return nil
}

// look returns a call that reads a path.
func (g *guests) look(path string) func(context.Context) error {
	return func(ctx context.Context) error { return g.call(ctx, "GET", path, 0, nil, nil) }
}

// call makes an ordering API call. The error is the status and code of the answer.
func (g *guests) call(ctx context.Context, method, path string, version int64, body, out any) error {
	var b bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&b).Encode(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, g.address+api.Ordering+path, &b)
	if err != nil {
		return err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprintf("load-bench-%012d", g.calls.Add(1)))
	}
	if version > 0 {
		r.Header.Set("If-Match", fmt.Sprint(version))
	}
	return g.send(r, out)
}

func (g *guests) send(r *http.Request, out any) error {
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
