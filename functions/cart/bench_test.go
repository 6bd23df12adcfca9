package cart_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/shared/basket/basketview"
	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

const (
	guests = 64
	round  = 400 * time.Millisecond
)

// BenchmarkAddToCart compares adding an item through the real handler, with the seed's menu, with bare writes to the table: 64 guests at
// once, alternating rounds, medians of all rounds. Run it with -benchtime=9x; an iteration is one round of each.
func BenchmarkAddToCart(b *testing.B) {
	engine := sqlitetest.Open(b, time.Now)
	seed(b, engine)
	handler := api.Handler(cart.New(engine, brand.Default(), naming, time.Now).Operations(), nil)
	shoppers := make([]*shopper, guests)
	writers := make([]*writer, guests)
	for i := range guests {
		shoppers[i] = &shopper{handler: handler}
		writers[i] = &writer{table: engine, item: table.Item{Key: table.Key{PK: fmt.Sprint("raw#", i), SK: "x"}, Data: []byte(strings.Repeat("x", 1000))}}
	}
	var adds, writes, ratios, ofAdd, ofWrite []float64
	b.ResetTimer()
	for range b.N {
		w, perWrite := perSecond(b, func(i int) error { return writers[i].replace() })
		a, perAdd := perSecond(b, func(i int) error { return shoppers[i].add() })
		writes, adds, ratios = append(writes, w), append(adds, a), append(ratios, 100*a/w)
		ofWrite, ofAdd = append(ofWrite, perWrite), append(ofAdd, perAdd)
	}
	b.ReportMetric(median(adds), "adds/s")
	b.ReportMetric(median(writes), "raw-writes/s")
	b.ReportMetric(median(ratios), "%of-raw")
	b.ReportMetric(median(ofAdd), "µs-processor/add")
	b.ReportMetric(median(ofWrite), "µs-processor/raw-write")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkAddToCartWithDeals compares adding an item when no promotion runs with adding one when five apply, in alternating rounds.
func BenchmarkAddToCartWithDeals(b *testing.B) {
	running := map[bool][]*shopper{}
	for deals, promotions := range map[bool][]promo.Promotion{false: nil, true: fivePromotions()} {
		engine := sqlitetest.Open(b, time.Now)
		seed(b, engine)
		publish(b, engine, promotions)
		handler := api.Handler(cart.New(engine, brand.Default(), naming, time.Now).Operations(), nil)
		for range guests {
			running[deals] = append(running[deals], &shopper{handler: handler})
		}
	}
	var without, with, ratios []float64
	b.ResetTimer()
	for range b.N {
		_, plain := perSecond(b, func(i int) error { return running[false][i].add() })
		_, reduced := perSecond(b, func(i int) error { return running[true][i].add() })
		without, with, ratios = append(without, plain), append(with, reduced), append(ratios, reduced/plain)
	}
	b.ReportMetric(median(without), "µs-processor/add")
	b.ReportMetric(median(with), "µs-processor/add-with-5")
	b.ReportMetric(median(ratios), "×")
	b.ReportMetric(0, "ns/op")
}

// fivePromotions returns three of sections that overlap, one of the order, and one of its handoff.
func fivePromotions() []promo.Promotion {
	of := func(kind promo.Kind, percent int64, sections ...string) promo.Promotion {
		id := fmt.Sprint(kind, percent)
		return promo.Promotion{
			ID: id, Kind: kind, Label: locale.Text{locale.En: id}, Percent: decimal.NewFromInt(percent), Match: promo.Match{Sections: sections},
		}
	}
	return []promo.Promotion{
		of(promo.SubcategoryPercentage, 10, "burgers", "sandwiches"), of(promo.SubcategoryPercentage, 15, "sandwiches", "chicken"),
		of(promo.SubcategoryPercentage, 20, "chicken", "combos"), of(promo.OrderPercentage, 5), of(promo.HandoffPercentage, 5),
	}
}

// perSecond runs f for all guests in parallel for one round. It also returns the microseconds of processor time per call, which do not
// depend on other work on the machine.
func perSecond(b *testing.B, f func(i int) error) (calls, micros float64) {
	var n atomic.Int64
	var wg sync.WaitGroup
	begin, used := time.Now(), processorTime(b)
	for i := range guests {
		wg.Go(func() {
			for time.Since(begin) < round {
				if err := f(i); err != nil {
					b.Error(err)
					return
				}
				n.Add(1)
			}
		})
	}
	wg.Wait()
	used = processorTime(b) - used
	return float64(n.Load()) / time.Since(begin).Seconds(), float64(used.Microseconds()) / float64(n.Load())
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// writer replaces a document of 1 KB at its version, like the cart a basket.
type writer struct {
	table   table.Table
	item    table.Item
	version int64
}

func (w *writer) replace() error {
	op := table.Replace(w.item, w.version)
	if w.version == 0 {
		op = table.Create(w.item)
	}
	w.version++
	return w.table.Write(context.Background(), op)
}

// shopper fills carts one after the other, with six items each.
type shopper struct {
	handler http.Handler
	id      string
	etag    string
	added   int
	answer  bytes.Buffer // the last one's body
}

var wanted = []string{
	`"itemId":"the-big-deal","quantity":1`, `"itemId":"pit-fries","quantity":2`, `"itemId":"peach-cobbler","quantity":1`,
	`"itemId":"the-big-deal","quantity":1,"instructions":"well done"`, `"itemId":"pit-fries","quantity":1`, `"itemId":"peach-cobbler","quantity":1`,
}

func (s *shopper) add() error {
	if s.added%len(wanted) == 0 {
		w, err := s.call("POST", "/orders", `{"locationId":"bench","handoff":2,"category":"everyday"}`)
		if err != nil {
			return err
		}
		var b basketview.Basket
		if err := json.Unmarshal(w.Body.Bytes(), &b); err != nil {
			return err
		}
		s.id = b.OrderID
	}
	body := `{"orderId":"` + s.id + `",` + wanted[s.added%len(wanted)] + `}`
	s.added++
	_, err := s.call("POST", "/order-items", body)
	return err
}

func (s *shopper) call(method, path, body string) (*httptest.ResponseRecorder, error) {
	r, err := http.NewRequest(method, api.Ordering+path, strings.NewReader(body)) // httptest's would print and parse it
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", s.etag)
	r.Header.Set("Idempotency-Key", fmt.Sprintf("%s-%d", s.id, s.added))
	s.answer.Reset()
	w := &httptest.ResponseRecorder{Code: http.StatusOK, HeaderMap: http.Header{}, Body: &s.answer} // a connection has its buffer too
	s.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	s.etag = w.Header().Get("ETag")
	return w, nil
}

func publish(b *testing.B, t table.Table, promotions []promo.Promotion) {
	_, err := promo.Save(b.Context(), t, promo.File{Promotions: promotions})
	assert.NilError(b, err)
}

// seed stores the seed's menu and a restaurant that is always open.
func seed(b *testing.B, t table.Table) {
	raw, err := os.ReadFile("../../infra/seed/menu.json")
	if err != nil {
		b.Fatal(err)
	}
	var f menu.File
	if err := json.Unmarshal(raw, &f); err != nil {
		b.Fatal(err)
	}
	if _, err := menu.Save(b.Context(), t, f); err != nil {
		b.Fatal(err)
	}
	l := newLocation("bench", "US", "OK", "America/Chicago", money.USD)
	for d := range l.Hours.Regular {
		l.Hours.Regular[d] = []location.Range{{Open: 0, Close: 24 * 60}}
	}
	item, err := l.Item()
	if err != nil {
		b.Fatal(err)
	}
	if err := t.Write(b.Context(), table.Put(item), location.Changed()); err != nil {
		b.Fatal(err)
	}
}
