package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/functions/locations"
	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/functions/payment"
	"ordering/functions/reconcile"
	"ordering/shared/aws/lambdahttp"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/order/audit"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/schedule"
	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/table/throttled"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// Guests' behaviour in a burst.
const (
	browsing     = 5               // calls of guests who only browse, for each order
	retryAfter   = 2 * time.Second // Retry-After of a throttled guest
	maxRetryTime = 10 * time.Minute
)

// rush simulates the cloud in a burst: functions behind events, on a table with DynamoDB's limits, on a synctest clock.
type rush struct {
	*testing.T
	table    *throttled.Table
	routes   *http.ServeMux // finds the function of a route
	payments *ordertest.Provider
	stores   []location.Location
	now      func() time.Time

	mu                sync.Mutex
	mails             map[string]int
	kitchen           map[string]int
	mail, pay         quota
	paymentLimit      int
	limiter           tokenBucket
	placed            []string
	baskets           []string
	rejected          int // by the functions
	rejectedByGateway int // by API Gateway
	refused           int // calls that the payment provider throttled
	placeTimes        []time.Duration
	readTimes         []time.Duration
	failedReads       []string // page reads that failed
	mailsBusy         int
	doneAfter         time.Duration // from the first order until all work was done
	placedIn          time.Duration
}

// newRush fills the table and starts the functions on it. fold maps partitions for the throttled table.
func newRush(t *testing.T, fold func(string) string) (_ *rush, background func(ctx context.Context)) {
	t.Helper()
	shift := time.Until(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC))
	now := func() time.Time { return time.Now().Add(shift).UTC() }
	r := &rush{T: t, now: now, routes: http.NewServeMux(), mails: map[string]int{}, kitchen: map[string]int{}}
	r.table = throttled.New(now, fold)
	r.table.Free(true)
	assert.NilError(t, seedMissing(t.Context(), r.table, brand.Default(), now))
	listing, err := location.NewDirectory(r.table, now).Read(t.Context())
	assert.NilError(t, err)
	directory := location.NewStore(r.table, now)
	for _, listed := range listing.All() {
		l, err := directory.Get(t.Context(), listed.ID)
		assert.NilError(t, err)
		if l.Status == location.StatusOpen && l.OnlineOrdering && l.TimeZone == "America/Chicago" {
			r.stores = append(r.stores, l)
		}
	}
	r.table.Free(false)
	r.payments = ordertest.NewProvider(now)
	pay := provider{r.payments, r}
	seen := streamedTable{r.table, make(chan table.Key, 1<<20)}
	secrets := webhook.Secrets{[]byte("a secret of this test alone")}
	for _, operations := range [][]api.Operation{
		locations.New(seen, brand.Default(), now).Operations(), cart.New(seen, brand.Default(), guests, now).Operations(),
		payment.New(seen, brand.Default(), pay, payment.Method{Provider: "sandbox"}, secrets, guests, now).Operations(),
		orders.New(seen, brand.Default(), pay, secrets, guests, "https://site.example", now).Operations(),
	} {
		f := lambda(lambdahttp.Handler(api.Handler(operations, nil)))
		for _, op := range operations {
			r.routes.HandleFunc(op.Route(), func(w http.ResponseWriter, _ *http.Request) { *w.(*routeResult).to = f })
		}
	}
	pos := notify.Kitchen{System: webhook.Kitchen("https://kitchen.example", secrets), Client: &http.Client{Transport: r}, Now: now}
	tell := notify.New(seen, brand.Default(), r, pos, "https://site.example")
	stream := notify.Stream(seen, outbox.NewDrainer(seen, now, rand.Float64, tell.Handlers()))
	sweep := outbox.NewDrainer(seen, now, rand.Float64, tell.WaitWhenBusy().Handlers())
	orders := order.NewService(seen, pay, now)
	return r, func(ctx context.Context) {
		var all sync.WaitGroup
		for range reserved("notify") {
			all.Go(func() {
				for {
					select {
					case <-ctx.Done():
						return
					case key := <-seen.rows:
						record := events.DynamoDBEventRecord{EventName: "INSERT", Change: events.DynamoDBStreamRecord{SequenceNumber: "1", Keys: map[string]events.DynamoDBAttributeValue{
							"pk": events.NewStringAttribute(key.PK), "sk": events.NewStringAttribute(key.SK),
						}}}
						if answer, err := stream(ctx, events.DynamoDBEvent{Records: []events.DynamoDBEventRecord{record}}); err == nil && len(answer.BatchItemFailures) > 0 && ctx.Err() == nil {
							seen.rows <- key // Lambda retries a failed record
						}
					}
				}
			})
		}
		for _, jobs := range []schedule.Jobs{notify.Jobs(sweep), {"reconcile": reconcile.Jobs(orders, nil)["reconcile"]}} {
			for _, job := range jobs {
				all.Go(func() {
					for range time.Tick(time.Minute) {
						if ctx.Err() != nil {
							return
						}
						all.Go(func() { // a job may outlast its interval
							within, cancel := context.WithTimeout(ctx, time.Minute)
							defer cancel()
							_ = job(within) // the next run does the rest
						})
					}
				})
			}
		}
		all.Wait()
	}
}

