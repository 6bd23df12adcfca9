package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/payment"
	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/server"
	"ordering/shared/basket/basketview"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/orderview"
	"ordering/shared/outbox"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// traces are the guest's data as it may appear in a file. The card ends in 3222; the digits alone may occur by chance.
var traces = []string{
	"Canaryfirst", "Canarylast", "anary.", "9185550188", "Canarymake", "Canarymodel", "Canarycolour", "Canary build", "12 Canary Lane",
	"canary-of-a-line", "canary-of-the-order", "Canary reason", `"3222"`, "Canary of a message", "Canary of a request", "Canary of a review", "Canary role", "Canary of a résumé",
}

const email = "canary.guest@example.com"

// clockAt returns a clock that does not advance.
func clockAt(at string) func() time.Time {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	return func() time.Time { return t }
}

// traced returns the traces found in the files of a folder, with the files' names.
func traced(t *testing.T, dir string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, trace := range traces {
			if bytes.Contains(raw, []byte(trace)) {
				found[trace] = append(found[trace], filepath.Base(path))
			}
		}
		return err
	})
	assert.NilError(t, err)
	return found
}

// orderCurbside places an order with a canary in every field, at a location with curbside pickup.
func (m *machine) orderCurbside(card string) (basketview.Basket, payment.Placement) {
	m.Helper()
	var b basketview.Basket
	m.call("POST", "/orders", map[string]any{"locationId": m.curbside(), "handoff": 4, "category": "everyday", "line": map[string]any{
		"itemId": "the-big-deal", "quantity": 1, "instructions": "canary-of-a-line"}}).into(m, &b)
	m.call("PUT", "/timeslots/"+b.OrderID, map[string]any{"asap": true}, "If-Match", fmt.Sprint(b.Version)).into(m, &b)
	m.call("PUT", "/orders/"+b.OrderID, map[string]any{"instructions": "canary-of-the-order"}, "If-Match", fmt.Sprint(b.Version)).into(m, &b)
	r := m.call("POST", "/payment-management/card/"+b.OrderID, map[string]any{
		"contact": map[string]any{"firstName": "Canaryfirst", "lastName": "Canarylast", "email": "Canary.Guest@example.com", "phone": "918-555-0188"},
		"vehicle": map[string]any{"make": "Canarymake", "model": "Canarymodel", "colour": "Canarycolour"}, "paymentMethod": m.tokenize(card, "9173"), "total": b.Totals.Total,
		"billing": map[string]any{"cardholder": "Cardholder Canary", "address": "77 Canary Street", "city": "Canaryville", "state": "OK", "zip": "74199-0188"},
	}, "If-Match", fmt.Sprint(b.Version), "Idempotency-Key", "key-of-"+b.OrderID)
	var p payment.Placement
	if r.status == 200 {
		r.into(m, &p)
	}
	return b, p
}

// openCanaryAccount creates an account for the address of the canary, with an entry of each list.
func (m *machine) openCanaryAccount() account {
	m.Helper()
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(m, err)
	who := m.open(kept, email)
	signed := []string{"Authorization", "Bearer " + who.token}
	for path, body := range map[string]map[string]any{
		"/vehicles":           {"make": "Canarymake", "model": "Canarymodel", "colour": "Canarycolour"},
		"/builds":             {"name": "Canary build", "itemId": "the-big-deal"},
		"/delivery-addresses": {"type": 1, "country": 1, "address": "12 Canary Lane", "city": "Tulsa", "state": "OK", "zip": "74105"},
		"/email":              {"email": "other." + email, "confirmEmail": "other." + email},
	} {
		r := m.call("POST", "/../my-profile"+path, body, signed...)
		assert.Assert(m, r.status < 300, "%s: %d %s", path, r.status, r.body)
	}
	return who
}

// sendCanaryForms sends a verified request to delete, an objection to sales, a message, a review and a job application with a résumé.
func (m *machine) sendCanaryForms() {
	m.Helper()
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(m, err)
	person := map[string]any{"firstName": "Canaryfirst", "lastName": "Canarylast", "email": email, "phone": "+19185550188"}
	request := maps.Clone(person)
	maps.Copy(request, map[string]any{"request": "delete", "country": "US", "region": "OK", "message": "Canary of a request"})
	receipt := m.sendForm(kept, "/survey-management/ccpa", "key-of-canary-ask-01", request)
	code, err := customer.Codes(secret.Fixed(kept.codes)).Code(m.Context(), receipt.Case, 1)
	assert.NilError(m, err)
	r := m.call("POST", "/../survey-management/ccpa/"+receipt.Case+"/verification", map[string]any{"code": code})
	assert.Equal(m, r.status, 200, r.body)
	m.sendForm(kept, "/survey-management/do-not-sell", "key-of-canary-sale-1", person)
	review := maps.Clone(person)
	maps.Copy(review, map[string]any{"locationId": tulsa, "rating": 4, "message": "Canary of a review"})
	m.sendForm(kept, "/survey-management/reviews", "key-of-canary-view-1", review)
	talk := maps.Clone(person)
	maps.Copy(talk, map[string]any{"subject": "other", "message": "Canary of a message"})
	m.sendForm(kept, "/survey-management/talk", "key-of-canary-talk-1", talk)
	job := maps.Clone(person)
	maps.Copy(job, map[string]any{
		"locationId": tulsa, "subject": "Canary role", "availability": []string{"mon-morning"}, "agreed": true, "resume": m.issueResume("Canary of a résumé"),
	})
	m.sendForm(kept, "/labor-management/job-applications", "key-of-canary-job-01", job)
}

