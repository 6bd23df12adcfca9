// Package stripe is a client for Stripe's API. On one machine it calls the payments sandbox, in the cloud Stripe itself: only the
// address and the key differ.
package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/money"
	"ordering/shared/secret"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
)

const (
	// each is the timeout of one attempt, attempts the number of attempts. With the pauses between them they stay below the 25 seconds
	// of a function.
	each     = 6 * time.Second
	attempts = 3
	// maxAnswer is far above any answer, in bytes: a page of payments with their charges and cards has almost 1 MB.
	maxAnswer = 8 << 20
	// listed is the number of intents per page: Stripe's maximum.
	listed = 100
	// searched limits the pages of a search for one intent: 200,000 payments, made within some two hours.
	searched = 2000
)

// Versions of Stripe's API, sent with every request in place of the account's default. Only the preview has redaction jobs.
const (
	version = "2026-08-26.dahlia"
	preview = "2026-08-26.preview"
)

// Live is the address of Stripe's API.
const Live = "https://api.stripe.com"

// Documents of the site (spa/pay) for the card field, and for the return from a bank.
const (
	CardPath = "/pay/card.html"
	backPath = "/pay/back.html"
)

// Client makes an order's payments over HTTP. It is safe for concurrent use.
type Client struct {
	base   string
	back   string // return address after the authentication at a bank; empty where no bank is asked
	key    secret.Source
	client *http.Client
	pause  backoff.Pause
}

var (
	_ tender.Provider = (*Client)(nil)
	_ tender.Records  = (*Client)(nil)
)

// New returns a client. Base is the address before /v1, such as Live.
func New(base string, secretKey secret.Source) *Client {
	return &Client{base: strings.TrimSuffix(base, "/"), key: secretKey, client: &http.Client{Timeout: each}, pause: backoff.Exponential(200*time.Millisecond, 2*time.Second)}
}

// Returning sets the site as the return address after the authentication at a bank. All functions that authorise must use the same
// site, because a retry with the same key must be identical.
func (c *Client) Returning(site string) *Client {
	c.back = site + backPath
	return c
}

// WithPause replaces the pause before an attempt, for tests that do not wait.
func (c *Client) WithPause(pause backoff.Pause) *Client {
	c.pause = pause
	return c
}

// Authorise makes a payment intent and confirms it in one call. The capture is a later call.
func (c *Client) Authorise(ctx context.Context, key string, a tender.Authorisation) (tender.Intent, error) {
	form := url.Values{
		"amount": {strconv.FormatInt(a.Amount.Minor, 10)}, "currency": {string(a.Amount.Currency)}, "confirm": {"true"},
		"capture_method": {"manual"}, "payment_method": {a.Method}, "payment_method_types[]": {"card"},
		"metadata[order]": {a.Order}, "metadata[number]": {a.Number},
	}
	if c.back != "" {
		form.Set("return_url", c.back)
	}
	i, err := c.intent(ctx, http.MethodPost, "/payment_intents", key, form)
	var r *refusal
	if errors.As(err, &r) {
		// A retry would not help. For the guest the payment was declined.
		telemetry.Count(ctx, telemetry.PaymentsFailed)
		slog.ErrorContext(ctx, "payment provider refuses our request", "error", err)
		return i, &tender.Declined{Reason: "processing", Unread: true}
	}
	return i, err
}

// Capture captures an authorisation.
func (c *Client) Capture(ctx context.Context, key, intent string, amount money.Amount) (tender.Intent, error) {
	return c.intent(ctx, http.MethodPost, "/payment_intents/"+url.PathEscape(intent)+"/capture", key, url.Values{"amount_to_capture": {strconv.FormatInt(amount.Minor, 10)}})
}

// Cancel voids an authorisation.
func (c *Client) Cancel(ctx context.Context, key, intent string) (tender.Intent, error) {
	return c.intent(ctx, http.MethodPost, "/payment_intents/"+url.PathEscape(intent)+"/cancel", key, url.Values{})
}

// Refund refunds a capture.
func (c *Client) Refund(ctx context.Context, key, intent string, amount money.Amount) (string, error) {
	var done struct{ ID string }
	form := url.Values{"payment_intent": {intent}, "amount": {strconv.FormatInt(amount.Minor, 10)}}
	err := c.call(ctx, http.MethodPost, "/refunds", key, form, &done)
	return done.ID, err
}

