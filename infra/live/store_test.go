package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/harness/journey"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/basket/basketview"
	"ordering/shared/order/orderview"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

var record = flag.String("record", "", "a checkout of a release: TestRecordStore writes its store to testdata")

// recordedStore names the orders and baskets of a recorded store, as their guests know them.
type recordedStore struct {
	Commit    string    `json:"commit"`    // of the release
	At        time.Time `json:"at"`        // when it stopped
	Unsent    string    `json:"unsent"`    // token of an order that the kitchen did not get
	Unpaid    string    `json:"unpaid"`    // token of a cancelled order with a failed refund
	Cancelled string    `json:"cancelled"` // token of a cancelled and refunded order
	Held      string    `json:"held"`      // id of a basket with a timeslot
	Open      string    `json:"open"`      // id of a basket without one
}

// The files of a recorded store.
const guestsFile = "guests.json"

var recorded = []string{"table.db", "payments.db"}

const friday = "2026-11-20T18:00:00Z" // noon in Tulsa

// TestRecordStore writes the store of a release's development stack, with orders in several states: see CONTRIBUTING.md.
func TestRecordStore(t *testing.T) {
	if *record == "" {
		t.Skip("run with -record FOLDER to record a store")
	}
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	env := append(os.Environ(), "DATA_DIR="+data, "SITE="+builtSite(t), "PORT=0", "CLOCK="+friday, "KITCHEN_PACE=3600")
	run := func(from, name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir, c.Env = from, env
		out, err := c.CombinedOutput()
		assert.NilError(t, err, "%s %v %s", name, args, out)
		return strings.TrimSpace(string(out))
	}
	list, program := filepath.Join(dir, "list.csv"), filepath.Join(dir, "server")
	assert.NilError(t, os.WriteFile(list, []byte(restaurant), 0o600))
	run(*record, "go", "build", "-o", program, "./infra/local")
	run(*record, "go", "run", "./infra/seed/import", "locations", list, "--confirm")
	server := exec.Command(program, "serve")
	server.Dir, server.Env = *record, env
	out, err := server.StdoutPipe()
	begun := time.Now()
	assert.NilError(t, err)
	assert.NilError(t, server.Start())
	defer func() { _ = server.Process.Kill() }()
	var address string
	lines := bufio.NewScanner(out)
	for address == "" && lines.Scan() {
		address = regexp.MustCompile(`http://localhost:\d+`).FindString(lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	to, err := url.Parse(address)
	assert.NilError(t, err)
	assert.Assert(t, address != "")
	guest := &journey.Guest{
		TB: t, API: httputil.NewSingleHostReverseProxy(to), Provider: address + payments.Prefix, ProviderKey: payments.PublishableKey,
	}
	turn := func(simulator, name, state string) {
		t.Helper()
		answer, err := http.PostForm(address+"/sandbox/"+simulator+"/switches", url.Values{"switch": {name}, "state": {state}})
		assert.NilError(t, err)
		assert.Assert(t, answer.Body.Close() == nil && answer.StatusCode < 400, "%s %s %v", name, state, answer)
	}
	store := recordedStore{Commit: run(*record, "git", "rev-parse", "HEAD")}
	store.Cancelled = guest.Pickup("Tulsa", goodCard).OrderToken
	cancel(guest, store.Cancelled)
	store.Unpaid = guest.Pickup("Tulsa", goodCard).OrderToken
	turn("kitchen", "open", "off")
	guest.Email = "dolores@example.org" // one guest may not place many orders at once
	store.Unsent = guest.Pickup("Tulsa", goodCard).OrderToken
	held := guest.Fill("Tulsa")
	guest.ChooseTime(&held)
	store.Held, store.Open = held.OrderID, guest.Fill("Tulsa").OrderID
	turn("payments", "down", "on")
	cancel(guest, store.Unpaid)
	assert.NilError(t, server.Process.Signal(syscall.SIGTERM))
	assert.NilError(t, server.Wait())
	noon, err := time.Parse(time.RFC3339, friday)
	assert.NilError(t, err)
	store.At = noon.Add(time.Since(begun)).Truncate(time.Second)
	ledger, err := payments.Open(filepath.Join(data, "payments.db"), time.Now)
	assert.NilError(t, err)
	paid, err := ledger.Intents(t.Context())
	assert.NilError(t, err)
	assert.Assert(t, is.Len(slices.DeleteFunc(paid, func(i tender.Intent) bool { return i.Refunded.Minor == 0 }), 1))
	assert.NilError(t, ledger.Close())
	folder := filepath.Join("testdata", "release-"+run(*record, "git", "log", "-1", "--format=%cs"))
	text, err := json.MarshalIndent(store, "", "  ")
	err = errors.Join(err, os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, guestsFile), append(text, '\n'), 0o644))
	for _, name := range recorded {
		info, lost := os.Stat(filepath.Join(data, name+"-wal"))
		assert.Check(t, lost != nil || info.Size() == 0, "%s has a write-ahead log: the server did not close it", name)
		err = errors.Join(err, pack(filepath.Join(data, name), filepath.Join(folder, name+".gz")))
	}
	assert.NilError(t, err)
}

