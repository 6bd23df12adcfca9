package payments

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

// calls mounts the API.
func (s *Sandbox) calls() {
	handle := func(method, path string, f func(tx, call) (answer, error)) {
		s.mux.HandleFunc(method+" "+Prefix+"/v1"+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, f) })
	}
	handle("POST", "/payment_methods", makeMethod)
	handle("POST", "/payment_intents", makeIntent)
	handle("GET", "/payment_intents", listIntents)
	handle("GET", "/payment_intents/{id}", readIntent)
	handle("POST", "/payment_intents/{id}/capture", captureIntent)
	handle("POST", "/payment_intents/{id}/cancel", cancelIntent)
	handle("POST", "/refunds", refund)
	handle("POST", "/privacy/redaction_jobs", makeRedaction)
	handle("GET", "/privacy/redaction_jobs/{id}", readRedaction)
	handle("POST", "/privacy/redaction_jobs/{id}/run", runRedaction)
}

// call is one request of the API, decoded.
type call struct {
	id     string // of the object in the path
	form   url.Values
	expand []string // objects to render whole instead of by their id
	site   string   // see Sandbox.Site
	lose   *bool    // set when the answer is to be lost on the way
}

const maxBody = 32 << 10 // bytes; Stripe's own requests are a few hundred

func (s *Sandbox) serve(w http.ResponseWriter, r *http.Request, f func(tx, call) (answer, error)) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		write(w, failure(http.StatusBadRequest, "invalid_request_error", "parameter_invalid", "The request is not a form."))
		return
	}
	browser := strings.HasSuffix(r.URL.Path, "/payment_methods")
	if browser {
		// The field is a document of its own, which has no origin; what it sends carries no credentials.
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	if !authorised(r, browser) {
		write(w, failure(http.StatusUnauthorized, "invalid_request_error", "", "The API key is not valid."))
		return
	}
	on := s.switches()
	if on[switchDown] {
		write(w, failure(http.StatusServiceUnavailable, "api_error", "", "The sandbox is switched off."))
		return
	}
	lose := on[switchLose] && r.Method == http.MethodPost && !browser
	c := call{id: r.PathValue("id"), form: r.Form, expand: r.Form["expand[]"], site: s.Site, lose: &lose}
	key := r.Header.Get("Idempotency-Key")
	if r.Method == http.MethodGet || browser {
		key = "" // a card must not leave a trace, not even of its digits
	}
	request := r.Method + " " + r.URL.Path + "?" + canonical(r.Form)
	a, again, err := s.ledger.once(r.Context(), key, request, func(t tx) (answer, error) { return f(t, c) })
	switch {
	case errors.Is(err, errKeyReused):
		a = failure(http.StatusBadRequest, "idempotency_error", "", "Keys for idempotent requests can only be used with the same parameters they were first used with.")
	case errors.Is(err, errAbsent):
		a = failure(http.StatusNotFound, "invalid_request_error", "resource_missing", "No such object.")
	case err != nil:
		s.broken(w, r, err)
		return
	}
	if on[switchSlow] {
		s.Wait(r.Context(), slowness)
	}
	if lose && !again {
		panic(http.ErrAbortHandler) // what was asked for has happened; the caller does not hear of it
	}
	if again {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	write(w, a)
}

// authorised wants the secret key of a server; a browser may show the publishable one.
func authorised(r *http.Request, browser bool) bool {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if user, _, ok := r.BasicAuth(); ok {
		key = user
	}
	if browser && key == "" {
		key = r.PostForm.Get("key")
	}
	return key == SecretKey || browser && key == PublishableKey
}

func (s *Sandbox) broken(w http.ResponseWriter, r *http.Request, err error) {
	slog.ErrorContext(r.Context(), "sandbox ledger fails", "error", err)
	write(w, failure(http.StatusInternalServerError, "api_error", "", "The ledger cannot be reached."))
}

// canonical is a form in one order.
func canonical(form url.Values) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range form[name] {
			b.WriteString(url.QueryEscape(name) + "=" + url.QueryEscape(value) + "&")
		}
	}
	return b.String()
}

func makeMethod(t tx, c call) (answer, error) {
	f := c.form
	m, wrong := newMethod(f.Get("card[number]"), f.Get("card[exp_month]"), f.Get("card[exp_year]"), f.Get("card[cvc]"), t.now)
	if wrong != "" {
		return failure(http.StatusPaymentRequired, "card_error", wrong, "The card's details are not valid."), nil
	}
	return render(m.object()), t.saveMethod(m)
}

