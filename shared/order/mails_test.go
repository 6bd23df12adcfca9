package order_test

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// mailCheckingTable is a table that checks each write with a mail against the order in the same write.
type mailCheckingTable struct {
	table.Table
	t     *testing.T
	mails map[outbox.Mail]int
}

func (p mailCheckingTable) Write(ctx context.Context, ops ...table.Op) error {
	var mail outbox.MailRow
	var progress order.Progress
	for _, op := range ops {
		switch {
		case op.Kind == table.KindCreate && outbox.IsRow(op.Item.Key):
			var row outbox.Delivery
			if err := json.Unmarshal(op.Item.Data, &row); err != nil {
				p.t.Error(err)
			} else if row.Kind == outbox.KindMail || row.Kind == outbox.KindOrderPlaced {
				mail.Mail = outbox.MailConfirmed // of a placed order
				assert.Check(p.t, row.Into(&mail))
			}
		case strings.HasPrefix(op.Item.PK, "order#") && op.Item.SK == "progress":
			assert.Check(p.t, json.Unmarshal(op.Item.Data, &progress))
		}
	}
	err := p.Table.Write(ctx, ops...)
	if err != nil || mail.Order == "" {
		return err
	}
	p.mails[mail.Mail]++
	switch pays := progress.Payment(); {
	case !progress.Status.Placed(), pays.State == order.PaymentRequested, pays.State == order.PaymentWaiting, pays.State == order.PaymentRefused:
		p.t.Errorf("the mail %q is sent when the order is %q and its payment %q", mail.Mail, progress.Status, pays.State)
	case pays.State == order.PaymentNone && pays.Kind != order.KindFree:
		p.t.Errorf("the mail %q is sent without a payment", mail.Mail)
	}
	return nil
}

// Wherever a process crashes, the guest gets no mail before the payment is authorised, then one receipt, and one mail when the order
// is cancelled, also when the cancellation is repeated.
func TestMailsAreSentOnceAfterThePayment(t *testing.T) {
	ctx := context.Background()
	for way, c := range map[string]struct {
		placed bool
		points []string // of the saga, in order
	}{
		"ok":               {true, []string{order.PointReserve, order.PointAuthorise, order.PointConfirm, order.PointCapture, order.PointCaptured, order.PointEnd, order.PointRefund, order.PointRefunded}},
		"asks":             {true, []string{order.PointWait, order.PointConfirm, order.PointEnd}},
		"free":             {true, []string{order.PointReserve, order.PointConfirm, order.PointEnd}},
		"declined":         {false, []string{order.PointAuthorise, order.PointRelease}},
		"asks and refuses": {false, []string{order.PointRelease}},
		"asks and leaves":  {false, []string{order.PointWait, order.PointRelease}},
	} {
		for _, point := range c.points {
			box := mailCheckingTable{t: t, mails: map[outbox.Mail]int{}}
			g := ordertest.NewOver(t, func(now func() time.Time) table.Table {
				box.Table = sqlitetest.Open(t, now)
				return box
			})
			after := func(p string, done bool) bool { return p == point && done }
			card, _, _ := strings.Cut(way, " and ")
			s := g.Want(g.Fill(map[bool]string{true: "mint", false: "burger"}[way == "free"], 1), card, key)
			place := func(svc *order.Service) (order.Order, error) {
				return g.Over(svc).Place(ctx, s)
			}
			crashes(g, after, func(svc *order.Service) { _, _ = place(svc) })
			g.Pass(5 * time.Second) // the lease of the crashed process expires
			o, err := place(g.Service())
			assert.NilError(t, err)
			if way != "asks and leaves" {
				g.Provider.Bank(way == "asks")
				crashes(g, after, func(svc *order.Service) { _, _ = svc.Authenticated(ctx, o.Token) })
			}
			g.Settle()
			want := map[outbox.Mail]int{}
			if c.placed {
				want[outbox.MailConfirmed] = 1
			}
			if !maps.Equal(box.mails, want) || g.Order(o.Token).Status.Placed() != c.placed {
				t.Errorf("%s, crashed at %s: got order %q, mails %v", way, point, g.Order(o.Token).Status, box.mails)
			}
			crashes(g, after, func(svc *order.Service) { _, _ = svc.Cancel(ctx, o.Token) })
			for range 2 {
				_, err := g.Service().Cancel(ctx, o.Token)
				assert.Check(t, err)
				g.Settle()
			}
			if c.placed {
				want[outbox.MailCancelled] = 1
			}
			assert.Check(t, is.DeepEqual(box.mails, want), "%s %s", way, point)
		}
	}
}
