package payments

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/money"
	"ordering/shared/secret"
	"ordering/shared/tender"
	"ordering/shared/tender/stripe"
)

// The production Stripe client works with the sandbox.
func TestStripeClientWorksWithTheSandbox(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	c := stripe.New(b.url, secret.Fixed(SecretKey)).WithPause(func(context.Context, int) error { return nil })
	authorise := func(token, number string) (tender.Intent, error) {
		return c.Authorise(ctx, "authorise-"+token, tender.Authorisation{Order: token, Number: "7301", Amount: money.Of(1250, money.CAD), Method: b.method(number)})
	}
	good, err := authorise("good", "4242 4242 4242 4242")
	if err != nil || good.State != tender.IntentAuthorised || good.Amount != money.Of(1250, money.CAD) || good.Order != "good" || good.LastFour != "4242" || good.Brand != "visa" {
		t.Fatalf("%+v %v", good, err)
	}
	got, err := c.Capture(ctx, "capture-good", good.ID, good.Amount)
	assert.NilError(t, err)
	assert.Assert(t, got.State == tender.IntentCaptured && got.Captured == good.Amount, "%+v", got)
	_, err = c.Cancel(ctx, "cancel-good", good.ID)
	assert.ErrorIs(t, err, tender.ErrIntentClosed)
	for range 2 {
		id, err := c.Refund(ctx, "refund-good", good.ID, good.Amount)
		assert.Check(t, err == nil && id != "", "refund: %q %v", id, err)
	}
	got, err = c.Find(ctx, tender.Reference{Intent: good.ID})
	assert.NilError(t, err)
	assert.Equal(t, got.Refunded, good.Amount, "%+v", got)

	r := b.ask("POST", "/refunds", "refund-more", url.Values{"payment_intent": {good.ID}})
	assert.Assert(t, r.at("error", "code") == "charge_already_refunded", "second refund: got %s", r.raw)
	other, err := authorise("other", "5555 5555 5555 4444")
	assert.NilError(t, err)
	assert.Equal(t, other.State, tender.IntentAuthorised, "%+v", other)

	for number, reason := range map[string]string{
		"4000 0000 0000 0002": "declined", "4000 0000 0000 9995": "insufficient-funds", "4000 0000 0000 0069": "expired",
		"4000 0000 0000 0127": "incorrect", "4000 0000 0000 0119": "processing",
	} {
		_, err := authorise(number, number)
		var d *tender.Declined
		assert.Check(t, errors.As(err, &d) && d.Reason == reason && d.Intent != "", "%s: %v", number, err)
	}
	asked, err := authorise("asked", "4000 0027 6000 3184")
	assert.NilError(t, err)
	assert.Assert(t, asked.State == tender.IntentWaiting && asked.NextAction != "", "%+v", asked)
	got, err = c.Cancel(ctx, "cancel-asked", asked.ID)
	assert.NilError(t, err)
	assert.Equal(t, got.State, tender.IntentCancelled, "%+v", got)
	lost, err := authorise("lost", "4000 0000 0000 4087")
	assert.NilError(t, err)
	assert.Equal(t, lost.State, tender.IntentAuthorised, "%+v", lost)
	_, err = c.Authorise(ctx, "authorise-nothing", tender.Authorisation{Order: "nothing", Amount: good.Amount, Method: "pm_unknown"})
	assert.Assert(t, errors.As(err, new(*tender.Declined)), "unknown card: got %v", err)

	method := b.method("4242 4242 4242 4242")
	for n := range 110 { // more than a page
		_, err := c.Authorise(ctx, fmt.Sprintf("authorise-page-%d", n), tender.Authorisation{Order: fmt.Sprint("page-", n), Amount: good.Amount, Method: method})
		assert.NilError(t, err)
	}
	got, err = c.Find(ctx, tender.Reference{Order: "good", Since: noon.Add(-time.Minute), Until: noon})
	assert.NilError(t, err)
	assert.Equal(t, got.ID, good.ID, "%+v", got)
	_, err = c.Find(ctx, tender.Reference{Order: "good", Since: noon.Add(time.Second), Until: noon.Add(time.Minute)})
	assert.ErrorIs(t, err, tender.ErrNoIntent)
	var listed []tender.Intent
	for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
		page, next, err := c.List(ctx, noon, noon, cursor)
		assert.NilError(t, err)
		assert.Assert(t, pages != 0 || len(page) == 100, "%d %d", pages, len(page))
		listed, cursor = append(listed, page...), next
	}
	if last := listed[len(listed)-1]; last.ID != good.ID || last.Refunded != good.Amount || !last.Created.Equal(noon) {
		t.Errorf("list of %d: got last entry %+v", len(listed), last)
	}
	none, _, err := c.List(ctx, noon.Add(-time.Hour), noon.Add(-time.Second), "")
	assert.NilError(t, err)
	assert.Assert(t, is.Len(none, 0))
	b.Down.Store(true)
	_, err = c.Find(ctx, tender.Reference{Intent: good.ID})
	assert.ErrorIs(t, err, tender.ErrUnavailable)
}

// Fault 34: redaction also reaches the stored answers of calls that were refused, because they repeat the card.
func TestRedactionReachesRefusedCalls(t *testing.T) {
	b := open(t)
	made := b.ask("POST", "/payment_intents", "key-made", payment(b.method("4242 4242 4242 4242"), "900"))
	id, _ := made.at("id").(string)
	b.ask("POST", "/payment_intents/"+id+"/cancel", "key-cancel", nil)
	late := func() reply {
		return b.ask("POST", "/payment_intents/"+id+"/capture", "key-late", url.Values{"expand[]": {"payment_method", "latest_charge"}})
	}
	r := late()
	assert.Equal(t, r.status, 400)
	assert.Assert(t, is.Contains(r.raw, "4242"))
	c := stripe.New(b.url, secret.Fixed(SecretKey))
	assert.NilError(t, c.Forget(t.Context(), tender.Reference{Intent: id, Order: "order-1"}))
	r = late()
	assert.Assert(t, !strings.Contains(r.raw, "4242"), "the response contains the card: %s", r.raw)
}