// routeResult receives the function to which a route leads.
type routeResult struct {
	http.ResponseWriter
	to *lambda
}

// call invokes a function with an event and decodes the answer into out. It returns the status and the problem's code.
func (r *rush) call(network, method, path string, headers map[string]string, body, out any) (int, string) {
	r.mu.Lock()
	open := r.limiter.allow(r.now())
	r.mu.Unlock()
	if !open {
		return http.StatusTooManyRequests, ""
	}
	raw := []byte{}
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			r.Error(err)
		}
	}
	at, err := url.Parse(api.Ordering + path)
	if err != nil {
		r.Error(err)
		return 0, ""
	}
	var f lambda
	r.routes.ServeHTTP(&routeResult{to: &f}, &http.Request{Method: method, URL: at, Host: "api.example", Body: http.NoBody})
	e := events.APIGatewayV2HTTPRequest{Version: "2.0", RawPath: at.Path, RawQueryString: at.RawQuery, Body: string(raw), Headers: map[string]string{"content-type": "application/json"}}
	e.RequestContext.HTTP.Method, e.RequestContext.HTTP.SourceIP = method, network
	for name, value := range headers {
		e.Headers[strings.ToLower(name)] = value
	}
	ctx, cancel := context.WithTimeout(r.Context(), 25*time.Second)
	defer cancel()
	answer, err := f(ctx, e)
	if err != nil {
		r.Errorf("%s %s: %v", method, path, err)
		return 0, ""
	}
	if answer.StatusCode == http.StatusOK {
		if out != nil {
			assert.Check(r, json.Unmarshal([]byte(answer.Body), out))
		}
		return http.StatusOK, ""
	}
	var p struct{ Code string }
	_ = json.NewDecoder(bytes.NewReader([]byte(answer.Body))).Decode(&p)
	return answer.StatusCode, p.Code
}

// persist retries a throttled call with the same idempotency key, after the delay of Retry-After.
func (r *rush) persist(network, method, path, key string, version int64, body, out any) bool {
	for begun := r.now(); r.now().Sub(begun) < maxRetryTime; time.Sleep(retryAfter) {
		status, code := r.call(network, method, path, map[string]string{"Idempotency-Key": key, "If-Match": fmt.Sprint(version)}, body, out)
		switch {
		case status == http.StatusOK:
			return true
		case status == http.StatusTooManyRequests && code == "":
			r.mu.Lock()
			r.rejectedByGateway++
			r.mu.Unlock()
		case status == http.StatusServiceUnavailable || code == "in-flight":
			r.mu.Lock()
			r.rejected++
			r.mu.Unlock()
		default:
			r.Errorf("%s %s: %d %s", method, path, status, code)
			return false
		}
	}
	r.Errorf("%s %s was never accepted", method, path)
	return false
}

// order places a guest's order: a dish, the first free time, the payment.
func (r *rush) order(n int) {
	store := r.stores[n%len(r.stores)]
	network, key := fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255), fmt.Sprintf("key-of-guest-%08d", n)
	var b basketview.Basket
	if !r.persist(network, "POST", "/orders", key+"-1", 0, map[string]any{"locationId": store.ID, "handoff": 2, "category": "everyday", "line": map[string]any{"itemId": "the-big-deal", "quantity": 1}}, &b) {
		return
	}
	if !r.persist(network, "PUT", "/timeslots/"+b.OrderID, key+"-2", b.Version, map[string]any{"asap": true}, &b) {
		return
	}
	begun := r.now()
	var p payment.Placement
	ok := r.persist(network, "POST", "/payment-management/card/"+b.OrderID, key+"-3", b.Version, map[string]any{
		"contact":       map[string]any{"firstName": "Dolores", "lastName": "Whitaker", "email": fmt.Sprintf("guest-%d@example.com", n), "phone": "(918) 555-0141"},
		"billing":       map[string]any{"cardholder": "D", "address": "1", "city": "T", "state": "OK", "zip": "74105"},
		"paymentMethod": "ok", "total": b.Totals.Total,
	}, &p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.baskets = append(r.baskets, b.OrderID)
	if ok {
		r.placed, r.placeTimes = append(r.placed, p.OrderToken), append(r.placeTimes, r.now().Sub(begun))
	}
}

// reserved returns the reserved concurrency of a function.
func reserved(name string) int {
	for _, f := range functions.All() {
		if f.Name == name {
			return f.Reserved
		}
	}
	return 0
}

