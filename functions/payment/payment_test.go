package payment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/functions/payment"
	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

const (
	key   = "key-of-16-letters"
	other = "another-key-of-16"
)

// fixture is the function over a test restaurant.
type fixture struct {
	*ordertest.Fixture
	t       *testing.T
	handler http.Handler
}

func open(t *testing.T) fixture {
	g := ordertest.New(t)
	return fixture{g, t, serve(t, g, g.Table)}
}

func serve(t testing.TB, g *ordertest.Fixture, over table.Table) http.Handler {
	card := payment.Method{Provider: "sandbox", Field: "/field", PublishableKey: "pk_test"}
	return apitest.Handler(t, payment.New(over, g.Brand, g.Provider, card, hookSecrets, ordertest.Guests, g.Now).Operations())
}

// answer is the response to a call.
type answer struct {
	status int
	raw    string
	header http.Header
}

func (a answer) problem(t *testing.T) problem.Body {
	t.Helper()
	var b problem.Body
	if err := json.Unmarshal([]byte(a.raw), &b); err != nil || b.Code == "" || b.Message == "" || b.Errors == nil || b.Status != a.status {
		t.Fatalf("got %d %s, want a problem body", a.status, a.raw)
	}
	return b
}

func (a answer) placement(t *testing.T) payment.Placement {
	t.Helper()
	var p payment.Placement
	err := json.Unmarshal([]byte(a.raw), &p)
	assert.NilError(t, err)
	assert.Assert(t, a.status == http.StatusOK, "got %d %s, want a placed order", a.status, a.raw)
	return p
}

func (d fixture) post(path, key string, version int64, body string, headers ...string) answer {
	return d.ask("POST", path, key, version, body, headers...)
}

