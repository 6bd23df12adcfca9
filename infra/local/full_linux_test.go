package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/payment"
	"ordering/infra/local/simulators/clock"
	"ordering/shared/basket/basketview"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table/sqlite"
)

// smallDisk returns a seeded data folder on a tmpfs of size bytes.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("a small disk cannot be created here (%v); package sqlite tests a full disk for the table alone", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	from, err := seeded()
	assert.NilError(t, err)
	assert.NilError(t, os.CopyFS(dir, os.DirFS(from)))
	return dir
}

// fill fills the disk and returns a function that frees it.
func fill(t *testing.T, dir string) (free func()) {
	t.Helper()
	path := filepath.Join(dir, "ballast")
	f, err := os.Create(path)
	assert.NilError(t, err)
	for chunk := make([]byte, 1<<20); len(chunk) > 0; {
		if _, err := f.Write(chunk); errors.Is(err, syscall.ENOSPC) {
			chunk = chunk[:len(chunk)/2]
		} else if err != nil {
			t.Fatal(err)
		}
	}
	assert.NilError(t, f.Close())
	return func() {
		assert.NilError(t, os.Remove(path))
	}
}

// Fault 36: the disk fills up while guests order. Requests that need space fail with a Retry-After, acknowledged orders can still be read,
// and after space is freed everything continues with the same idempotency keys, without duplicates.
func TestFullDiskLosesNoOrder(t *testing.T) {
	log := captureLog(t)
	m := startIn(t, smallDisk(t, 24<<20))
	early := m.fillBasket(burger)
	acknowledged, baskets := []string{m.placeOrder(early, dolores).OrderToken}, []string{early.OrderID}
	m.waitForStatus(acknowledged[0], "completed")
	paying, card := m.fillBasket(burger), m.tokenize("4242424242424242", "123")
	filling := m.fillBasket(burger)

	free := fill(t, m.dir)
	refused := func(r reply) bool {
		t.Helper()
		if r.status == 200 {
			return false
		}
		if code := r.code(); r.status != 503 || code != string(problem.StoreUnavailable) && code != string(problem.PaymentUnavailable) || r.header.Get("Retry-After") == "" {
			t.Fatalf("full disk: got %d %s", r.status, r.body)
		}
		return true
	}
	// The table's write-ahead log may have room for some writes.
	added := 0
	add := func(n int) reply {
		return m.call("POST", "/order-items", map[string]any{"orderId": filling.OrderID, "itemId": "pit-fries", "quantity": 1},
			"If-Match", fmt.Sprint(filling.Version), "Idempotency-Key", fmt.Sprintf("key-of-the-fries-%04d", n))
	}
	for {
		r := add(added)
		if refused(r) {
			break
		}
		r.into(t, &filling)
		added++
		assert.Assert(t, added <= 5000, "test setup: the disk did not fill up")
	}
	assert.Check(t, refused(m.pay(paying, dolores, card, "key-of-the-full-disk")), "an order was placed although the disk is full")
	var still basketview.Basket
	m.call("GET", "/orders/"+filling.OrderID, nil).into(t, &still)
	assert.Equal(t, still.Version, filling.Version)
	assert.Equal(t, still.Count, filling.Count)
	m.call("GET", "/orders/status/"+acknowledged[0], nil).into(t, new(struct{}))

	t.Logf("%d items were added before the disk was full", added)
	free()
	add(added).into(t, &filling)
	assert.Equal(t, filling.Count, still.Count+1, still.Count)
	var p payment.Placement
	m.until("the paying guest gets the order", func() bool {
		r := m.pay(paying, dolores, card, "key-of-the-full-disk")
		if refused(r) {
			return false
		}
		r.into(t, &p)
		return p.State == "placed"
	})
	acknowledged, baskets = append(acknowledged, p.OrderToken), append(baskets, paying.OrderID)
	m.waitForStatus(p.OrderToken, "completed")
	now := clock.StartingAt(time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)).Now
	store, err := sqlite.Open(filepath.Join(m.dir, "table.db"), now)
	assert.NilError(t, err)
	defer store.Close()
	m.until("the outbox is drained", func() bool {
		rows, err := outbox.Pending(t.Context(), store)
		return err == nil && len(rows) == 0
	})
	m.stop()
	booksAgree(t, m.dir, store, now, acknowledged, baskets)
	assert.Assert(t, is.Contains(log(), "the disk is full"), "the log does not name the cause")
}
