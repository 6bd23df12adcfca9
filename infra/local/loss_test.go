package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/order"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// folderAfterKill returns the data folder of a stack that was killed after some orders were paid.
func folderAfterKill(t *testing.T, orders int) string {
	t.Helper()
	m := startIn(t, newFolder(t))
	m.form(kitchen.Prefix+"/switches", "switch", "byItself", "state", "off")
	for range orders {
		m.placeOrder(m.fillBasket(burger), dolores)
	}
	m.waitForDeliveries() // do not copy a file during a write
	dir := t.TempDir()
	assert.NilError(t, os.CopyFS(dir, os.DirFS(m.dir)))
	m.stop()
	return dir
}

// contents reads every file of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	for _, e := range entries {
		if e.Type().IsRegular() {
			raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
			assert.NilError(t, err)
			all[e.Name()] = string(raw)
		}
	}
	return all
}

// Fault 36: a start never creates new data in place of lost data, unless the operator accepts the loss.
func TestStartRefusesToLoseData(t *testing.T) {
	from := folderAfterKill(t, 3)
	remove := func(names ...string) func(string) error {
		return func(dir string) error {
			var all []error
			for _, name := range names {
				all = append(all, os.Remove(filepath.Join(dir, name)))
			}
			return errors.Join(all...)
		}
	}
	damage := func(name string) func(string) error {
		return func(dir string) error {
			f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, 64), 2*4120) // the third page of the log
			return errors.Join(err, f.Close())
		}
	}
	for name, c := range map[string]struct {
		lose func(dir string) error
		want string // the file named in the error
	}{
		"a damaged log of the table":    {damage("table.db-wal"), "table.db-wal"},
		"a damaged log of the payments": {damage("payments.db-wal"), "payments.db-wal"},
		"no table":                      {remove("table.db", "table.db-wal", "table.db-shm"), "table.db"},
		"no payments":                   {remove("payments.db", "payments.db-wal", "payments.db-shm"), "payments.db"},
		"no secrets":                    {remove("secrets.json"), "secrets.json"},
		"damaged secrets":               {func(d string) error { return os.WriteFile(filepath.Join(d, "secrets.json"), []byte("{"), 0o600) }, "secrets.json"},
		"a damaged log of the kitchen":  {damage("kitchen.db-wal"), "kitchen.db-wal"},
		"no kitchen":                    {remove("kitchen.db", "kitchen.db-wal", "kitchen.db-shm"), "kitchen.db"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			assert.NilError(t, errors.Join(os.CopyFS(dir, os.DirFS(from)), c.lose(dir)))
			before := contents(t, dir)
			s := settingsIn(dir)
			refused := func(what string, err error) {
				t.Helper()
				if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, c.want)) || !strings.HasSuffix(err.Error(), "ACCEPT_LOSS="+c.want+"") || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: got error %v", what, err)
				}
			}
			stack, err := newServer(context.Background(), s, "http://127.0.0.1:0")
			if err == nil {
				stack.Close()
				t.Fatal("the server started, want an error")
			}
			refused("the start", err)
			refused("erase", runCommand(t.Context(), s, "erase", []string{"dolores@example.com"}, strings.NewReader(""), io.Discard))
			after := contents(t, dir)
			for file, content := range before {
				if strings.HasSuffix(file, ".db-shm") || strings.Contains(c.want, "kitchen") && strings.Contains(file, ".db") {
					continue // the databases were opened, so their files may differ
				}
				assert.Check(t, is.Equal(after[file], content), "%s was changed", file)
			}
			_, made := after[c.want]
			assert.Equal(t, made, (before[c.want] != ""), "the failed start created or removed %s", c.want)

			s.Accepted = []string{c.want}
			stack, err = newServer(context.Background(), s, "http://127.0.0.1:0")
			assert.NilError(t, err)
			stack.Close()
			stack, err = newServer(context.Background(), settingsIn(dir), "http://127.0.0.1:0")
			assert.NilError(t, err)
			stack.Close()
		})
	}
}

// A start compares the payments of the ledger with the orders, through the rights of the manifest.
func TestStartReportsPaymentsWithoutAnOrder(t *testing.T) {
	dir := folderAfterKill(t, 2)
	store, err := sqlite.Open(filepath.Join(dir, "table.db"), time.Now)
	assert.NilError(t, err)
	ledger, err := payments.Open(filepath.Join(dir, "payments.db"), time.Now)
	assert.NilError(t, err)
	payments, err := ledger.Intents(t.Context())
	if err == nil {
		deleted := store.Write(t.Context(), table.Delete(table.Key{PK: "order-id#" + payments[0].Order, SK: "token"}, 0))
		// The first start may have made today's comparison already.
		err = errors.Join(deleted, order.RestartComparison(t.Context(), store), ledger.Close(), store.Close())
	}
	assert.NilError(t, err)
	log := captureLog(t)
	later := settingsIn(dir)
	later.clock = "2026-11-20T19:00:00Z" // after the payments, even if the first start was slow
	m := startWith(t, later)
	m.until("the finding is on the page", func() bool { return strings.Contains(m.page("/sandbox/outbox"), payments[0].ID) })
	m.until("the finding is in the log", func() bool {
		return strings.Contains(log(), payments[0].Order) && strings.Contains(log(), `"PaymentsUnmatched":1`)
	})
	page := m.page("/sandbox/outbox")
	assert.Assert(t, !strings.Contains(page, payments[1].ID), "the other payment is on the page too:\n%s", page)
}
