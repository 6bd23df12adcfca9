package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/operate"
	"ordering/infra/seed/importer"
	"ordering/infra/seed/zonemap"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/table/sqlite"
)

// Fault 36: a start names a damaged file and its damage, and does not start as if the folder were new.
func TestStartNamesTheDamagedFile(t *testing.T) {
	noise := bytes.Repeat([]byte("noise"), 4000)
	over := func(at int64, content []byte) func(string) error {
		return func(path string) error {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt(content, at)
			return errors.Join(err, f.Close())
		}
	}
	for name, c := range map[string]struct {
		file   string
		damage func(path string) error
		want   string
	}{
		"the table's header is noise": {"table.db", over(0, noise[:100]), "damaged"},
		"the table is truncated":      {"table.db", func(p string) error { return os.Truncate(p, 20_000) }, "damaged"},
		"the table is a folder":       {"table.db", func(p string) error { return errors.Join(os.Remove(p), os.Mkdir(p, 0o700)) }, "cannot be opened"},
		"the ledger is noise":         {"payments.db", over(0, noise), "ledger"},
		"the kitchen is noise":        {"kitchen.db", over(0, noise), "kitchen"},
		"secrets of a newer version":  {"secrets.json", func(p string) error { return os.WriteFile(p, []byte(`{"webhook":[]}`), 0o600) }, "ACCEPT_LOSS="},
	} {
		t.Run(name, func(t *testing.T) {
			dir := newFolder(t)
			assert.NilError(t, c.damage(filepath.Join(dir, c.file)))
			s, err := newServer(context.Background(), settingsIn(dir), "http://127.0.0.1:0")
			if err == nil {
				s.Close()
				t.Fatal("the server started, want an error")
			}
			text := err.Error()
			assert.Assert(t, is.Contains(text, c.want))
			assert.Assert(t, strings.Contains(text, c.file) || strings.Contains(text, "ledger"))
		})
	}
}

// A start prints its brand's sites, and a town with a location that accepts orders.
func TestStartPrintsTheSitesOfItsBrand(t *testing.T) {
	s, err := newServer(t.Context(), settingsIn(newFolder(t)), "http://127.0.0.1:0")
	assert.NilError(t, err)
	defer s.Close()
	near, err := nearOrders(t.Context(), s.Store)
	assert.NilError(t, err)
	own, _ := brand.InFolder("harbor-light-grill")
	const machine = "http://localhost:8080/sandbox/"
	for _, c := range []struct {
		b    brand.Brand
		near string
		want []string
		not  []string
	}{
		{brand.Default(), near, []string{"Big Deal Burger      http://localhost:8080/\n", "Canada               http://localhost:8080/ca/fr-ca\n", "http://localhost:8080/ae\n", `"Tulsa, OK"`, machine}, nil},
		{own, "Portland, ME", []string{"Harbor Light Grill   http://localhost:8080/\n", `"Portland, ME"`, machine}, []string{"/ca", "Tulsa", "Big Deal"}},
		{own, "", []string{"No restaurant accepts orders yet"}, []string{"search for"}},
	} {
		got := greeting(c.b, c.near, "http://localhost:8080", ".local")
		for _, want := range c.want {
			assert.Check(t, is.Contains(got, want), c.b.Title)
		}
		for _, not := range c.not {
			assert.Check(t, !strings.Contains(got, not), "%s: %q in %s", c.b.Title, not, got)
		}
	}
}

// killedTable is a table in which the first left writes succeed and all later ones fail, as in a killed process.
type killedTable struct {
	table.Table
	left int
}

func (b *killedTable) Write(ctx context.Context, ops ...table.Op) error {
	if b.left--; b.left < 0 {
		return fmt.Errorf("killed: %w", table.ErrUnavailable)
	}
	return b.Table.Write(ctx, ops...)
}

