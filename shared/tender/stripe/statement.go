package stripe

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"ordering/shared/money"
	"ordering/shared/tender"
)

// Statement reads the refunds and disputes of a payment, each the oldest first. A payment that was not captured has none: what Stripe
// lists as a refund of it is the end of the authorisation.
func (c *Client) Statement(ctx context.Context, i tender.Intent) (tender.Statement, error) {
	s := tender.Statement{Intent: i}
	if i.State != tender.IntentCaptured {
		return s, nil
	}
	refunds, err := listOf[refund](ctx, c, i.ID, "/refunds")
	if err != nil {
		return s, err
	}
	disputes, err := listOf[dispute](ctx, c, i.ID, "/disputes")
	for _, r := range refunds {
		s.Refunds = append(s.Refunds, r.tender())
	}
	for _, d := range disputes {
		s.Disputes = append(s.Disputes, d.tender())
	}
	return s, err
}

// listOf lists the objects of a payment, the oldest first. A payment has far fewer than a page has.
func listOf[T any](ctx context.Context, c *Client, intent, path string) ([]T, error) {
	var answer struct{ Data []T }
	form := url.Values{"payment_intent": {intent}, "limit": {strconv.Itoa(listed)}}
	err := c.call(ctx, http.MethodGet, path, "", form, &answer)
	slices.Reverse(answer.Data)
	return answer.Data, err
}

type refund struct {
	ID       string
	Created  int64
	Amount   int64
	Currency money.Currency
	Status   string
}

func (r refund) tender() tender.Refund {
	return tender.Refund{
		ID: r.ID, Amount: money.Of(r.Amount, r.Currency), At: time.Unix(r.Created, 0).UTC(),
		Failed: r.Status == "failed" || r.Status == "canceled",
	}
}

type dispute struct {
	ID       string
	Created  int64
	Amount   int64
	Currency money.Currency
	Status   string
	Reason   string
	Evidence struct {
		Due int64 `json:"due_by"`
	} `json:"evidence_details"`
}

// disputes maps Stripe's statuses of closed disputes. An inquiry that ends without a dispute took no money.
var disputes = map[string]tender.DisputeState{
	"won": tender.DisputeWon, "warning_closed": tender.DisputeWon, "prevented": tender.DisputeWon, "lost": tender.DisputeLost,
}

func (d dispute) tender() tender.Dispute {
	t := tender.Dispute{
		ID: d.ID, State: tender.DisputeOpen, Reason: d.Reason, Amount: money.Of(d.Amount, d.Currency), At: time.Unix(d.Created, 0).UTC(),
	}
	if state, closed := disputes[d.Status]; closed {
		t.State = state
	} else if d.Evidence.Due > 0 {
		t.Due = time.Unix(d.Evidence.Due, 0).UTC()
	}
	return t
}
