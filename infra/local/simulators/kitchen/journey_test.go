package kitchen

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ordering/functions/api"
	"ordering/functions/notify"
	"ordering/functions/orders"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/tender"
)

const (
	token = "k5tq7mzx2vhr4wya3pdnc6jbes"
	id    = "w2xq6ndt4kzj7csvb3hyramp5e" // by which the kitchen knows it
)

// bank gives back what it is asked to, once a key.
type bank struct {
	tender.Payments
	mu      sync.Mutex
	refunds map[string]bool
}

func (b *bank) Refund(_ context.Context, key, _ string, _ money.Amount) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refunds[key] = true
	return "re_1", nil
}

// post keeps the subjects of what is sent.
type post struct {
	mu       sync.Mutex
	subjects []string
}

func (p *post) Send(_ context.Context, m notify.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.subjects = append(p.subjects, m.Subject)
	return nil
}

// town is both systems with the webhooks between them: the ordering system's table, its outbox and its web side, and the kitchen.
type town struct {
	*testing.T
	table   *sqlite.Store
	drainer *outbox.Drainer
	kitchen *Kitchen
	bank    *bank
	post    *post
	clock   *clocktest.Clock
}

// pass lets time go by and both systems work.
func (w *town) pass(d time.Duration) {
	w.Helper()
	w.clock.Pass(d)
	for range 2 { // what one tells the other may answer
		if err := w.drainer.Drain(w.Context()); err != nil {
			w.Fatal(err)
		}
		w.kitchen.move()
		w.kitchen.deliver(w.Context())
	}
}

func (w *town) status() order.Status {
	w.Helper()
	p, err := order.LoadProgress(w.Context(), w.table, token)
	if err != nil {
		w.Fatal(err)
	}
	return p.Status
}