// Fault 36: a seeding that is interrupted at any write is resumed at the next start.
func TestInterruptedSeedingIsResumed(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }
	ctx := t.Context()
	dishes := func(store table.Table) int {
		offer, err := menu.NewStore(store, now).Offer(ctx, tulsa, money.USD)
		if err != nil {
			return 0
		}
		n := 0
		for _, s := range offer.Sections("everyday") {
			n += len(s.Dishes)
		}
		return n
	}
	whole := 0
	writes := []int{1000, 2, 5}
	if sample(2) == 1 {
		writes = []int{1000, 0, 1, 2, 3, 4, 5}
	}
	for _, after := range writes {
		store, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), now)
		assert.NilError(t, err)
		defer store.Close()
		broken := &killedTable{Table: store, left: after}
		err = seedMissing(ctx, broken, brand.Default(), now)
		if after == 1000 {
			whole = dishes(store)
			assert.NilError(t, err)
			assert.Assert(t, whole >= 40 && broken.left != 1000, whole)
			t.Logf("seeding: %d writes", 1000-broken.left)
		} else if !errors.Is(err, table.ErrUnavailable) {
			t.Fatalf("killed after %d writes: %v", after, err)
		}
		assert.NilError(t, seedMissing(ctx, store, brand.Default(), now))
		assert.Check(t, is.Equal(dishes(store), whole), after)
		_, err = store.Get(ctx, seeding)
		assert.Check(t, is.ErrorIs(err, table.ErrNotFound))
	}
}

// Data imported before the first start stays, and gets what it needs for ordering. A complete store is not changed.
func TestLocationImportedBeforeTheFirstStartAcceptsOrders(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC) }
	ctx := t.Context()
	text := func(data string) importer.Input { return importer.Input{Data: []byte(data)} }
	own := map[string]importer.Input{
		"locations": text("store_id,name,street,city,state,zip,phone,latitude,longitude\n1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,+19185550101,36.11452,-95.97561\n"),
		"menu": text(`{"menus":[{"id":"everyday","slug":"everyday","categoryId":1,"name":{"en":"Menu","fr-ca":"Menu"}}],
			"sections":[{"id":"fish","slug":"fish","menu":"everyday","name":{"en":"Fish","fr-ca":"Poisson"},"items":["cod"]}],
			"items":[{"id":"cod","slug":"cod","name":{"en":"Cod","fr-ca":"Morue"},"description":{"en":"Battered.","fr-ca":"En pâte."},
			"price":{"usd":950,"cad":1200},"taxClass":"meal","calories":700,"allergens":["fish"],"makeMinutes":5,"stack":[{"layer":"patty"}]}]}`),
		"content": {Folder: fstest.MapFS{"en/pages/about.md": {Data: []byte("---\ntitle: Cod\ndescription: Cod\nupdated: 2026-11-01\n---\n\nCod.\n")}}},
	}
	for name, c := range map[string]struct {
		imported          []string
		locations, dishes int // minimum; 1 is exactly the imported one
	}{
		"nothing": {nil, 650, 40}, "restaurants": {[]string{"locations"}, 1, 40}, "a menu": {[]string{"menu"}, 650, 1}, "both": {[]string{"locations", "menu"}, 1, 1},
		"pages": {[]string{"content"}, 650, 40}, "everything": {[]string{"locations", "menu", "content"}, 1, 1},
	} {
		if sample(2) > 1 && (name == "nothing" || name == "both" || name == "pages") {
			continue // covered by the other cases
		}
		t.Run(name, func(t *testing.T) {
			store, err := sqlite.Open(filepath.Join(t.TempDir(), "table.db"), now)
			assert.NilError(t, err)
			defer store.Close()
			for _, kind := range c.imported {
				in := own[kind]
				in.Table, in.Now, in.Name, in.Zone, in.Confirm = store, now, "big-deal-burger", zonemap.Of, true
				report, err := importer.Kinds[kind](ctx, in)
				assert.NilError(t, err)
				assert.Check(t, is.Equal(report.Rejected, 0), "%s %+v", kind, report)
			}
			counted := &killedTable{Table: store, left: 1000}
			assert.NilError(t, seedMissing(ctx, counted, brand.Default(), now))
			assert.Assert(t, len(c.imported) != 3 || counted.left == 1000, "seeding changed a store that has all data")
			site, _, err := content.Current(ctx, store, 3, locale.En)
			assert.NilError(t, err)
			_, own := site.Page("about")
			_, demo := site.Page("company/our-story")
			assert.Assert(t, demo != own)
			assert.Equal(t, own, slices.Contains(c.imported, "content"))
			listing, err := location.NewDirectory(store, now).Read(ctx)
			assert.NilError(t, err)
			all := listing.All()
			assert.Assert(t, len(all) >= c.locations)
			assert.Assert(t, c.locations != 1 || len(all) <= 1)
			to := slices.IndexFunc(all, func(l location.Location) bool { return l.OnlineOrdering && l.Currency == money.USD })
			assert.Assert(t, to >= 0, "no restaurant accepts orders")
			offer, err := menu.NewStore(store, now).Offer(ctx, all[to].ID, money.USD)
			assert.NilError(t, err)
			n := 0
			for _, s := range offer.Sections("everyday") {
				n += len(s.Dishes)
			}
			assert.Assert(t, n >= c.dishes)
			assert.Assert(t, c.dishes != 1 || n <= 1)
		})
	}
}

