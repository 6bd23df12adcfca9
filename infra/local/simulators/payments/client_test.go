package payments

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

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
	if got, err := c.Capture(ctx, "capture-good", good.ID, good.Amount); err != nil || got.State != tender.IntentCaptured || got.Captured != good.Amount {
		t.Errorf("capture: %+v %v", got, err)
	}
	if _, err := c.Cancel(ctx, "cancel-good", good.ID); !errors.Is(err, tender.ErrIntentClosed) {
		t.Errorf("cancel after capture: %v", err)
	}
	for range 2 {
		if id, err := c.Refund(ctx, "refund-good", good.ID, good.Amount); err != nil || id == "" {
			t.Errorf("refund: %q %v", id, err)
		}
	}
	if got, err := c.Find(ctx, tender.Reference{Intent: good.ID}); err != nil || got.Refunded != good.Amount {
		t.Errorf("refunded: %+v %v", got, err)
	}

	if r := b.ask("POST", "/refunds", "refund-more", url.Values{"payment_intent": {good.ID}}); r.at("error", "code") != "charge_already_refunded" {
		t.Errorf("refunded again: %s", r.raw)
	}
	if other, err := authorise("other", "5555 5555 5555 4444"); err != nil || other.State != tender.IntentAuthorised {
		t.Errorf("any other valid number: %+v %v", other, err)
	}

	for number, reason := range map[string]string{
		"4000 0000 0000 0002": "declined", "4000 0000 0000 9995": "insufficient-funds", "4000 0000 0000 0069": "expired",
		"4000 0000 0000 0127": "incorrect", "4000 0000 0000 0119": "processing",
	} {
		_, err := authorise(number, number)
		var d *tender.Declined
		if !errors.As(err, &d) || d.Reason != reason || d.Intent == "" {
			t.Errorf("%s: %v", number, err)
		}
	}
	asked, err := authorise("asked", "4000 0027 6000 3184")
	if err != nil || asked.State != tender.IntentWaiting || asked.NextAction == "" {
		t.Errorf("asks: %+v %v", asked, err)
	}
	if got, err := c.Cancel(ctx, "cancel-asked", asked.ID); err != nil || got.State != tender.IntentCancelled {
		t.Errorf("cancel: %+v %v", got, err)
	}
	if lost, err := authorise("lost", "4000 0000 0000 4087"); err != nil || lost.State != tender.IntentAuthorised {
		t.Errorf("lost and asked again: %+v %v", lost, err)
	}
	if _, err := c.Authorise(ctx, "authorise-nothing", tender.Authorisation{Order: "nothing", Amount: good.Amount, Method: "pm_nobodys"}); !errors.As(err, new(*tender.Declined)) {
		t.Errorf("an unknown card: %v", err)
	}

	method := b.method("4242 4242 4242 4242")
	for n := range 110 { // more than a page
		if _, err := c.Authorise(ctx, fmt.Sprintf("authorise-page-%d", n), tender.Authorisation{Order: fmt.Sprint("page-", n), Amount: good.Amount, Method: method}); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := c.Find(ctx, tender.Reference{Order: "good", Since: noon.Add(-time.Minute), Until: noon}); err != nil || got.ID != good.ID {
		t.Errorf("found behind a page: %+v %v", got, err)
	}
	if _, err := c.Find(ctx, tender.Reference{Order: "good", Since: noon.Add(time.Second), Until: noon.Add(time.Minute)}); !errors.Is(err, tender.ErrNoIntent) {
		t.Errorf("before the search begins: %v", err)
	}
	var listed []tender.Intent
	for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
		page, next, err := c.List(ctx, noon, noon, cursor)
		if err != nil || pages == 0 && len(page) != 100 {
			t.Fatalf("page %d: %d payments, %v", pages, len(page), err)
		}
		listed, cursor = append(listed, page...), next
	}
	if last := listed[len(listed)-1]; last.ID != good.ID || last.Refunded != good.Amount || !last.Created.Equal(noon) {
		t.Errorf("the list of %d ends with %+v", len(listed), last)
	}
	if none, _, err := c.List(ctx, noon.Add(-time.Hour), noon.Add(-time.Second), ""); err != nil || len(none) > 0 {
		t.Errorf("before all: %d, %v", len(none), err)
	}
	if err := b.Switch(ctx, switchDown, true); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Find(ctx, tender.Reference{Intent: good.ID}); !errors.Is(err, tender.ErrUnavailable) {
		t.Errorf("switched off: %v", err)
	}
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
	if r := late(); r.status != 400 || !strings.Contains(r.raw, "4242") {
		t.Fatalf("the refusal does not repeat the card: %d %s", r.status, r.raw)
	}
	c := stripe.New(b.url, secret.Fixed(SecretKey))
	if err := c.Forget(t.Context(), tender.Reference{Intent: id, Order: "order-1"}); err != nil {
		t.Fatal(err)
	}
	if r := late(); strings.Contains(r.raw, "4242") {
		t.Errorf("the card is still in the answer: %s", r.raw)
	}
}