// ask sends a request. The headers are pairs of name and value.
func (d fixture) ask(method, path, key string, version int64, body string, headers ...string) answer {
	r := httptest.NewRequest(method, "/api/online-ordering/payment-management"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	if version > 0 {
		r.Header.Set("If-Match", fmt.Sprintf(`"%d"`, version))
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	return answer{w.Code, w.Body.String(), w.Header()}
}

// form is the body of a payment by card, with some of its text replaced.
func form(minor int64, method string, replace ...string) string {
	body := fmt.Sprintf(`{"contact":{"firstName":"Ada","lastName":"Byron","email":"ada@example.com","phone":"(918) 555-0142"},
		"billing":{"cardholder":"Ada Byron","address":"1 Main St","city":"Tulsa","state":"OK","zip":"74105"},
		"paymentMethod":%q,"total":{"minor":%d,"currency":"usd"}}`, method, minor)
	return strings.NewReplacer(replace...).Replace(body)
}

// free is the body of an order without a payment.
const free = `{"contact":{"firstName":"A","lastName":"B","email":"a@b.ca","phone":"9185550142"}}`

const burger = 1083 // 10.00 and 8.25 %

func (d fixture) pay(b basket.Basket, key, method string) answer {
	return d.post("/card/"+b.ID, key, b.Version, form(burger, method))
}

func TestWaysToPay(t *testing.T) {
	d := open(t)
	for item, want := range map[string]string{
		"burger": `{"methods":[{"kind":2,"field":"/field","publishableKey":"pk_test","provider":"sandbox"}],"total":{"minor":1083,"currency":"usd"}}`,
		"mint":   `{"methods":[],"total":{"minor":0,"currency":"usd"}}`,
	} {
		b := d.Fill(item, 1)
		a := d.ask("GET", "/payment-methods/"+b.ID, "", 0, "")
		assert.Check(t, is.Equal(strings.TrimSpace(a.raw), want), "%s: %s", item, a.raw)
	}
}

func TestARepeatedRequestGetsTheSameBytes(t *testing.T) {
	for method, status := range map[string]int{"ok": http.StatusOK, "declined": http.StatusPaymentRequired, "asks": http.StatusOK} {
		d := open(t)
		b := d.Fill("burger", 1)
		first := d.pay(b, key, method)
		assert.Check(t, is.Equal(first.status, status), "%s %s", method, first.raw)
		second := d.pay(b, key, method)
		assert.Check(t, second.raw == first.raw && second.status == first.status, "%s:\n%s\n%s", method, first.raw, second.raw)
		changed := d.post("/card/"+b.ID, key, b.Version, form(burger, method, "Ada", "Eve"))
		assert.Check(t, is.Equal(changed.problem(t).Code, problem.IdempotencyKeyReused))
	}
}

func TestBankAuthentication(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	asked := d.pay(b, key, "asks").placement(t)
	assert.Assert(t, asked.State == "authentication" && asked.NextAction == "/bank" && asked.Number == "", "%+v", asked)
	path := "/authentication/" + asked.OrderToken
	assert.Equal(t, d.post(path, other, 0, "").placement(t), asked)
	d.Provider.Bank(true)
	placed := d.post(path, other, 0, "")
	p := placed.placement(t)
	assert.Assert(t, p.State == "placed" && p.Number != "" && p.OrderToken == asked.OrderToken, "%+v", p)
	assert.Equal(t, d.post(path, other, 0, "").raw, placed.raw)
	refused := d.Fill("burger", 1)
	asked = d.pay(refused, key, "asks").placement(t)
	d.Provider.Bank(false)
	first := d.post("/authentication/"+asked.OrderToken, other, 0, "")
	assert.Equal(t, first.problem(t).Code, problem.PaymentAuthentication)
	assert.Equal(t, d.post("/authentication/"+asked.OrderToken, other, 0, "").raw, first.raw)
	late := d.pay(d.Fill("burger", 1), key, "asks").placement(t)
	d.Provider.Bank(true)
	d.Pass(time.Hour)
	a := d.post("/authentication/"+late.OrderToken, other, 0, "")
	assert.Equal(t, a.problem(t).Code, problem.TimeslotPassed, "after the timeslot: got %s", a.raw)
	d.SettleAndAudit(placed.placement(t).OrderToken)
}

// A missing field gets the same message as an empty one.
func TestAllFormErrorsAreReportedTogether(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	empty := form(burger, "", "Ada Byron", " ", "Ada", "", "Byron", "\u200b", "ada@example.com", "", "(918) 555-0142", "", "1 Main St", "", "Tulsa", "", "OK", "", "74105", "")
	contact := []string{"/contact/firstName First name is required", "/contact/lastName Last name is required", "/contact/email Email is required", "/contact/phone Phone number is required"}
	var billing []string
	for _, field := range []string{"/billing/cardholder", "/billing/address", "/billing/city", "/billing/state", "/billing/zip", "/paymentMethod"} {
		billing = append(billing, field+" This field is required.")
	}
	total := `"total":{"minor":1083,"currency":"usd"}`
	for name, c := range map[string]struct {
		path, body string
		want       []string
	}{
		"empty fields":   {"/card/", empty, append(contact, billing...)},
		"no email known": {"/card/", form(burger, "ok", "ada@example.com", "ada@example"), []string{"/contact/email Invalid email address"}},
		"no state":       {"/card/", form(burger, "ok", "OK", "Bavaria"), []string{"/billing/state Not a valid state or province"}},
		"another code":   {"/card/", form(burger, "ok", "74105", "H2W 1Z4"), []string{"/billing/zip Not a valid ZIP or postal code"}},
		"half a phone":   {"/free/", strings.Replace(free, "9185550142", "555-0142", 1), []string{"/contact/phone Not a valid phone number"}},
		"empty objects":  {"/card/", `{"contact":{},"billing":{},` + total + `}`, append(contact, billing...)},
		"no objects":     {"/card/", `{` + total + `}`, append(contact, billing...)},
		"no email":       {"/free/", `{"contact":{"firstName":"Ada","lastName":"Byron","phone":"9185550142"}}`, contact[2:3]},
		"nothing at all": {"/free/", `{}`, contact},
	} {
		var got []string
		for _, p := range d.post(c.path+b.ID, key, b.Version, c.body).problem(t).Problems {
			got = append(got, p.Pointer+" "+p.Message)
		}
		assert.Check(t, is.DeepEqual(got, c.want), name)
	}
	assert.Assert(t, len(d.Provider.Ledger()) == 0 && d.Reload(b).Version == b.Version, "the rejected request changed the ledger or the basket")
	a := d.post("/card/"+b.ID, key, b.Version, form(burger, "declined", "OK", "Québec", "74105", "h2w1z4"))
	assert.Equal(t, a.problem(t).Code, problem.PaymentDeclined, "card of another country: got %s", a.raw)
}

// The page's country must be the restaurant's, as in the cart, because the page showed other prices.
func TestAPageOfAnotherCountry(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	for path, body := range map[string]string{"GET /payment-methods/": "", "POST /card/": form(burger, "ok"), "POST /free/": free} {
		method, path, _ := strings.Cut(path, " ")
		for _, country := range []string{"CA", "mx"} {
			a := d.ask(method, path+b.ID, key, b.Version, body, "country-alpha-2", country)
			p := a.problem(t)
			assert.Check(t, p.Code == problem.WrongCountry && p.Status == http.StatusBadRequest, "%s of %s: %s", path, country, a.raw)
		}
	}
	assert.Assert(t, len(d.Provider.Ledger()) == 0 && d.Reload(b).Version == b.Version, "the rejected request changed the ledger or the basket")
	// the key was not used
	a := d.pay(b, key, "ok")
	assert.Assert(t, a.status == http.StatusOK, a.raw)
}

// The client's sums are not trusted: another total is refused. A body with another field is refused by every operation: infra/local.
func TestClientTotalsAreNotTrusted(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	p := d.post("/card/"+b.ID, key, b.Version, form(1, "ok")).problem(t)
	assert.Equal(t, p.Code, problem.PriceChanged)
	assert.Assert(t, p.Current.(map[string]any)["orderId"] == b.ID)
	assert.Assert(t, is.Len(d.Provider.Ledger(), 0), "got calls of the provider, want none")
	a := d.pay(b, key, "ok")
	assert.Assert(t, a.status == http.StatusOK)
	assert.Assert(t, d.Provider.Ledger()[0].Amount.Minor == burger)
}

// A deal of 100 % for customers: their order is free and needs no card, a guest's is not.
func TestADealMakesAnOrderFree(t *testing.T) {
	d := open(t)
	_, err := promo.Save(t.Context(), d.Table, promo.File{Promotions: []promo.Promotion{
		{ID: "gift", Kind: promo.ItemFree, Label: locale.Text{"en": "A gift"}, Match: promo.Match{Items: []string{"burger"}}, SignedIn: true},
	}})
	assert.NilError(t, err)
	b, ann := d.Fill("burger", 1), []string{"Authorization", "Bearer ann"}
	methods := func(headers ...string) string {
		return d.ask("GET", "/payment-methods/"+b.ID, "", 0, "", headers...).raw
	}
	assert.Assert(t, strings.Contains(methods(), `"methods":[{`), methods())
	assert.Assert(t, strings.Contains(methods(ann...), `"methods":[],"total":{"minor":0,`), methods(ann...))
	for want, a := range map[problem.Code]answer{
		problem.PaymentNeeded:    d.post("/free/"+b.ID, key, b.Version, free),
		problem.PriceChanged:     d.post("/card/"+b.ID, key, b.Version, form(burger, "ok"), ann...),
		problem.PaymentNotNeeded: d.post("/card/"+b.ID, key, b.Version, form(0, "ok"), ann...),
	} {
		assert.Check(t, is.Equal(a.problem(t).Code, want), a.raw)
	}
	placed := d.post("/free/"+b.ID, key, b.Version, free, ann...).placement(t)
	o, err := order.Load(t.Context(), d.Table, placed.OrderToken)
	assert.NilError(t, err)
	assert.Assert(t, o.Total.Minor == 0 && o.Adjustments[0].ID == "gift" && o.Lines[0].Discount == o.Subtotal && len(d.Provider.Ledger()) == 0, "%+v", o)
	d.Audit(o.Token)
}

func TestRequiredFieldsOfPlacing(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	for name, c := range map[string]struct {
		a    answer
		want problem.Code
	}{
		"no key":          {d.post("/card/"+b.ID, "", b.Version, form(burger, "ok")), problem.IdempotencyKeyMissing},
		"a short key":     {d.post("/card/"+b.ID, "short", b.Version, form(burger, "ok")), problem.IdempotencyKeyMissing},
		"a key of blanks": {d.post("/card/"+b.ID, strings.Repeat("a b ", 5), b.Version, form(burger, "ok")), problem.IdempotencyKeyMissing},
		"no version":      {d.post("/card/"+b.ID, key, 0, form(burger, "ok")), problem.VersionMissing},
		"an old version":  {d.post("/card/"+b.ID, key, b.Version+1, form(burger, "ok")), problem.BasketChanged},
		"no card":         {d.post("/free/"+b.ID, key, b.Version, free), problem.PaymentNeeded},
	} {
		assert.Check(t, is.Equal(c.a.problem(t).Code, c.want), name)
	}
}

// Without the token of a basket or an order the answer is 404.
func TestAnotherGuestsBasketIsNotFound(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	placed := d.pay(b, key, "ok").placement(t)
	for _, guess := range []string{"x", strings.Repeat("a", 26), strings.ToUpper(b.ID), b.ID[:25], placed.OrderToken, "..%2F" + b.ID} {
		for _, path := range []string{"/card/", "/free/"} {
			body := form(burger, "ok")
			if path == "/free/" {
				body = free
			}
			a := d.post(path+guess, other, 1, body)
			assert.Check(t, a.status == http.StatusNotFound, "%s%s: %d %s", path, guess, a.status, a.raw)
		}
		a := d.ask("GET", "/payment-methods/"+guess, "", 0, "")
		assert.Check(t, a.status == http.StatusNotFound, "payment methods of %s: got %d, want 404", guess, a.status)
	}
	for _, guess := range []string{b.ID, strings.ToUpper(placed.OrderToken), placed.OrderToken[1:]} {
		a := d.post("/authentication/"+guess, other, 0, "")
		assert.Check(t, a.status == http.StatusNotFound, "authentication of %s: got %d %s, want 404", guess, a.status, a.raw)
	}
}

// Malformed bodies of every operation are in infra/local.
func TestInvalidRequestsGetTheErrorForm(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	good := form(burger, "ok")
	for name, body := range map[string]string{
		"total with cents":   strings.Replace(good, "1083", "10.83", 1),
		"total beyond int64": strings.Replace(good, "1083", "99999999999999999999999", 1),
		"null contact":       `{"contact":null,"billing":null,"paymentMethod":null,"total":null}`,
		"another currency":   strings.Replace(good, `"usd"`, `"eur"`, 1),
		"a long name":        strings.Replace(good, `"Ada"`, `"`+strings.Repeat("A", 81)+`"`, 1),
	} {
		a := d.post("/card/"+b.ID, key, b.Version, body)
		if a.status < 400 || a.status >= 500 {
			t.Errorf("%s: %d %s", name, a.status, a.raw)
			continue
		}
		a.problem(t)
		assert.Check(t, !strings.Contains(a.raw, "ada@example.com"), "%s: the response contains the guest's address", name)
	}
	assert.Assert(t, len(d.Provider.Ledger()) == 0 && d.Reload(b).State == basket.Open, "the rejected request changed the ledger or the basket")
}

// away is a table that is unavailable.
type away struct{ table.Table }

func (away) Get(context.Context, table.Key) (table.Item, error) {
	return table.Item{}, table.ErrUnavailable
}
func (away) Query(context.Context, table.Query) (table.Page, error) {
	return table.Page{}, table.ErrUnavailable
}
func (away) Write(context.Context, ...table.Op) error { return table.ErrUnavailable }

func TestUnavailableTableOrProvider(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	lost := fixture{d.Fixture, t, serve(t, d.Fixture, away{d.Table})}
	a := lost.pay(b, key, "ok")
	assert.Equal(t, a.problem(t).Code, problem.StoreUnavailable)
	assert.Assert(t, a.header.Get("Retry-After") != "")
	after := d.Reload(b)
	assert.Assert(t, after.State == basket.Open && after.Version == b.Version, "the basket changed: %+v", after)
	d.Provider.Down = true
	a = d.pay(b, key, "ok")
	assert.Equal(t, a.problem(t).Code, problem.PaymentUnavailable)
	assert.Assert(t, a.header.Get("Retry-After") != "")
	d.Provider.Down = false
	p := d.pay(b, key, "ok").placement(t)
	d.SettleAndAudit(p.OrderToken)
}

// The log never has a guest's input or a token, whatever fails.
func TestLogHasNoGuestData(t *testing.T) {
	var log bytes.Buffer
	slog.SetDefault(slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	defer slog.SetDefault(slog.New(slog.DiscardHandler))
	d := open(t)
	canaries := []string{"Canaryfirst", "Canarylast", "canary@example.com", "9185550199", "Canaryholder", "Canarystreet", "Canaryville", "pm_canary"}
	body := func(method string) string {
		return form(burger, method, "Ada Byron", "Canaryholder", "Ada", "Canaryfirst", "Byron", "Canarylast", "ada@example.com", "canary@example.com",
			"(918) 555-0142", "9185550199", "1 Main St", "Canarystreet", "Tulsa", "Canaryville")
	}
	for _, method := range []string{"ok", "declined", "asks", "wrong amount", "pm_canary"} {
		b := d.Fill("burger", 1)
		canaries = append(canaries, b.ID)
		var p payment.Placement
		_ = json.Unmarshal([]byte(d.post("/card/"+b.ID, key, b.Version, body(method)).raw), &p)
		d.post("/card/"+b.ID, key, b.Version, body("other"))
		d.post("/card/"+b.ID, other, 99, body(method))
		d.post("/card/"+b.ID, other, b.Version, strings.Replace(body(method), "canary@", "canary@@", 1))
		if p.OrderToken != "" {
			canaries = append(canaries, p.OrderToken)
			d.post("/authentication/"+p.OrderToken, other, 0, "")
		}
	}
	b := d.Fill("burger", 1)
	canaries = append(canaries, b.ID)
	d.Provider.Down = true
	d.post("/card/"+b.ID, key, b.Version, body("ok"))
	d.Settle()
	canaries = append(canaries, d.Reload(b).OrderToken)
	lost := fixture{d.Fixture, t, serve(t, d.Fixture, away{d.Table})}
	lost.post("/card/"+b.ID, key, b.Version, body("ok"))
	_, _ = order.NewService(away{d.Table}, d.Provider, d.Now).Reconcile(context.Background())
	assert.Assert(t, is.Contains(log.String(), "order started"))
	assert.Assert(t, is.Contains(log.String(), `"ERROR"`))
	assert.Assert(t, is.Contains(log.String(), "order: deferred"))
	for _, c := range canaries {
		assert.Check(t, c == "" || !strings.Contains(log.String(), c), "the log contains %s", c)
	}
}

// Calls to the provider about an authentication count as placings of the basket and the network. A settled order is answered without a
// limit.
func TestConfirmationsAreBounded(t *testing.T) {
	for name, c := range map[string]struct{ perBasket, perNetwork int }{"an order": {3, 100}, "a network": {100, 3}} {
		g := ordertest.New(t)
		g.Brand.AttemptsPerBasket, g.Brand.AttemptsPerNetwork = c.perBasket, c.perNetwork
		d := fixture{g, t, serve(t, g, g.Table)}
		path := "/authentication/" + d.pay(d.Fill("burger", 1), key, "asks").placement(t).OrderToken
		for range 3 {
			still := d.post(path, other, 0, "").placement(t)
			assert.Check(t, is.Equal(still.State, "authentication"), "%s: %+v", name, still)
		}
		d.Provider.Down = true // it must not be called
		refused := d.post(path, other, 0, "")
		if p := refused.problem(t); p.Code != problem.TooManyAttempts || p.Status != 429 || refused.header.Get("Retry-After") != "900" {
			t.Errorf("%s: got %s, Retry-After %q", name, refused.raw, refused.header.Get("Retry-After"))
		}
		d.Provider.Down = false
		d.Provider.Bank(true)
		d.Settle()
		for range 5 {
			p := d.post(path, other, 0, "").placement(t)
			assert.Check(t, is.Equal(p.State, "placed"), "%s, settled: %+v", name, p)
		}
	}
}

// Fault 26: too many attempts of a basket or a network get 429 with Retry-After. Fault 34: the log has neither e-mail address nor network.
func TestTooManyAttemptsAreRefused(t *testing.T) {
	d := open(t)
	d.Brand.AttemptsPerBasket, d.Brand.AttemptsPerNetwork = 3, 4
	d.handler = serve(t, d.Fixture, d.Table)
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	b := d.Fill("burger", 1)
	try := func(key string) answer { return d.pay(d.Reload(b), key, "declined") }
	for n := range 3 {
		a := try(fmt.Sprintf("key-of-attempt-%d", n))
		assert.Check(t, is.Equal(a.problem(t).Code, problem.PaymentDeclined), "attempt %d: %s", n, a.raw)
	}
	refused := try("key-of-attempt-3")
	if p := refused.problem(t); p.Code != problem.TooManyAttempts || p.Status != 429 || refused.header.Get("Retry-After") != "900" {
		t.Errorf("fourth attempt: got %s, Retry-After %q", refused.raw, refused.header.Get("Retry-After"))
	}
	again := try("key-of-attempt-0")
	assert.Equal(t, again.problem(t).Code, problem.PaymentDeclined, "a repetition: %s", again.raw)
	b = d.Fill("burger", 1)
	a := try("key-of-attempt-5")
	assert.Equal(t, a.problem(t).Code, problem.PaymentDeclined, "another basket: got %s", a.raw)
	b = d.Fill("burger", 1)
	a = try("key-of-attempt-6")
	assert.Equal(t, a.problem(t).Code, problem.TooManyAttempts, "fifth attempt of the network: got %s", a.raw)
	assert.Assert(t, !strings.Contains(log.String(), "ada@"))
	assert.Assert(t, !strings.Contains(log.String(), "192.0.2.1"))
}

// An order belongs to the signed-in customer; a guest's order has no customer.
func TestOrderBelongsToTheSignedInCustomer(t *testing.T) {
	d := open(t)
	pay := func(headers ...string) order.CustomerOrders {
		t.Helper()
		b := d.Fill("burger", 1)
		d.post("/card/"+b.ID, key, b.Version, form(burger, "ok"), headers...).placement(t)
		found, err := order.OfCustomer(t.Context(), d.Table, "ann", 10, "")
		assert.NilError(t, err)
		return found
	}
	assert.Assert(t, is.Len(pay().Orders, 0))
	assert.Assert(t, is.Len(pay("Authorization", "Bearer ann").Orders, 1))
	assert.Assert(t, is.Len(pay("Authorization", "Bearer bob").Orders, 1))
}

// Fault 10: a token places no order once its session has ended, although the token itself is still valid. A guest needs no session.
func TestAnEndedSessionPlacesNoOrder(t *testing.T) {
	d := open(t)
	b := d.Fill("burger", 1)
	for _, path := range []string{"/card/", "/free/"} {
		p := d.post(path+b.ID, key, b.Version, form(burger, "ok"), "Authorization", "Bearer ended").problem(t)
		assert.Check(t, is.Equal(p.Code, problem.SessionEnded), path)
		assert.Check(t, is.Equal(p.Status, http.StatusUnauthorized), path)
	}
	d.pay(b, key, "ok").placement(t)
}