// Reset refuses a folder with a running server, and empties it after the server has ended. Files that the server did not write stay.
func TestResetRefusesAFolderInUse(t *testing.T) {
	dir := newFolder(t)
	mine := filepath.Join(dir, "site", "shell.html")
	running, err := lock(dir)
	assert.NilError(t, err)
	before, err := os.ReadFile(filepath.Join(dir, "table.db"))
	assert.NilError(t, err)
	err = reset(settingsIn(dir), io.Discard)
	assert.ErrorContains(t, err, "the server is running on "+dir+": stop it first")
	after, err := os.ReadFile(filepath.Join(dir, "table.db"))
	assert.NilError(t, err)
	assert.Assert(t, bytes.Equal(before, after))
	running.Close()
	for range 2 { // a second reset of an empty folder succeeds
		assert.NilError(t, reset(settingsIn(dir), io.Discard))
		for _, name := range resetFiles {
			_, err := os.Stat(filepath.Join(dir, name))
			assert.Check(t, is.ErrorIs(err, os.ErrNotExist), name)
		}
	}
	_, err = os.Stat(mine)
	assert.NilError(t, err)
	store, err := sqlite.Open(filepath.Join(dir, "table.db"), time.Now)
	assert.NilError(t, err)
	defer store.Close()
	listing, err := location.NewDirectory(store, time.Now).Read(t.Context())
	assert.NilError(t, err)
	assert.Assert(t, is.Len(listing.All(), 0))
}

// Fault 36: a reset killed at any file is finished by the next reset or start. Other commands refuse the folder until then.
func TestKilledResetIsFinished(t *testing.T) {
	from := folderAfterKill(t, 1)
	for deleted := range len(resetFiles) + 1 {
		for name, next := range map[string]func(dir string) error{
			"reset": func(dir string) error { return reset(settingsIn(dir), io.Discard) },
			"start": func(dir string) error {
				f, err := lock(dir)
				if err == nil {
					err = f.Close()
				}
				return err
			},
		} {
			dir := t.TempDir()
			assert.NilError(t, os.CopyFS(dir, os.DirFS(from)))
			left := deleted
			killed := errors.New("killed")
			assert.ErrorIs(t, empty(dir, func(file string) error {
				if left--; left < 0 {
					return killed
				}
				return os.RemoveAll(file)
			}), killed)
			if err := runCommand(t.Context(), settingsIn(dir), "erase", []string{"dolores@example.com"}, strings.NewReader(""), io.Discard); err == nil || !strings.Contains(err.Error(), "npm run reset") {
				t.Errorf("%d files deleted: erase returns %v", deleted, err)
			}
			assert.Check(t, next(dir), "%d %s", deleted, name)
			for _, file := range append(slices.Clone(resetFiles), operate.ResetMark) {
				_, err := os.Stat(filepath.Join(dir, file))
				assert.Check(t, is.ErrorIs(err, os.ErrNotExist), "%d %s %s", deleted, name, file)
			}
		}
	}
}

func TestResetCreatesNoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mistyped")
	err := reset(settingsIn(dir), io.Discard)
	assert.ErrorContains(t, err, "does not exist")
	_, err = os.Stat(dir)
	assert.ErrorIs(t, err, os.ErrNotExist)
}