// browse reads a menu or a dish, and retries when throttled.
func (r *rush) browse(n int) {
	store := r.stores[n%len(r.stores)].ID
	path := "/locations/item-details/" + store + "/the-big-deal"
	if n%browsing == 0 {
		path = "/locations/menus/" + store
	}
	begun := r.now()
	status, code := r.call("10.200.0.1", "GET", path, nil, nil, nil)
	for status == http.StatusTooManyRequests {
		r.mu.Lock()
		r.rejectedByGateway++
		r.mu.Unlock()
		time.Sleep(retryAfter)
		begun = r.now()
		status, code = r.call("10.200.0.1", "GET", path, nil, nil, nil)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.readTimes = append(r.readTimes, r.now().Sub(begun)); status != http.StatusOK {
		r.failedReads = append(r.failedReads, fmt.Sprint(status, " ", code))
	}
}

// burst runs rate orders a second for that many seconds, beside guests who browse, and waits until all work is done.
func (r *rush) burst(background func(context.Context), rate, seconds int) {
	ctx, stop := context.WithCancel(r.Context())
	var behind, before sync.WaitGroup
	behind.Go(func() { background(ctx) })
	begun := r.now()
	for n := range rate * seconds {
		before.Go(func() { r.order(n) })
		for look := range browsing {
			before.Go(func() { r.browse(n*browsing + look) })
		}
		time.Sleep(time.Second / time.Duration(rate))
	}
	before.Wait()
	r.placedIn = r.now().Sub(begun)
	for range 6 * 60 { // minutes to finish
		time.Sleep(time.Minute)
		r.table.Free(true)
		rows, err := outbox.Pending(r.Context(), r.table)
		r.table.Free(false)
		assert.NilError(r, err)
		if len(rows) == 0 {
			break
		}
	}
	r.doneAfter = r.now().Sub(begun)
	stop()
	behind.Wait()
	r.table.Free(true)
}

func percentile(all []time.Duration, p int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)*p/100, len(all)-1)]
}

// One order a second is a busy lunch of the chain. In a catering burst a hundred times as large, no order is lost and browsing stays fast,
// whether the hot keys are sharded, as in production, or in one partition each: then guests are throttled and retry. The long half adds a
// thousand times. docs/bursts.md has the figures of TEST_SOAK=3, with which the bursts of a hundred times last a minute.
func TestABurstLosesNothing(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(before)
	oneKey := func(partition string) string {
		kind, _, _ := strings.Cut(partition, "#")
		if kind == "outbox" || kind == "saga" {
			return kind
		}
		return partition
	}
	type burst struct {
		name          string
		rate, seconds int
		payments      int // calls a second that the payment provider accepts
		fold          func(string) string
		hot           bool // a partition must throttle some calls, otherwise the test proves nothing
	}
	throttled := burst{"300×, keys in one partition each", 300, 1, raisedStripeQuota, oneKey, true}
	bursts := []burst{{"10×", 10, 3, stripeQuota, nil, false}, throttled} // sharded keys take longer
	if soak.Long() {
		seconds := min(20*soak.Factor(), 60)
		bursts = []burst{
			{"10×", 10, 60, stripeQuota, nil, false}, {"100×, as accounts begin", 100, 20, stripeQuota, nil, false}, {"100×, Stripe takes 400", 100, seconds, raisedStripeQuota, nil, false},
			throttled, {"1,000×, as accounts begin", 1000, 3, stripeQuota, nil, false},
		}
	}
	for _, b := range bursts {
		t.Run(b.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, background := newRush(t, b.fold)
				r.paymentLimit = b.payments
				r.burst(background, b.rate, b.seconds)
				throttles := r.table.Throttled()
				t.Logf("%d orders in %.0f s; placing p50 %v, p99 %v; %d calls rejected by the functions, %d by API Gateway, %d by the payment provider; throttled tries per partition %v; reads p50 %v, p99 %v, failed %d; %d mails deferred; all work done after %v",
					len(r.placed), r.placedIn.Seconds(), percentile(r.placeTimes, 50), percentile(r.placeTimes, 99), r.rejected, r.rejectedByGateway, r.refused, throttles, percentile(r.readTimes, 50), percentile(r.readTimes, 99), len(r.failedReads), r.mailsBusy, r.doneAfter)
				if want := b.rate * b.seconds; len(r.placed) != want || len(r.mails) != want || len(r.kitchen) != want {
					t.Errorf("want %d orders: got %d placed, %d mails, %d in kitchens", want, len(r.placed), len(r.mails), len(r.kitchen))
				}
				for what, times := range map[string]map[string]int{"a mail": r.mails, "the kitchen's message": r.kitchen} {
					// A worker that delivered a row and failed to record it delivers it again with the same id, so that the receiver can deduplicate.
					most := slices.Max(append(slices.Collect(maps.Values(times)), 0))
					assert.Check(t, most <= 1 || b.hot, "%s was sent %d times", what, most)
				}
				assert.Assert(t, is.Len(r.failedReads, 0))
				assert.Assert(t, percentile(r.readTimes, 99) <= 50*time.Millisecond)
				assert.Equal(t, len(throttles) > 0, b.hot, "throttled: %v", throttles)
				if b.name == "10×" {
					r.compareWithDocument(t)
				}
				intents := make([]tender.Intent, len(r.payments.Intents))
				for n, i := range r.payments.Intents {
					intents[n] = *i
				}
				err := audit.Orders(t.Context(), r.table, audit.Evidence{Acknowledged: r.placed, Baskets: r.baskets, Ledger: intents, Locations: r.stores, Now: r.now()})
				assert.NilError(t, err)
			})
		})
	}
}