// issueResume stores a file as an upload does.
func (m *machine) issueResume(text string) (name string) {
	m.Helper()
	name = strings.ToLower(rand.Text()) + ".pdf"
	files := server.FormFiles(m.dir, clockAt(noon))
	assert.NilError(m, files.Put(m.Context(), name, "application/pdf", []byte(text)))
	u := form.Upload{Kind: form.JobApplication, Type: "application/pdf", Bytes: len(text), Created: clockAt(noon)()}
	assert.NilError(m, m.table().Write(m.Context(), u.Issue(name)))
	return name
}

// curbside returns an open location with curbside pickup.
func (m *machine) curbside() string {
	m.Helper()
	for _, l := range m.listing() {
		if l.OnlineOrdering && l.Currency == money.USD && slices.Contains(l.Orderable(), location.Curbside) && l.Opening(clockAt(noon)()).State == location.Open {
			return l.ID
		}
	}
	m.Fatal("no open restaurant has curbside pickup")
	return ""
}

// listing returns the locations.
func (m *machine) listing() []location.Location {
	m.Helper()
	listing, err := location.NewDirectory(m.table(), clockAt(noon)).Read(context.Background())
	assert.NilError(m, err)
	return listing.All()
}

// table opens the machine's table a second time.
func (m *machine) table() table.Table {
	m.Helper()
	s, err := sqlite.Open(filepath.Join(m.dir, "table.db"), clockAt(noon))
	assert.NilError(m, err)
	m.Cleanup(func() { _ = s.Close() })
	return s
}

// moveTicket moves an order's ticket through statuses by hand, the last one with a reason.
func (m *machine) moveTicket(p payment.Placement, statuses ...string) {
	m.Helper()
	m.until("the kitchen has the ticket", func() bool { return strings.Contains(m.page(kitchen.Prefix), "Order "+p.Number) })
	_, slip, _ := strings.Cut(m.page(kitchen.Prefix), "Order "+p.Number)
	_, slip, _ = strings.Cut(slip, kitchen.Prefix+"/tickets/")
	seq, _, _ := strings.Cut(slip, `"`)
	for _, s := range statuses {
		m.form(kitchen.Prefix+"/tickets/"+seq, "to", s, "reason", "Canary reason")
		m.waitForStatus(p.OrderToken, s)
	}
}

// announce locks the folder and writes the address of the machine, as a running server does.
func (m *machine) announce() *os.File {
	m.Helper()
	held, err := server.Lock(m.dir)
	assert.NilError(m, err)
	assert.NilError(m, server.Announce(held, m.address))
	return held
}

// waitForDeliveries waits until the outbox and the kitchen's events are delivered.
func (m *machine) waitForDeliveries() {
	m.Helper()
	t := m.table()
	m.until("the outbox is drained", func() bool {
		rows, err := outbox.Pending(context.Background(), t)
		return err == nil && len(rows) == 0
	})
}

