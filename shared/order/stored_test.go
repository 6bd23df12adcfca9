package order_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/timeslot"
)

// progressBefore is the stored progress as the release with one payment per order reads it.
type progressBefore struct {
	Status   order.Status  `json:"status"`
	Steps    []order.Step  `json:"steps"`
	Promised time.Time     `json:"promised"`
	Payment  paymentBefore `json:"payment"`

	Arrival *order.Arrival    `json:"arrival,omitempty"`
	Reason  string            `json:"reason,omitempty"`
	Request string            `json:"request,omitempty"`
	Failure *order.Failure    `json:"failure,omitempty"`
	Counted *timeslot.Counted `json:"counted,omitempty"`
	Due     time.Time         `json:"due,omitzero"`
	Leased  time.Time         `json:"leased,omitzero"`
	Tries   int               `json:"tries,omitempty"`
	Erased  time.Time         `json:"erased,omitzero"`
}

type paymentBefore struct {
	Kind       int                `json:"kind"`
	State      order.PaymentState `json:"state"`
	Intent     string             `json:"intent,omitempty"`
	Brand      string             `json:"brand,omitempty"`
	LastFour   string             `json:"lastFour,omitempty"`
	NextAction string             `json:"nextAction,omitempty"`
	Calls      []callBefore       `json:"calls,omitempty"`
	Method     string             `json:"method,omitempty"`
	Captured   money.Amount       `json:"captured,omitzero"`
	Refund     string             `json:"refund,omitempty"`
	Settled    *order.Settlement  `json:"settled,omitempty"`
}

type callBefore struct {
	Name string    `json:"name"`
	Key  string    `json:"key"`
	Done time.Time `json:"done,omitzero"`
}

// The progress of orders that the release with one payment per order wrote is read, and written back unchanged.
func TestProgressOfOnePaymentIsReadAndWrittenBack(t *testing.T) {
	files, err := filepath.Glob("testdata/progress-one-payment/*.json")
	assert.NilError(t, err)
	assert.Assert(t, len(files) != 0, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			assert.NilError(t, err)
			var before progressBefore
			var p order.Progress
			assert.NilError(t, json.Unmarshal(raw, &before))
			assert.NilError(t, json.Unmarshal(raw, &p))
			free := before.Payment.Kind == order.KindFree
			assert.Equal(t, free, len(p.Tenders) == 0)
			assert.Equal(t, p.Payment().State, before.Payment.State)
			again, err := json.Marshal(p)
			assert.NilError(t, err)
			var want, got any
			assert.NilError(t, json.Unmarshal(raw, &want))
			assert.NilError(t, json.Unmarshal(again, &got))
			assert.Assert(t, reflect.DeepEqual(got, want))
			refunded := before.Payment.State == order.PaymentRefunded && before.Payment.Captured.Minor > 0
			if refunded && p.Payment().Refunded() != before.Payment.Captured {
				t.Errorf("got %s refunded of %s", p.Payment().Refunded(), before.Payment.Captured)
			}
		})
	}
}

// The release with one payment per order reads the orders of a card that this release writes. Nothing is new to it, except
// after the refund of a part.
func TestProgressOfACardIsReadByThePreviousRelease(t *testing.T) {
	read := func(g *ordertest.Fixture, token string, strict bool) (p progressBefore) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(stored(t, g, token, "progress")))
		if strict {
			d.DisallowUnknownFields()
		}
		assert.NilError(t, d.Decode(&p))
		return p
	}
	g := ordertest.New(t)
	o := g.Buy()
	if p := read(g, o.Token, true); p.Payment.State != order.PaymentCaptured || p.Payment.Captured != o.Total || len(p.Payment.Calls) != 2 {
		t.Errorf("captured: %+v", p.Payment)
	}
	g.Cancel(o.Token)
	if p := read(g, o.Token, true); p.Payment.State != order.PaymentRefunded || p.Payment.Refund == "" || len(p.Payment.Calls) != 3 {
		t.Errorf("refunded: %+v", p.Payment)
	}
	waiting, _ := placeAwaitingBank(g, t)
	if p := read(g, waiting.Token, true); p.Payment.State != order.PaymentWaiting || p.Payment.Calls[0].Key != waiting.ID+"-authorise" {
		t.Errorf("waiting: %+v", p.Payment)
	}
	free := g.Place(g.Want(g.Fill("mint", 1), "", key))
	if p := read(g, free.Token, true); !reflect.DeepEqual(p.Payment, paymentBefore{State: order.PaymentNone}) {
		t.Errorf("free: %+v", p.Payment)
	}
	o = g.Buy()
	_, err := g.Service().Refund(t.Context(), o.Token, order.RefundRequest{Amount: money.Of(100, money.USD)}, key)
	assert.NilError(t, err)
	if p := read(g, o.Token, false); p.Payment.State != order.PaymentCaptured || p.Payment.Captured != o.Total {
		t.Errorf("partial refund: got %+v", p.Payment)
	}
	split := g.Place(g.Split(g.Want(g.Fill("burger", 1), "ok", key+"-split"), 300, 0, ""))
	last := read(g, split.Token, false).Payment
	assert.Assert(t, last.Kind == order.KindCharge)
	assert.Equal(t, last.LastFour, "4242")
	assert.Equal(t, last.Calls[1].Key, split.ID+"-capture")
	g.SettleAndAudit()
}
