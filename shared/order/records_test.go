package order_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"ordering/shared/basket"
	"ordering/shared/menu"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/tender"
	"ordering/shared/timeslot"
	"ordering/shared/webhook"
)

// release is the folder of the release that is being made: -update writes no other.
const release = "testdata/release-2026-12"

// record is an item as a golden file keeps it.
type record struct {
	PK      string          `json:"pk"`
	SK      string          `json:"sk"`
	IndexPK string          `json:"indexPk,omitempty"`
	IndexSK string          `json:"indexSk,omitempty"`
	Expires time.Time       `json:"expires,omitzero"`
	Count   int64           `json:"count,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (r record) item() table.Item {
	return table.Item{
		Key: table.Key{PK: r.PK, SK: r.SK}, Index: table.Key{PK: r.IndexPK, SK: r.IndexSK}, Expires: r.Expires, Count: r.Count, Data: r.Data,
	}
}

// kind is the prefix of the item's partition, and that of its sort key where a partition has several kinds.
func (r record) kind() string {
	pk, _, _ := strings.Cut(r.PK, "#")
	sk, _, _ := strings.Cut(r.SK, "#")
	if pk == "order" || pk == "basket" || pk == "comparison" || pk == "webhook" {
		return pk + "/" + sk
	}
	return pk
}

// types are the types that read each kind of item; nil for an item without data.
var types = map[string]reflect.Type{
	"attempts":          nil,
	"basket/basket":     reflect.TypeFor[basket.Basket](),
	"basket/key":        reflect.TypeFor[order.KeyRecord](),
	"coupon":            reflect.TypeFor[promo.CouponRow](),
	"promo-of":          nil,
	"promo-use":         nil,
	"comparison/notice": reflect.TypeFor[order.Notice](),
	"guest":             reflect.TypeFor[order.Filed](),
	"order-id":          reflect.TypeFor[string](),
	"order/order":       reflect.TypeFor[order.Snapshot](),
	"order/progress":    reflect.TypeFor[order.Progress](),
	"outbox":            reflect.TypeFor[outbox.Delivery](),
	"slots":             reflect.TypeFor[timeslot.Occupancy](),
	"webhook/event":     nil,
	"webhook/newest": reflect.TypeFor[struct {
		At time.Time `json:"at"`
	}](),
}

// recorder remembers the keys that are written.
type recorder struct {
	table.Table
	keys map[table.Key]bool
}

func (r *recorder) Write(ctx context.Context, ops ...table.Op) error {
	for _, op := range ops {
		r.keys[op.Item.Key] = true
	}
	return r.Table.Write(ctx, ops...)
}

// todaysItems returns what this release stores: two orders, one of them a customer's, with adjustments, charges, two tenders, a refund in
// part, a dispute and a limited deal, the other one waiting for the bank, and a basket that holds a timeslot and lost a deal.
func todaysItems(t *testing.T) []record {
	rec := &recorder{keys: map[table.Key]bool{}}
	g := ordertest.NewOver(t, func(now func() time.Time) table.Table {
		rec.Table = sqlitetest.Open(t, now)
		return rec
	})
	with := newWithDiscount(t, 10)
	untaxed := with.Charges[0] // beside it the order stores the taxes of lines and charges
	untaxed.ID, untaxed.TaxClass = "bags", ""
	g.Charges = append(with.Charges, untaxed)
	deal := twoOff(1, 1)
	deal.Serialized = true
	g.Promotions = promo.NewSet([]promo.Promotion{deal})
	clear(rec.keys) // the restaurant and its menu belong to the fixture

	bacon := menu.Choice{Group: "add-ons", Modifier: "bacon", Quantity: 1}
	s := g.Split(g.Want(withCode(t, g, g.Fill("burger", 2, bacon)), "ok", key), 300, 0, "")
	s.Customer = "customer"
	o := g.Place(s)
	burger := basket.Units{{Kind: basket.PartLine, ID: "1"}: 1}
	for key, want := range map[string]order.RefundRequest{key: {Amount: usd(200)}, key + "-units": {Units: burger}} {
		_, err := g.Service().Refund(t.Context(), o.Token, want, key)
		assert.NilError(t, err)
	}
	g.Provider.Dispute("pi_1", tender.DisputeOpen)
	event := webhook.Event{ID: "evt_1", Subject: "pi_1", At: g.Now()}
	assert.NilError(t, g.Service().Report(t.Context(), g.Provider, hooks, event))
	g.Place(g.Want(g.Fill("burger", 1), "asks", key))
	lost := withCode(t, g, g.Fill("burger", 1))
	lost.Chosen, lost.Lost = []string{"deal"}, []promo.Lost{{Promotion: "deal", Reason: promo.LimitReached, Customer: "pseudonym", Until: g.Now()}}
	assert.NilError(t, rec.Write(t.Context(), lost.Save(g.Now())))

	var all []record
	for _, k := range slices.SortedFunc(maps.Keys(rec.keys), func(a, b table.Key) int { return cmp.Compare(a.String(), b.String()) }) {
		i, err := rec.Get(t.Context(), k)
		if errors.Is(err, table.ErrNotFound) || k.PK == "gift#card" {
			continue
		}
		assert.NilError(t, err)
		all = append(all, record{k.PK, k.SK, i.Index.PK, i.Index.SK, i.Expires, i.Count, i.Data})
	}
	return all
}

// fields adds the paths of all members of a JSON value, list indexes left out.
func fields(into map[string]bool, path string, value any) {
	into[path] = true
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			fields(into, path+"."+name, member)
		}
	case []any:
		for _, one := range v {
			fields(into, path, one)
		}
	}
}

func decoded(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if len(raw) > 0 {
		assert.NilError(t, json.Unmarshal(raw, &v))
	}
	return v
}

func released(t *testing.T, folder string) (all []record) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "items.json"))
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	assert.NilError(t, err)
	return all
}

// The items of each release are read to the same values: written back, none has lost, changed or gained a field.
func TestItemsOfEveryReleaseAreReadAndWrittenBack(t *testing.T) {
	if golden.FlagUpdate() {
		raw, err := json.MarshalIndent(todaysItems(t), "", "  ")
		if err == nil {
			err = os.MkdirAll(release, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(release, "items.json"), append(raw, '\n'), 0o644)
		}
		assert.NilError(t, err)
	}
	folders, err := filepath.Glob("testdata/release-*")
	assert.NilError(t, err)
	assert.Assert(t, slices.Contains(folders, filepath.FromSlash(release)), folders)
	for _, folder := range folders {
		for _, r := range released(t, folder) {
			of, known := types[r.kind()]
			switch {
			case !known:
				t.Errorf("%s: types has no Go type for %s (%s)", folder, r.kind(), r.PK)
				continue
			case of == nil, folder == "testdata/release-2026-11" && r.kind() == "guest":
				assert.Check(t, is.Len(r.Data, 0))
				continue
			}
			value := reflect.New(of).Interface()
			if err := json.Unmarshal(r.Data, value); err != nil {
				t.Errorf("%s: %s: %v", folder, r.kind(), err)
				continue
			}
			again, err := json.Marshal(value)
			if err != nil || !reflect.DeepEqual(decoded(t, again), decoded(t, r.Data)) {
				t.Errorf("%s: %s: want\n%s\ngot after reading and writing\n%s %v", folder, r.kind(), r.Data, again, err)
			}
		}
	}
}

// The golden items of this release have every kind and every field that today's code writes.
func TestGoldenItemsMatchTheCode(t *testing.T) {
	paths := func(all []record) []string {
		set := map[string]bool{}
		for _, r := range all {
			fields(set, r.kind(), decoded(t, r.Data))
		}
		return slices.Sorted(maps.Keys(set))
	}
	if want, got := paths(todaysItems(t)), paths(released(t, release)); !slices.Equal(got, want) {
		missing := slices.DeleteFunc(slices.Clone(want), func(p string) bool { return slices.Contains(got, p) })
		extra := slices.DeleteFunc(got, func(p string) bool { return slices.Contains(want, p) })
		t.Errorf("today's code writes %q, and not %q: see CONTRIBUTING.md, Stored items", missing, extra)
	}
}

// This release continues with the items of each release: it answers the same idempotency key with the same order, and skips an event that
// the release applied.
func TestOrdersOfEveryReleaseContinue(t *testing.T) {
	folders, err := filepath.Glob("testdata/release-*")
	assert.NilError(t, err)
	for _, folder := range folders {
		g := ordertest.New(t)
		all := released(t, folder)
		for _, r := range all {
			assert.NilError(t, g.Table.Write(t.Context(), table.Put(r.item())))
		}
		var tokens []string
		var paid []order.Order
		for _, r := range all {
			if r.kind() != "basket/basket" {
				continue
			}
			b, err := basket.Read(r.item())
			assert.NilError(t, err)
			if b.OrderToken == "" {
				continue
			}
			want := g.Order(b.OrderToken)
			card := "asks"
			if len(want.Tenders) == 2 {
				paid, card = append(paid, want), "ok"
			}
			s := order.Submission{Basket: b.ID, Version: 1, Key: key, Print: order.Fingerprint(card), Kind: order.KindCharge}
			if o, err := g.Checkout.Place(t.Context(), s); err != nil || o.Token != want.Token {
				t.Errorf("%s: same key: got order %q, want %q (%v)", folder, o.Token, want.Token, err)
			}
			tokens = append(tokens, b.OrderToken)
		}
		assert.Assert(t, is.Len(tokens, 2))
		assert.Assert(t, is.Len(paid, 1))
		o := paid[0]
		priced := o.Sum() == o.Total && len(o.Adjustments) > 0 && len(o.Charges) == 2
		assert.Check(t, priced && o.RefundedAmount().Minor > 200 && len(o.Payment().Disputes) == 1, "%s: got order %+v", folder, o)
		if notices, err := order.Notices(t.Context(), g.Table); err != nil || len(notices) != 1 || notices[0].Order != o.ID {
			t.Errorf("%s: notices %+v %v", folder, notices, err)
		}
		repeated := webhook.Event{ID: "evt_1", Subject: "pi_1", At: g.Now()}
		older := webhook.Event{ID: "evt_0", Subject: "pi_1", At: g.Now().Add(-time.Second)}
		for _, e := range []webhook.Event{repeated, older} {
			_, err := hooks.Record(t.Context(), g.Table, e, g.Now())
			assert.Check(t, is.ErrorIs(err, webhook.ErrApplied), "%s %s", folder, e.ID)
		}
	}
}