// Find reads an intent by its id, or searches the intents made from Since to Until for the order's.
func (c *Client) Find(ctx context.Context, r tender.Reference) (tender.Intent, error) {
	if r.Intent != "" {
		return c.intent(ctx, http.MethodGet, "/payment_intents/"+url.PathEscape(r.Intent), "", url.Values{})
	}
	cursor := ""
	for range searched {
		page, next, err := c.List(ctx, r.Since, r.Until, cursor)
		if err != nil {
			return tender.Intent{}, err
		}
		for _, i := range page {
			if i.Order == r.Order {
				return i, nil
			}
		}
		if next == "" {
			return tender.Intent{}, tender.ErrNoIntent
		}
		cursor = next
	}
	return tender.Intent{}, unknown("too many payments to search")
}

// Minimum is the least amount that Stripe charges: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
func (c *Client) Minimum(of money.Currency) money.Amount { return money.Of(50, of) }

// List returns a page of the payments made from one time to another, the newest first, and the cursor of the next page, which is empty
// after the last.
func (c *Client) List(ctx context.Context, from, to time.Time, cursor string) ([]tender.Intent, string, error) {
	form := url.Values{
		"created[gte]": {strconv.FormatInt(from.Unix(), 10)}, "created[lte]": {strconv.FormatInt(to.Unix(), 10)},
		"limit": {strconv.Itoa(listed)}, "expand[]": {"data.payment_method", "data.latest_charge"},
	}
	if cursor != "" {
		form.Set("starting_after", cursor)
	}
	var answer struct {
		Data []intent
		More bool `json:"has_more"`
	}
	if err := c.call(ctx, http.MethodGet, "/payment_intents", "", form, &answer); err != nil {
		return nil, "", err
	}
	page := make([]tender.Intent, len(answer.Data))
	for n, i := range answer.Data {
		page[n] = i.tender()
	}
	if answer.More && len(page) > 0 {
		return page, page[len(page)-1].ID, nil
	}
	return page, "", nil
}

// Holds names the guest data at the provider.
func (c *Client) Holds() string { return "the payment provider's record of the card" }

// Forget removes from a payment what identifies its guest, and keeps the amounts. Stripe first checks whether it may, which can take a
// while: until then Forget returns an error, and the caller repeats it.
func (c *Client) Forget(ctx context.Context, r tender.Reference) error {
	const jobs = "/privacy/redaction_jobs"
	var job struct{ ID, Status string }
	key := r.Order + "-redact"
	err := c.call(ctx, http.MethodPost, jobs, key, url.Values{"objects[payment_intents][]": {r.Intent}, "validation_behavior": {"fix"}}, &job)
	if errors.Is(err, tender.ErrNoIntent) {
		return nil
	}
	if err == nil { // the answer to a repeated key is still the first one
		err = c.call(ctx, http.MethodGet, jobs+"/"+url.PathEscape(job.ID), "", url.Values{}, &job)
	}
	if err == nil && job.Status == "ready" {
		err = c.call(ctx, http.MethodPost, jobs+"/"+url.PathEscape(job.ID)+"/run", key+"-run", url.Values{}, &job)
	}
	switch {
	case err != nil:
		return err
	case job.Status == "redacting" || job.Status == "succeeded":
		return nil
	}
	return fmt.Errorf("payments: its redaction job is %q", job.Status)
}

func (c *Client) intent(ctx context.Context, method, path, key string, form url.Values) (tender.Intent, error) {
	form["expand[]"] = []string{"payment_method", "latest_charge"}
	var i intent
	if err := c.call(ctx, method, path, key, form, &i); err != nil {
		return tender.Intent{}, err
	}
	return i.tender(), nil
}

// call makes one call, and retries with the same key while its outcome is not known.
func (c *Client) call(ctx context.Context, method, path, key string, form url.Values, into any) error {
	var err error
	for attempt := range attempts {
		if attempt > 0 && c.pause(ctx, attempt-1) != nil {
			break
		}
		if err = c.try(ctx, method, path, key, form, into); !errors.Is(err, tender.ErrUnavailable) {
			return err
		}
	}
	return err
}

func (c *Client) try(ctx context.Context, method, path, key string, form url.Values, into any) error {
	address, body := c.base+"/v1"+path, strings.NewReader(form.Encode())
	if method == http.MethodGet {
		address, body = address+"?"+form.Encode(), strings.NewReader("")
	}
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return fmt.Errorf("payments: %w", err)
	}
	bearer, err := c.key(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", unknown("no key"), err)
	}
	request.Header.Set("Authorization", "Bearer "+bearer)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	request.Header.Set("Stripe-Version", version)
	if strings.HasPrefix(path, "/privacy/") {
		request.Header.Set("Stripe-Version", preview)
	}
	response, err := c.client.Do(request)
	if err != nil {
		return unknown("no answer")
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return unknown("half an answer")
	}
	if response.StatusCode == http.StatusOK {
		if err := json.Unmarshal(raw, into); err != nil {
			return unknown("not an answer")
		}
		return nil
	}
	return refused(response.StatusCode, raw)
}

