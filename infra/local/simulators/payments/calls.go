package payments

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/table"
)

// calls mounts the API.
func (s *Sandbox) calls() {
	for pattern, f := range map[string]func(*tx, call) (answer, error){
		"POST /payment_methods":                 makeMethod,
		"POST /payment_intents":                 makeIntent,
		"GET /payment_intents":                  listIntents,
		"GET /payment_intents/{id}":             readIntent,
		"POST /payment_intents/{id}/capture":    captureIntent,
		"POST /payment_intents/{id}/cancel":     cancelIntent,
		"POST /refunds":                         refund,
		"POST /privacy/redaction_jobs":          makeRedaction,
		"GET /privacy/redaction_jobs/{id}":      readRedaction,
		"POST /privacy/redaction_jobs/{id}/run": runRedaction,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		s.mux.HandleFunc(method+" "+Prefix+"/v1"+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, f) })
	}
}

// call is one request of the API, decoded.
type call struct {
	id     string // of the object in the path
	form   url.Values
	expand []string // objects to render whole instead of by their id
	site   string   // see Sandbox.Site
	lose   *bool    // set if the answer must be dropped
}

const maxBody = 32 << 10 // bytes; Stripe's own requests are a few hundred

func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request, f func(*tx, call) (answer, error)) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		invalid("parameter_invalid", "The request is not a form.").write(w)
		return
	}
	browser := strings.HasSuffix(r.URL.Path, "/payment_methods")
	if browser {
		// The card field has an opaque origin. Its requests carry no credentials.
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	if !authorised(r, browser) {
		failure(http.StatusUnauthorized, object{"type": "invalid_request_error", "message": "The API key is not valid."}).write(w)
		return
	}
	if s.is(switchDown) {
		failure(http.StatusServiceUnavailable, object{"type": "api_error", "message": "The sandbox is switched off."}).write(w)
		return
	}
	lose := s.is(switchLose) && r.Method == http.MethodPost && !browser
	c := call{id: r.PathValue("id"), form: r.Form, expand: r.Form["expand[]"], site: s.Site, lose: &lose}
	key := r.Header.Get("Idempotency-Key")
	if r.Method == http.MethodGet || browser {
		key = "" // store nothing derived from a card number, not even a hash
	}
	request := r.Method + " " + r.URL.Path + "?" + r.Form.Encode()
	ctx := context.WithoutCancel(r.Context()) // finish although the client has disconnected
	a, again, err := s.once(ctx, key, request, func(t *tx) (answer, error) { return f(t, c) })
	switch {
	case errors.Is(err, errKeyReused):
		a = failure(http.StatusBadRequest, object{
			"type": "idempotency_error", "message": "Keys for idempotent requests can only be used with the same parameters they were first used with.",
		})
	case errors.Is(err, table.ErrNotFound):
		a = failure(http.StatusNotFound, object{"type": "invalid_request_error", "code": "resource_missing", "message": "No such object."})
	case err != nil:
		slog.ErrorContext(r.Context(), "sandbox ledger fails", "error", err)
		a = failure(http.StatusInternalServerError, object{"type": "api_error", "message": "The ledger cannot be reached."})
	}
	if s.is(switchSlow) {
		s.Wait(r.Context(), slowness)
	}
	if lose && !again {
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

func makeMethod(t *tx, c call) (answer, error) {
	f := c.form
	m, wrong := newMethod(f.Get("card[number]"), f.Get("card[exp_month]"), f.Get("card[exp_year]"), f.Get("card[cvc]"), t.now)
	if wrong != "" {
		e := object{"type": "card_error", "code": wrong, "message": "The card's details are not valid."}
		return failure(http.StatusPaymentRequired, e), nil
	}
	t.ops = append(t.ops, table.Create(with(table.Item{Key: table.Key{PK: kindMethod, SK: m.ID}}, m)))
	return ok(m.object()), nil
}

// isPayPath reports whether a browser that is redirected to an address stays in the site's folder /pay/.
func isPayPath(address string) bool {
	u, err := url.Parse(address)
	here := err == nil && u.Host == "" && u.Scheme == "" && !strings.Contains(address, `\`)
	return here && strings.HasPrefix(path.Clean(u.Path), "/pay/")
}

func makeIntent(t *tx, c call) (answer, error) {
	f := c.form
	amount, err := strconv.ParseInt(f.Get("amount"), 10, 64)
	currency, back := f.Get("currency"), f.Get("return_url")
	switch {
	case err != nil || amount < 50 || amount > 99_999_999: // Stripe's own bounds
		return invalid("amount_too_small", "The amount must be at least 50 and at most 99999999."), nil
	case back != "" && !isPayPath(strings.TrimPrefix(back, c.site)): // public keys: no open redirect
		return invalid("url_invalid", "A guest is led back to a document of the site."), nil
	case currency != "usd" && currency != "cad":
		return invalid("parameter_invalid", "The currency is usd or cad."), nil
	}
	id := "pi_" + text()
	i := intent{
		ID: id, Secret: id + "_secret_" + text(), Created: t.now.Unix(), Order: time.Now().UnixNano(), Status: needsMethod,
		Amount: amount, Currency: currency, Return: back, Metadata: map[string]string{},
	}
	for field := range f {
		if name, ok := strings.CutPrefix(field, "metadata["); ok {
			i.Metadata[strings.TrimSuffix(name, "]")] = f.Get(field)
		}
	}
	if f.Get("confirm") == "true" {
		var m method
		if _, err := t.load(kindMethod, f.Get("payment_method"), &m); errors.Is(err, table.ErrNotFound) {
			return invalid("resource_missing", "No such PaymentMethod."), nil
		} else if err != nil {
			return answer{}, err
		}
		i.confirm(m)
		*c.lose = *c.lose || m.card().loses
	}
	t.save(i)
	if i.Declined != "" {
		e := cardError(i.Declined)
		e["payment_intent"] = i.object(c.expand)
		return failure(http.StatusPaymentRequired, e), nil
	}
	return ok(i.object(c.expand)), nil
}

func listIntents(t *tx, c call) (answer, error) {
	limit, _ := strconv.Atoi(c.form.Get("limit"))
	if limit < 1 || limit > 100 {
		limit = 10
	}
	since, _ := strconv.ParseInt(c.form.Get("created[gte]"), 10, 64)
	until, err := strconv.ParseInt(c.form.Get("created[lte]"), 10, 64)
	if err != nil {
		until = t.now.Unix()
	}
	found, more, err := t.list(since, until, c.form.Get("starting_after"), limit)
	data := make([]object, len(found))
	for n, i := range found {
		data[n] = i.object(inner(c.expand))
	}
	return ok(object{"object": "list", "url": "/v1/payment_intents", "has_more": more, "data": data}), err
}

// inner strips the data. prefix, with which a list names what to expand.
func inner(expand []string) []string {
	var names []string
	for _, e := range expand {
		names = append(names, strings.TrimPrefix(e, "data."))
	}
	return names
}

func readIntent(t *tx, c call) (answer, error) {
	i, err := t.intent(c.id)
	return ok(i.object(c.expand)), err
}

// unexpected returns the error for a change that the intent's status does not allow.
func (i intent) unexpected(c call, doing string) answer {
	return failure(http.StatusBadRequest, object{
		"type": "invalid_request_error", "code": "payment_intent_unexpected_state", "payment_intent": i.object(c.expand),
		"message": "This PaymentIntent could not be " + doing + " because it has a status of " + i.Status + ".",
	})
}

func captureIntent(t *tx, c call) (answer, error) {
	i, err := t.intent(c.id)
	if err != nil {
		return answer{}, err
	}
	amount, wrong := part(c.form.Get("amount_to_capture"), i.Amount)
	switch {
	case i.Status != needsCapture:
		return i.unexpected(c, "captured"), nil
	case wrong:
		return invalid("amount_too_large", "The amount to capture is more than what was set aside."), nil
	}
	i.Status, i.Captured = succeeded, amount
	t.save(i)
	return ok(i.object(c.expand)), nil
}

func cancelIntent(t *tx, c call) (answer, error) {
	i, err := t.intent(c.id)
	if err != nil {
		return answer{}, err
	}
	if !slices.Contains([]string{needsMethod, needsAction, needsCapture}, i.Status) {
		return i.unexpected(c, "canceled"), nil
	}
	i.Status = canceled
	t.save(i)
	return ok(i.object(c.expand)), nil
}

func refund(t *tx, c call) (answer, error) {
	i, err := t.intent(c.form.Get("payment_intent"))
	if err != nil {
		return answer{}, err
	}
	left := i.Captured - i.Refunded
	amount, wrong := part(c.form.Get("amount"), left)
	switch {
	case left == 0 && i.Captured > 0:
		return invalid("charge_already_refunded", "The charge has already been refunded."), nil
	case wrong:
		return invalid("amount_too_large", "The refund is more than what is left of the charge."), nil
	}
	i.Refunded += amount
	t.save(i)
	return ok(object{
		"id": "re_" + text(), "object": "refund", "amount": amount, "currency": i.Currency, "payment_intent": i.ID, "status": "succeeded", "created": t.now.Unix(),
	}), nil
}

// part returns the requested amount, or all if the form gives none. wrong is set if it is not between 1 and all.
func part(asked string, all int64) (amount int64, wrong bool) {
	if asked == "" {
		return all, all < 1
	}
	amount, err := strconv.ParseInt(asked, 10, 64)
	return amount, err != nil || amount < 1 || amount > all
}

func makeRedaction(t *tx, c call) (answer, error) {
	i, err := t.intent(c.form.Get("objects[payment_intents][]"))
	return ok(i.redaction()), err
}

func readRedaction(t *tx, c call) (answer, error) {
	i, err := t.intent("pi_" + strings.TrimPrefix(c.id, jobPrefix))
	return ok(i.redaction()), err
}

func runRedaction(t *tx, c call) (answer, error) {
	i, err := t.intent("pi_" + strings.TrimPrefix(c.id, jobPrefix))
	if err != nil {
		return answer{}, err
	}
	switch i.redaction()["status"] {
	case "failed":
		return invalid("", "The job is not ready to run."), nil
	case "ready":
		err = t.redact(&i)
	}
	return ok(i.redaction()), err
}