func (w *town) turn(form string) {
	w.Helper()
	r := httptest.NewRequest("POST", Prefix+"/switches", strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	if w.kitchen.ServeHTTP(answer, r); answer.Code != http.StatusSeeOther {
		w.Fatalf("the switch answered %d", answer.Code)
	}
}

// newTown begins with an order that has just been placed and paid.
func newTown(t *testing.T) *town {
	w := &town{T: t, clock: clocktest.At(noon), bank: &bank{refunds: map[string]bool{}}, post: &post{}}
	w.table = sqlitetest.Open(t, w.clock.Now)
	web := httptest.NewServer(api.Handler(orders.New(w.table, brand.Default(), w.bank, secrets, "https://site.example", w.clock.Now).Operations()))
	t.Cleanup(web.Close)
	var err error
	w.kitchen, err = Open(filepath.Join(t.TempDir(), "kitchen.db"), Settings{Callback: web.URL + api.Ordering + "/orders/kitchen-events", Secrets: secrets, Pace: pace, Now: w.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.kitchen.Close() })
	pos := httptest.NewServer(w.kitchen)
	t.Cleanup(pos.Close)
	n := notify.New(w.table, brand.Default(), w.post, notify.Kitchen{URL: pos.URL + OrdersPath, Secrets: secrets, Now: w.clock.Now}, "http://localhost")
	w.drainer = outbox.NewDrainer(w.table, w.clock.Now, func() float64 { return 0.5 }, n.Handlers())

	usd := func(minor int64) money.Amount { return money.Of(minor, money.USD) }
	parts := map[string]any{
		"order": order.Snapshot{
			Token: token, ID: id, Number: "4127", Locale: locale.En, Handoff: location.Pickup, Category: "everyday",
			Store: order.Location{ID: "bdb-1001", Label: "Brookside", TimeZone: "America/Chicago"}, Start: noon.Add(time.Hour), End: noon.Add(75 * time.Minute),
			Contact: guest.Contact{FirstName: "Dolores", LastName: "W", Email: "dolores@example.com", Phone: "+19185550177"},
			Lines:   []order.Line{{ID: "1", Label: locale.Text{locale.En: "The Big Deal"}, Quantity: 1, Price: usd(920)}},
			Total:   usd(920), Subtotal: usd(920), Tip: usd(0), PlacedAt: noon,
		},
		"progress": order.Progress{
			Status: order.Scheduled, Steps: []order.Step{{Status: order.Scheduled, At: noon}},
			Payment: order.Payment{Kind: order.KindCharge, State: order.PaymentCaptured, Captured: usd(920), Intent: "pi_1", LastFour: "4242"},
		},
	}
	ops := []table.Op{outbox.KitchenOrder(token, noon), outbox.OrderMail(token, outbox.MailConfirmed, noon)}
	for sk, part := range parts {
		raw, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		ops = append(ops, table.Create(table.Item{Key: table.Key{PK: "order#" + token, SK: sk}, Data: raw}))
	}
	ops = append(ops, table.Create(table.Item{Key: table.Key{PK: "order-id#" + id, SK: "token"}, Data: []byte(`"` + token + `"`)}))
	if err := w.table.Write(t.Context(), ops...); err != nil {
		t.Fatal(err)
	}
	return w
}

// checked demands that nothing waits on either side.
func (w *town) checked(mails ...string) {
	w.Helper()
	rows, err := outbox.Pending(w.Context(), w.table)
	aside, err2 := outbox.Aside(w.Context(), w.table)
	if err != nil || err2 != nil || len(rows) != 0 || len(aside) != 0 || w.kitchen.waiting() != 0 {
		w.Errorf("left: %v, aside %v, events %d (%v %v)", rows, aside, w.kitchen.waiting(), err, err2)
	}
	if got := strings.Join(w.post.subjects, "; "); strings.ReplaceAll(got, "\u00a0", " ") != strings.Join(mails, "; ") {
		w.Errorf("mails: %s", got)
	}
}

func TestOrderGoesThroughTheKitchenAndBack(t *testing.T) {
	w := newTown(t)
	w.pass(0)
	var seen []order.Status
	for range 6 {
		seen = append(seen, w.status())
		w.pass(pace)
	}
	want := []order.Status{order.Scheduled, order.Accepted, order.InPreparation, order.Ready, order.Completed, order.Completed}
	for i := range want {
		if seen[i] != want[i] {
			t.Fatalf("the order went %v", seen)
		}
	}
	w.checked("Order 4127: ready at 8:00 AM", "Order 4127 is ready")
}

func TestStoppedKitchenOnlyDelays(t *testing.T) {
	w := newTown(t)
	w.turn("switch=open&state=off")
	for range 30 {
		w.pass(time.Minute)
	}
	if s := w.status(); s != order.Scheduled || len(w.post.subjects) != 1 {
		t.Fatalf("with the kitchen stopped the order is %s, %d mails", s, len(w.post.subjects))
	}
	w.turn("switch=open&state=on")
	w.pass(5 * time.Minute) // the order asks less often the longer it waits
	for range 5 {
		w.pass(pace)
	}
	if s := w.status(); s != order.Completed {
		t.Errorf("with the kitchen started the order is %s", s)
	}
	w.checked("Order 4127: ready at 8:00 AM", "Order 4127 is ready")
}

func TestKitchenThatRefusesRefundsOnceAndTellsTheGuest(t *testing.T) {
	w := newTown(t)
	w.turn("switch=byItself&state=off")
	w.pass(0)
	for range 2 {
		r := httptest.NewRequest("POST", Prefix+"/tickets/1", strings.NewReader("to=not-approved&reason=No+smoke+today"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w.kitchen.ServeHTTP(httptest.NewRecorder(), r)
		w.pass(time.Second)
	}
	if s := w.status(); s != order.NotApproved || len(w.bank.refunds) != 1 {
		t.Errorf("the order is %s, %d refunds", s, len(w.bank.refunds))
	}
	w.checked("Order 4127: ready at 8:00 AM", "Order 4127: the restaurant could not take it")
}

func TestGuestCancelsBeforeTheKitchenBegins(t *testing.T) {
	w := newTown(t)
	w.turn("switch=byItself&state=off")
	w.pass(0)
	if _, err := order.NewService(w.table, w.bank, w.clock.Now).Cancel(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	w.turn("switch=byItself&state=on")
	for range 4 {
		w.pass(pace)
	}
	rail := w.kitchen.look()
	if s := rail.find(id).Status; s != cancelled || w.status() != order.Cancelled || len(w.bank.refunds) != 1 {
		t.Errorf("the ticket is %s, the order %s, %d refunds", s, w.status(), len(w.bank.refunds))
	}
	w.checked("Order 4127: ready at 8:00 AM", "Order 4127 is canceled")
}