// unknown does not include the transport's error: it may contain the request's address.
func unknown(why string) error { return fmt.Errorf("%w: %s", tender.ErrUnavailable, why) }

// refused decodes an error of Stripe.
func refused(status int, raw []byte) error {
	var body struct {
		Error failure
	}
	if json.Unmarshal(raw, &body) != nil || status >= 500 || status == http.StatusTooManyRequests || status == http.StatusConflict {
		return unknown("status " + strconv.Itoa(status))
	}
	e := body.Error
	switch {
	case e.Type == "card_error":
		return e.declined()
	case e.Code == "payment_intent_unexpected_state":
		return tender.ErrIntentClosed
	case e.Code == "charge_already_refunded":
		return nil // the refund exists already
	case e.Code == "resource_missing" && e.Param == "payment_method":
		return &tender.Declined{Reason: "incorrect"}
	case status == http.StatusNotFound:
		return tender.ErrNoIntent
	}
	return &refusal{status, e.Type, e.Code}
}

// refusal is an unexpected answer: a fault in our code or configuration.
type refusal struct {
	status     int
	kind, code string
}

// Is makes a refusal an ErrRefused, except for a fault of our API key, which can be replaced.
func (r *refusal) Is(target error) bool {
	return target == tender.ErrRefused && r.status != http.StatusUnauthorized && r.status != http.StatusForbidden
}

func (r *refusal) Error() string {
	return fmt.Sprintf("payments: refused with status %d, type %q, code %q", r.status, r.kind, r.code)
}

// failure is the error of an answer, or of the last attempt of an intent.
type failure struct {
	Type    string
	Code    string
	Decline string `json:"decline_code"`
	Param   string
	Intent  *intent `json:"payment_intent"`
}

func (f failure) declined() *tender.Declined {
	d := &tender.Declined{Reason: "declined"}
	switch {
	case f.Decline == "insufficient_funds":
		d.Reason = "insufficient-funds"
	case f.Code == "expired_card":
		d.Reason = "expired"
	case strings.HasPrefix(f.Code, "incorrect_"), strings.HasPrefix(f.Code, "invalid_"):
		d.Reason = "incorrect"
	case f.Code == "processing_error":
		d.Reason = "processing"
	case f.Code == "payment_intent_authentication_failure", f.Code == "authentication_required":
		d.Reason = "authentication"
	}
	if f.Intent != nil {
		d.Intent = f.Intent.ID
	}
	return d
}

// intent is a payment intent with its card and charge expanded.
type intent struct {
	ID       string
	Created  int64
	Amount   int64
	Currency money.Currency
	Status   string
	Received int64 `json:"amount_received"`
	Metadata map[string]string
	Method   expanded[struct {
		Card struct{ Brand, Last4, Fingerprint string }
	}] `json:"payment_method"`
	Charge expanded[struct {
		Refunded int64 `json:"amount_refunded"`
		Disputed bool
	}] `json:"latest_charge"`
	Next *struct {
		Redirect struct{ URL string } `json:"redirect_to_url"`
	} `json:"next_action"`
	Last *failure `json:"last_payment_error"`
}

// expanded is an object that Stripe returns in full if the request expands it, and else as its id: then it stays empty.
type expanded[T any] struct{ is T }

func (e *expanded[T]) UnmarshalJSON(raw []byte) error {
	if raw[0] != '{' {
		return nil
	}
	return json.Unmarshal(raw, &e.is)
}

// states maps Stripe's statuses to the states of an intent.
var states = map[string]tender.IntentState{
	"requires_payment_method": tender.IntentOpen, "requires_confirmation": tender.IntentOpen, "processing": tender.IntentOpen,
	"requires_action": tender.IntentWaiting, "requires_capture": tender.IntentAuthorised,
	"succeeded": tender.IntentCaptured, "canceled": tender.IntentCancelled,
}

func (i intent) tender() tender.Intent {
	of := func(minor int64) money.Amount { return money.Of(minor, i.Currency) }
	o := tender.Intent{ID: i.ID, Order: i.Metadata["order"], State: states[i.Status], Amount: of(i.Amount), Captured: of(i.Received), Refunded: of(i.Charge.is.Refunded)}
	o.Disputed = i.Charge.is.Disputed
	o.Brand, o.LastFour, o.Fingerprint = i.Method.is.Card.Brand, i.Method.is.Card.Last4, i.Method.is.Card.Fingerprint
	if i.Created != 0 {
		o.Created = time.Unix(i.Created, 0).UTC()
	}
	if i.Next != nil {
		o.NextAction = i.Next.Redirect.URL
	}
	if i.Last != nil {
		o.Declined = i.Last.declined()
	}
	return o
}