func makeIntent(t tx, c call) (answer, error) {
	f := c.form
	amount, err := strconv.ParseInt(f.Get("amount"), 10, 64)
	currency := f.Get("currency")
	switch {
	case err != nil || amount < 50 || amount > 99_999_999: // Stripe's own bounds
		return failure(http.StatusBadRequest, "invalid_request_error", "amount_too_small", "The amount must be at least 50 and at most 99999999."), nil
	case f.Get("return_url") != "" && !strings.HasPrefix(path.Clean(strings.TrimPrefix(f.Get("return_url"), c.site)), "/pay/"): // the keys are in the open: nobody is led elsewhere
		return failure(http.StatusBadRequest, "invalid_request_error", "url_invalid", "A guest is led back to a document of the site."), nil
	case currency != "usd" && currency != "cad":
		return failure(http.StatusBadRequest, "invalid_request_error", "parameter_invalid", "The currency is usd or cad."), nil
	}
	i := newIntent(t.now)
	i.Amount, i.Currency, i.Manual, i.Return = amount, currency, f.Get("capture_method") == "manual", f.Get("return_url")
	i.Metadata = within(f, "metadata")
	var refused string
	if f.Get("confirm") == "true" {
		m, err := t.method(f.Get("payment_method"))
		if errors.Is(err, errAbsent) {
			e := object{"type": "invalid_request_error", "code": "resource_missing", "param": "payment_method", "message": "No such PaymentMethod."}
			return with(http.StatusBadRequest, object{"error": e}), nil
		}
		if err != nil {
			return answer{}, err
		}
		refused = i.confirm(m)
		*c.lose = *c.lose || m.card().loses
	}
	if err := t.save(i); err != nil {
		return answer{}, err
	}
	if refused != "" {
		return i.refusal(c.expand), nil
	}
	return render(i.object(c.expand)), nil
}

// within collects the fields name[x] of a form.
func within(f url.Values, name string) map[string]string {
	m := map[string]string{}
	for field := range f {
		if inner, ok := strings.CutPrefix(field, name+"["); ok {
			m[strings.TrimSuffix(inner, "]")] = f.Get(field)
		}
	}
	return m
}

func listIntents(t tx, c call) (answer, error) {
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
	return render(object{"object": "list", "url": "/v1/payment_intents", "has_more": more, "data": data}), err
}

// inner turns data.payment_method, as a list is asked to expand, into payment_method.
func inner(expand []string) []string {
	var names []string
	for _, e := range expand {
		names = append(names, strings.TrimPrefix(e, "data."))
	}
	return names
}

func readIntent(t tx, c call) (answer, error) {
	i, err := t.intent(c.id)
	return render(i.object(c.expand)), err
}

// change moves an intent that is in one of the statuses.
func change(t tx, c call, doing string, from []string, f func(*intent) (answer, bool)) (answer, error) {
	i, err := t.intent(c.id)
	if err != nil {
		return answer{}, err
	}
	if !slices.Contains(from, i.Status) {
		a := object{"type": "invalid_request_error", "code": "payment_intent_unexpected_state", "payment_intent": i.object(c.expand),
			"message": "This PaymentIntent could not be " + doing + " because it has a status of " + i.Status + "."}
		return with(http.StatusBadRequest, object{"error": a}), nil
	}
	if a, refused := f(&i); refused {
		return a, nil
	}
	return render(i.object(c.expand)), t.save(i)
}

func captureIntent(t tx, c call) (answer, error) {
	return change(t, c, "captured", []string{needsCapture}, func(i *intent) (answer, bool) {
		amount := i.Amount
		if asked := c.form.Get("amount_to_capture"); asked != "" {
			n, err := strconv.ParseInt(asked, 10, 64)
			if err != nil || n < 1 || n > i.Amount {
				return failure(http.StatusBadRequest, "invalid_request_error", "amount_too_large", "The amount to capture is more than what was set aside."), true
			}
			amount = n
		}
		i.capture(amount)
		return answer{}, false
	})
}

func cancelIntent(t tx, c call) (answer, error) {
	return change(t, c, "canceled", []string{needsMethod, needsAction, needsCapture}, func(i *intent) (answer, bool) {
		i.Status = canceled
		return answer{}, false
	})
}

func refund(t tx, c call) (answer, error) {
	i, err := t.intent(c.form.Get("payment_intent"))
	if err != nil {
		return answer{}, err
	}
	left := i.Captured - i.Refunded
	amount := left
	if asked := c.form.Get("amount"); asked != "" {
		if amount, err = strconv.ParseInt(asked, 10, 64); err != nil {
			amount = 0
		}
	}
	switch {
	case left == 0 && i.Captured > 0:
		return failure(http.StatusBadRequest, "invalid_request_error", "charge_already_refunded", "The charge has already been refunded."), nil
	case amount < 1 || amount > left:
		return failure(http.StatusBadRequest, "invalid_request_error", "amount_too_large", "The refund is more than what is left of the charge."), nil
	}
	i.Refunded += amount
	done := object{"id": "re_" + text(), "object": "refund", "amount": amount, "currency": i.Currency, "payment_intent": i.ID, "status": "succeeded", "created": t.now.Unix()}
	return render(done), t.save(i)
}
