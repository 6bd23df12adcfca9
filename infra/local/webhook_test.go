package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/infra/local/simulators/outboxview"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/order"
)

// Changes in the provider's dashboard reach the order, the guest's page and the operator's page through the real webhooks.
func TestSandboxPaymentEventsReachTheOrder(t *testing.T) {
	m := startIn(t, newFolder(t))
	_, placed := m.orderCurbside("4242424242424242")
	var intent string
	m.until("the payment is captured", func() bool {
		o, err := order.Load(t.Context(), m.table(), placed.OrderToken)
		intent = o.Payment().Intent
		return err == nil && o.Payment().State == order.PaymentCaptured
	})
	by := func(do string) { m.form(payments.Prefix+"/intents/"+intent, "do", do) }
	by("refund-half")
	var s struct {
		RefundedAmount struct{ Minor int64 } `json:"refundedAmount"`
	}
	m.until("the guest sees the refund", func() bool {
		m.call("GET", "/orders/status/"+placed.OrderToken, nil).into(m, &s)
		return s.RefundedAmount.Minor > 0
	})
	by("dispute")
	m.until("the operator sees both", func() bool {
		page := m.page(outboxview.Prefix)
		return strings.Contains(page, "dispute, open") && strings.Contains(page, ": refund. Order")
	})
	by("win")
	m.until("the dispute is over", func() bool { return !strings.Contains(m.page(outboxview.Prefix), "dispute,") })
	page := m.page(payments.Prefix)
	assert.Assert(t, strings.Contains(page, "Disputed: won") && strings.Contains(page, "Refund all: "+intent), page)
}
