package payments

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"ordering/shared/table"
)

// route is one operation of the API. named is the value of the path or the form with the id of the intent that a call is about; empty if
// it is about none.
type route struct {
	method, path, named string
	do                  func(*call) (answer, error)
}

var routes = []route{
	{"POST", "/payment_methods", "", makeMethod},
	{"POST", "/payment_intents", "", makeIntent},
	{"GET", "/payment_intents", "", listIntents},
	{"GET", "/payment_intents/{id}", "id", (*call).answer},
	{"POST", "/payment_intents/{id}/capture", "id", captureIntent},
	{"POST", "/payment_intents/{id}/cancel", "id", cancelIntent},
	{"POST", "/refunds", "payment_intent", refund},
	{"GET", "/refunds", "payment_intent", listRefunds},
	{"GET", "/disputes", "payment_intent", listDisputes},
	{"POST", "/privacy/redaction_jobs", "objects[payment_intents][]", readRedaction},
	{"GET", "/privacy/redaction_jobs/{id}", "id", readRedaction},
	{"POST", "/privacy/redaction_jobs/{id}/run", "id", runRedaction},
}

const maxBody = 32 << 10 // bytes; Stripe's own requests are a few hundred

func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request, to route) {
	browser := to.path == "/payment_methods"
	if browser {
		// The card field has an opaque origin. Its requests carry no credentials.
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		invalid("parameter_invalid", "The request is not a form.").write(w)
		return
	}
	if !authorised(r, browser) {
		failure(http.StatusUnauthorized, "invalid_request_error", "", "The API key is not valid.").write(w)
		return
	}
	if s.Down.Load() {
		failure(http.StatusServiceUnavailable, "api_error", "", "The sandbox is switched off.").write(w)
		return
	}
	key := r.Header.Get("Idempotency-Key")
	if r.Method == http.MethodGet || browser {
		key = "" // store nothing derived from a card number, not even a hash
	}
	ctx := context.WithoutCancel(r.Context()) // finish although the client has disconnected
	a, again, err := s.once(ctx, key, r.Method+" "+r.URL.Path+"?"+r.Form.Encode(), func(c *call) (a answer, err error) {
		c.form, c.site = r.Form, s.Site
		if to.named != "" {
			err = c.find(cmp.Or(r.PathValue(to.named), r.Form.Get(to.named)))
		}
		if err == nil {
			a, err = to.do(c)
		}
		return a, err
	})
	switch {
	case errors.Is(err, table.ErrNotFound):
		a = failure(http.StatusNotFound, "invalid_request_error", "resource_missing", "No such object.")
	case err != nil:
		slog.ErrorContext(r.Context(), "sandbox ledger fails", "error", err)
		a = failure(http.StatusInternalServerError, "api_error", "", "The ledger cannot be reached.")
	}
	if a.lose && !again {
		panic(http.ErrAbortHandler) // the effect is written, but the client gets no answer
	}
	if again {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	a.write(w)
}

// authorised requires the secret key. A browser may use the publishable key.
func authorised(r *http.Request, browser bool) bool {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if browser && key == "" {
		key = r.PostForm.Get("key")
	}
	return key == SecretKey || browser && key == PublishableKey
}

func makeMethod(c *call) (answer, error) {
	number, month, year := c.form.Get("card[number]"), c.form.Get("card[exp_month]"), c.form.Get("card[exp_year]")
	m, wrong := newMethod(number, month, year, c.form.Get("card[cvc]"), c.now)
	if wrong != "" {
		return failure(http.StatusPaymentRequired, "card_error", wrong, "The card's details are not valid."), nil
	}
	c.ops = append(c.ops, table.Create(table.Item{Key: table.Key{PK: kindMethod, SK: m.ID}, Data: encode(m)}))
	return ok(m.object()), nil
}

// isPayPath reports whether a browser that is redirected to an address stays in the site's folder /pay/.
func isPayPath(address string) bool {
	u, err := url.Parse(address)
	here := err == nil && u.Host == "" && u.Scheme == "" && !strings.Contains(address, `\`)
	return here && strings.HasPrefix(path.Clean(u.Path), "/pay/")
}

func makeIntent(c *call) (a answer, err error) {
	amount, err := strconv.ParseInt(c.form.Get("amount"), 10, 64)
	currency, back := c.form.Get("currency"), c.form.Get("return_url")
	switch {
	case err != nil || amount < 50 || amount > 99_999_999: // Stripe's own bounds
		return invalid("amount_too_small", "The amount must be at least 50 and at most 99999999."), nil
	case back != "" && !isPayPath(strings.TrimPrefix(back, c.site)): // public keys: no open redirect
		return invalid("url_invalid", "A guest is led back to a document of the site."), nil
	case currency != "usd" && currency != "cad":
		return invalid("parameter_invalid", "The currency is usd or cad."), nil
	}
	var m method
	if c.form.Get("confirm") == "true" {
		_, err := c.read(kindMethod, c.form.Get("payment_method"), &m)
		if errors.Is(err, table.ErrNotFound) {
			return invalid("resource_missing", "No such PaymentMethod."), nil
		}
		if err != nil {
			return answer{}, err
		}
	}
	c.create(amount, currency, back, m)
	if c.intent.Declined != "" {
		a = render(http.StatusPaymentRequired, object{"error": cardError(c.intent.Declined).with("payment_intent", c.object())})
	} else {
		a, err = c.answer()
	}
	a.lose = m.card().loses
	return a, err
}

func listIntents(c *call) (answer, error) {
	limit, _ := strconv.Atoi(c.form.Get("limit"))
	if limit < 1 || limit > 100 {
		limit = 10
	}
	since, _ := strconv.ParseInt(c.form.Get("created[gte]"), 10, 64)
	until, err := strconv.ParseInt(c.form.Get("created[lte]"), 10, 64)
	if err != nil {
		until = c.now.Unix()
	}
	found, more, err := c.list(since, until, c.form.Get("starting_after"), limit)
	data := make([]object, len(found))
	for n, i := range found {
		data[n] = i.object(c.form["expand[]"], "data.")
	}
	return ok(object{"object": "list", "url": "/v1/payment_intents", "has_more": more, "data": data}), err
}

// unexpected answers that the intent's status does not allow the change.
func (c *call) unexpected(doing string) (answer, error) {
	message := "This PaymentIntent could not be " + doing + " because it has a status of " + c.intent.Status + "."
	e := apiError("invalid_request_error", "payment_intent_unexpected_state", message)
	return render(http.StatusBadRequest, object{"error": e.with("payment_intent", c.object())}), nil
}

func captureIntent(c *call) (answer, error) {
	amount, wrong := part(c.form.Get("amount_to_capture"), c.intent.Amount)
	switch {
	case c.intent.Status != needsCapture:
		return c.unexpected("captured")
	case wrong:
		return invalid("amount_too_large", "The amount to capture is more than what was set aside."), nil
	}
	c.intent.Status, c.intent.Captured = succeeded, amount
	return c.answer()
}

func cancelIntent(c *call) (answer, error) {
	if !slices.Contains([]string{needsMethod, needsAction, needsCapture}, c.intent.Status) {
		return c.unexpected("canceled")
	}
	c.intent.Status = canceled
	return c.answer()
}

func refund(c *call) (answer, error) {
	left := c.intent.Captured - c.intent.Refunded
	amount, wrong := part(c.form.Get("amount"), left)
	switch {
	case left == 0 && c.intent.Captured > 0:
		return invalid("charge_already_refunded", "The charge has already been refunded."), nil
	case wrong:
		return invalid("amount_too_large", "The refund is more than what is left of the charge."), nil
	}
	return ok(c.intent.refund(c.addRefund(amount))), nil
}

// addRefund refunds a part of the payment.
func (c *call) addRefund(amount int64) refundEntry {
	made := refundEntry{ID: "re_" + text(), Amount: amount, Status: succeeded, Created: c.now.Unix()}
	c.intent.Refunds = append(slices.Clone(c.intent.Refunds), made)
	c.intent.Refunded += amount
	return made
}

func listRefunds(c *call) (answer, error) {
	data := []object{}
	for _, r := range slices.Backward(c.intent.Refunds) {
		data = append(data, c.intent.refund(r))
	}
	return ok(object{"object": "list", "url": "/v1/refunds", "has_more": false, "data": data}), nil
}

func listDisputes(c *call) (answer, error) {
	data := []object{}
	if c.intent.Dispute != nil {
		data = append(data, c.intent.dispute())
	}
	return ok(object{"object": "list", "url": "/v1/disputes", "has_more": false, "data": data}), nil
}

// part returns the requested amount, or all if the form gives none. wrong is set if it is not between 1 and all.
func part(asked string, all int64) (amount int64, wrong bool) {
	if asked == "" {
		return all, all < 1
	}
	amount, err := strconv.ParseInt(asked, 10, 64)
	return amount, err != nil || amount < 1 || amount > all
}

func readRedaction(c *call) (answer, error) { return ok(c.intent.redaction()), nil }

func runRedaction(c *call) (answer, error) {
	switch c.intent.redaction()["status"] {
	case "failed":
		return invalid("", "The job is not ready to run."), nil
	case "ready":
		if err := c.redact(); err != nil {
			return answer{}, err
		}
	}
	return readRedaction(c)
}