func cancel(guest *journey.Guest, token string) {
	guest.Helper()
	guest.Ask("POST", "/orders/cancel/"+token, nil, map[string]string{"Idempotency-Key": "cancelling-" + token[:16]}, nil)
}

func pack(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = io.Copy(packed, in)
	return errors.Join(err, packed.Close(), out.Close())
}

func unpack(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	packed, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, packed)
	return errors.Join(err, out.Close())
}

// The program continues with the store of each earlier release: it finishes orders, refunds and messages, and baskets can be ordered.
func TestStoresOfEarlierReleases(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join("testdata", "release-*"))
	assert.NilError(t, err)
	assert.Assert(t, len(folders) != 0)
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			var store recordedStore
			assert.NilError(t, json.Unmarshal([]byte(readFile(t, filepath.Join(folder, guestsFile))), &store))
			since := time.Now()
			now := func() time.Time { return store.At.Add(time.Minute + time.Since(since)) } // the messages are due again
			dir := t.TempDir()
			for _, name := range recorded {
				assert.NilError(t, unpack(filepath.Join(folder, name+".gz"), filepath.Join(dir, name)))
			}
			w := newWorldAt(t, now, filepath.Join(dir, "payments.db"))
			s := w.settings()
			err := errors.Join(os.Mkdir(s.DataDir, 0o700), os.Rename(filepath.Join(dir, "table.db"), tablePath(s.DataDir)))
			assert.NilError(t, err)
			st, err := newServer(t.Context(), s, newMonitor(s, now))
			assert.NilError(t, err)
			site := httptest.NewServer(st.Handler)
			ctx, stop := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { st.Run(ctx) })
			end := sync.OnceFunc(func() { stop(); site.Close(); running.Wait(); st.Close() })
			defer end()
			w.address = site.URL

			kitchenHas := func(kind, token string) func() bool {
				var o orderview.Order
				w.guest().Ask("GET", "/orders/thank-you/"+token, nil, nil, &o)
				return func() bool {
					for _, m := range w.kitchen.got(kind) {
						if m.Order.Number == o.Number {
							return true
						}
					}
					return false
				}
			}
			w.until("the kitchen has the unsent order", kitchenHas(webhook.OrderPlaced, store.Unsent))
			w.until("the kitchen has the cancellation", kitchenHas(webhook.OrderCancelled, store.Unpaid))
			status := func(token string) (s orderview.OrderStatus) {
				w.guest().Ask("GET", "/orders/status/"+token, nil, nil, &s)
				return s
			}
			if s := status(store.Unsent); s.Status != "scheduled" || !s.Cancellable {
				t.Errorf("the unsent order: %+v", s)
			}
			cancel(w.guest(), store.Unsent)
			for _, id := range []string{store.Held, store.Open} {
				guest := w.guest()
				var b basketview.Basket
				guest.Ask("GET", "/orders/"+id, nil, nil, &b)
				assert.Check(t, is.Equal(id == store.Held, b.Hold != nil), "basket %s: got hold %+v", id, b.Hold)
				if id == store.Open {
					guest.ChooseTime(&b)
				}
				w.orders = append(w.orders, guest.Pay(b, goodCard).OrderToken)
			}
			w.order()
			for _, token := range w.orders {
				w.until("the kitchen has a new order", kitchenHas(webhook.OrderPlaced, token))
			}
			end()
			w.orders = append(w.orders, store.Unsent)
			assert.Assert(t, is.Len(w.settle(nil), 0))
			w.orders = append(w.orders, store.Unpaid, store.Cancelled)
			assert.NilError(t, w.audit(tablePath(s.DataDir)))
		})
	}
}
