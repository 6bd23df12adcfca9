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
	"ordering/shared/table/dynamo"
	"ordering/shared/table/dynamo/dynamotest"
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
	plain, reduced := withAndWithoutDeals(b, guests, func() table.Table { return sqlitetest.Open(b, time.Now) })
	var without, with, ratios []float64
	b.ResetTimer()
	for range b.N {
		_, one := perSecond(b, func(i int) error { return plain[i].add() })
		_, other := perSecond(b, func(i int) error { return reduced[i].add() })
		without, with, ratios = append(without, one), append(with, other), append(ratios, other/one)
	}
	b.ReportMetric(median(without), "µs-processor/add")
	b.ReportMetric(median(with), "µs-processor/add-with-5")
	b.ReportMetric(median(ratios), "×")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkWaitForAnAddWithDeals compares how long one guest waits in the two cases, with DynamoDB Local as the table: an add of each in turn.
func BenchmarkWaitForAnAddWithDeals(b *testing.B) {
	client, tables := dynamotest.Start(b), 0
	plain, reduced := withAndWithoutDeals(b, 1, func() table.Table {
		tables++
		name := fmt.Sprint("deals", tables)
		dynamotest.CreateTable(b, client, name)
		return dynamo.New(client, name, time.Now)
	})
	wait := func(s *shopper) float64 {
		begin := time.Now()
		assert.NilError(b, s.add())
		return time.Since(begin).Seconds() * 1000
	}
	var without, with []float64
	b.ResetTimer()
	for range b.N {
		without, with = append(without, wait(plain[0])), append(with, wait(reduced[0]))
	}
	b.ReportMetric(median(without), "ms/add")
	b.ReportMetric(median(with), "ms/add-with-5")
	b.ReportMetric(median(with)/median(without), "×")
	b.ReportMetric(0, "ns/op")
}

// withAndWithoutDeals returns n guests of a table without promotions, and n of one with five.
func withAndWithoutDeals(b *testing.B, n int, open func() table.Table) (plain, reduced []*shopper) {
	of := func(promotions []promo.Promotion) (shoppers []*shopper) {
		engine := open()
		seed(b, engine)
		publish(b, engine, promotions)
		handler := api.Handler(cart.New(engine, brand.Default(), naming, time.Now).Operations(), nil)
		for range n {
			shoppers = append(shoppers, &shopper{handler: handler})
		}
		return shoppers
	}
	return of(nil), of(fivePromotions())
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
	assert.NilError(b, err)
	var f menu.File
	assert.NilError(b, json.Unmarshal(raw, &f))
	_, err = menu.Save(b.Context(), t, f)
	assert.NilError(b, err)
	l := newLocation("bench", "US", "OK", "America/Chicago", money.USD)
	for d := range l.Hours.Regular {
		l.Hours.Regular[d] = []location.Range{{Open: 0, Close: 24 * 60}}
	}
	item := l.Item()
	assert.NilError(b, t.Write(b.Context(), table.Put(item), location.Changed()))
}