// Fault 34, the second half: an erasure leaves no canary in any byte of the machine's files, and keeps the books.
func TestErasureLeavesNoCanaryInAnyFile(t *testing.T) {
	log := captureLog(t)
	dir := newFolder(t)
	m := startIn(t, dir)
	held := m.announce()
	m.form(kitchen.Prefix+"/switches", "switch", "byItself", "state", "off")
	_, completed := m.orderCurbside("4539112211223222")
	m.moveTicket(completed, "accepted", "in-preparation", "ready", "completed")
	_, refused := m.orderCurbside("4539112211223222")
	m.moveTicket(refused, "not-approved")
	_, cancelled := m.orderCurbside("4539112211223222")
	m.call("POST", "/orders/cancel/"+cancelled.OrderToken, nil, "Idempotency-Key", "key-of-a-cancel-01")
	_, declined := m.orderCurbside("4000000000000002")
	assert.Equal(t, declined.OrderToken, "", "test setup: the card was not declined")
	_, open := m.orderCurbside("4539112211223222")
	m.moveTicket(open, "accepted")
	other := m.placeOrder(m.fillBasket(burger), dolores)
	m.openCanaryAccount()
	m.sendCanaryForms()
	m.waitForDeliveries()
	for _, trace := range traces {
		assert.Check(t, traced(t, dir)[trace] != nil, "%q is in no file, so this test proves nothing about it", trace)
	}

	// While the server runs: finished orders are erased, the rest is reported.
	var said strings.Builder
	err := runCommand(t.Context(), settingsIn(dir), "erase", nil, strings.NewReader(" "+email+"\n"), &said)
	assert.ErrorContains(t, err, "1 not erased yet")
	for _, want := range []string{
		"The store in " + dir + "\n", "Order " + completed.Number, "Order " + refused.Number, "Order " + cancelled.Number, "Order " + open.Number, "Erased orders: 3, attempts that were never paid: 1",
		"erased\n", "not erased: it is not finished (accepted)", "Erased the account", "Erased forms: 4",
	} {
		assert.Check(t, is.Contains(said.String(), want))
	}
	for trace, where := range traced(t, dir) {
		assert.Check(t, trace != "Canary reason", "the reason of an erased order is in %v", where)
	}
	m.stop()
	m = startIn(t, dir) // it delivers at once what another process wrote
	m.moveTicket(open, "in-preparation", "ready", "completed")
	m.waitForDeliveries()
	m.stop()
	assert.NilError(t, held.Close())

	// Without a server. First a seeded fault: files that are not scrubbed must still contain the traces.
	now := clockAt(noon)
	records, end, err := openRecords(t.Context(), settingsIn(dir), now)
	assert.NilError(t, err)
	_, err = records.EraseEmail(t.Context(), email, func(order.Erasure) {})
	assert.NilError(t, errors.Join(err, end()))
	assert.Check(t, len(traced(t, dir)) != 0, "test setup: no canary is left in unused pages of the files")
	m = startIn(t, dir) // it mails that the request is done
	m.waitForDeliveries()
	m.stop()
	said.Reset()
	err = runCommand(t.Context(), settingsIn(dir), "erase", []string{email}, nil, &said)
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(said.String(), "No order has this address"))
	for trace, where := range traced(t, dir) {
		t.Errorf("%q is still in %v", trace, where)
	}
	text := strings.ToLower(log() + strings.ReplaceAll(said.String(), dir, ""))
	assert.Assert(t, !strings.Contains(text, "canary"), "the log or the output names the guest")

	// The books agree, and the remaining data is shown.
	m = startIn(t, dir)
	ledger, err := payments.Open(filepath.Join(dir, "payments.db"), now)
	assert.NilError(t, err)
	defer ledger.Close()
	acknowledged := []string{completed.OrderToken, refused.OrderToken, cancelled.OrderToken, open.OrderToken, other.OrderToken}
	ledgerAgrees(t, ledger, m.table(), now, acknowledged, nil, m.curbside())
	for _, p := range []payment.Placement{completed, refused, cancelled, open} {
		var o orderview.Order
		m.call("GET", "/orders/thank-you/"+p.OrderToken, nil).into(t, &o)
		if !o.Erased || o.Number != p.Number || o.FirstName+o.Email+o.LastFour+o.Instructions != "" || o.Vehicle != nil || len(o.Lines) != 1 || o.Total.Minor == 0 {
			t.Errorf("order %s: got %+v", p.Number, o)
		}
		for _, r := range []reply{
			m.call("GET", "/orders/status/"+p.OrderToken, nil), m.call("GET", "/orders/calendar/"+p.OrderToken, nil),
			m.call("POST", "/orders/reorder/"+p.OrderToken, map[string]any{}, "Idempotency-Key", "key-of-a-reorder-1"),
		} {
			assert.Check(t, is.Equal(r.status, 200), "%s %s", p.Number, r.body)
		}
	}
	for _, page := range []string{kitchen.Prefix, payments.Prefix, "/sandbox/mail", "/sandbox/outbox"} {
		assert.Check(t, is.Contains(m.page(page), "<h1>"), page)
	}
	var o orderview.Order
	m.call("GET", "/orders/thank-you/"+other.OrderToken, nil).into(t, &o)
	assert.Assert(t, !o.Erased && o.FirstName == "Dolores", "another guest's order: got %+v", o)
}

// A folder without a site's data has no orders. The answer "no orders" could be wrong for the folder that the operator meant.
func TestErasureRefusesAFolderWithoutAStore(t *testing.T) {
	imported := t.TempDir()
	store, err := sqlite.Open(filepath.Join(imported, "table.db"), clockAt(noon))
	assert.NilError(t, err)
	assert.NilError(t, store.Close())
	for name, dir := range map[string]string{"with imported data only": imported, "empty": t.TempDir(), "missing": filepath.Join(t.TempDir(), "none")} {
		files := func() (names []string) {
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return names
		}
		before := files()
		var said strings.Builder
		err := runCommand(t.Context(), settingsIn(dir), "erase", []string{email}, nil, &said)
		assert.Check(t, err != nil && strings.Contains(err.Error(), dir) && said.Len() <= 0, "%s: %v, and prints %q", name, err, &said)
		assert.Check(t, is.DeepEqual(before, files()), name)
		_, err = os.Stat(dir)
		assert.Check(t, name != "missing" || err != nil)
	}
}
