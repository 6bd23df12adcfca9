package orders

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// customers is the function over the table of a test restaurant, with the customers ann and bob.
type customers struct {
	*ordertest.Fixture
	*testing.T
	handler http.Handler
}

func newCustomers(t *testing.T) customers {
	g := ordertest.New(t)
	for _, name := range []string{"ann", "bob"} {
		raw, err := json.Marshal(guest.Contact{FirstName: name, Email: name + "@example.com"})
		assert.NilError(t, err)
		profile := table.Item{Key: table.Key{PK: "customer#" + name, SK: "profile"}, Data: raw}
		assert.NilError(t, g.Table.Write(t.Context(), table.Put(profile)))
	}
	f := New(g.Table, g.Brand, g.Provider, secrets, ordertest.Guests, "https://www.bigdealburger.example", g.Now)
	return customers{g, t, apitest.Handler(t, f.Operations())}
}

func (c customers) ask(method, path, customer, body string) (int, string) {
	if !strings.HasPrefix(path, "/api/") {
		path = "/api/online-ordering/orders" + path
	}
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if customer != "" {
		r.Header.Set("Authorization", "Bearer "+customer)
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// signIn calls the operation as the site does after a sign-in, with the token of the guest's basket.
func (c customers) signIn(customer, basket string) (claimed int, elsewhere []string) {
	c.Helper()
	body, err := json.Marshal(map[string]string{"orderId": basket})
	assert.NilError(c, err)
	status, raw := c.ask("POST", "/login", customer, string(body))
	assert.Equal(c, status, 200, raw)
	var out struct {
		Claimed int
		Baskets []CustomerBasket
	}
	assert.NilError(c, json.Unmarshal([]byte(raw), &out))
	for _, b := range out.Baskets {
		assert.Check(c, b.Count > 0 && b.LocationID == "grill" && b.Currency == "usd")
		elsewhere = append(elsewhere, b.OrderID)
	}
	return out.Claimed, elsewhere
}

// fill makes a basket of a burger. The basket of a customer is listed, as cart does it.
func (c customers) fill(customer string) string {
	c.Pass(time.Minute)
	b := c.Fill("burger", 1)
	if customer != "" {
		assert.NilError(c, c.Table.Write(c.Context(), basket.ListFor(customer, b.ID, c.Now())))
	}
	return b.ID
}

func (c customers) order(customer, email string) order.Order {
	c.Pass(time.Minute)
	s := c.Want(c.Fill("burger", 1), "ok", fmt.Sprintf("key-of-basket-%03d", len(c.Baskets)))
	s.Customer, s.Contact.Email = customer, email
	return c.Place(s)
}

func TestGuestsBasketIsKeptAtTheSignIn(t *testing.T) {
	c := newCustomers(t)
	guests := c.fill("")
	before := c.Reload(basket.Basket{ID: guests})
	for range 2 {
		_, elsewhere := c.signIn("ann", guests)
		assert.Assert(t, is.Len(elsewhere, 0))
	}
	after := c.Reload(basket.Basket{ID: guests})
	assert.DeepEqual(t, after, before) // the page keeps its version
	_, elsewhere := c.signIn("ann", "")
	assert.DeepEqual(t, elsewhere, []string{guests})
	for _, token := range []string{"", "a-basket-that-never-was"} {
		_, elsewhere = c.signIn("bob", token)
		assert.Assert(t, is.Len(elsewhere, 0))
	}
	status, _ := c.ask("POST", "/login", "", `{}`)
	assert.Equal(t, status, http.StatusUnauthorized)
	status, _ = c.ask("POST", "/login", "ann", `{"ownerId":"bob"}`) // fault 20
	assert.Equal(t, status, http.StatusUnprocessableEntity)
}

func TestBasketsOfOtherDevicesAreOfferedAndNotMerged(t *testing.T) {
	c := newCustomers(t)
	phone := c.fill("ann")
	tablet := c.fill("ann")
	c.fill("bob")
	guests := c.fill("")
	_, elsewhere := c.signIn("ann", guests)
	assert.DeepEqual(t, elsewhere, []string{tablet, phone})
	for _, id := range []string{phone, tablet, guests} {
		assert.Equal(t, c.Reload(basket.Basket{ID: id}).Count(), 1)
	}
	// Continuing on the phone offers the others, and so on.
	_, elsewhere = c.signIn("ann", phone)
	assert.DeepEqual(t, elsewhere, []string{guests, tablet})

	// A basket that was ordered, moved, emptied or that expired is not offered.
	ordered := c.Want(c.Reload(basket.Basket{ID: tablet}), "ok", "key-of-the-tablet-001")
	c.Place(ordered)
	pc, err := c.Load(t.Context(), "")
	assert.NilError(t, err)
	moved, err := c.Reload(basket.Basket{ID: guests}).MovedTo(pc, location.Pickup, category.Everyday, locale.En)
	assert.NilError(t, err)
	c.Pass(time.Minute)
	assert.NilError(t, c.Table.Write(t.Context(), append(moved.Begin(c.Now()), basket.ListFor("ann", moved.ID, c.Now()))...))
	empty := basket.New(c.Location, location.Pickup, category.Everyday, locale.En)
	assert.NilError(t, c.Table.Write(t.Context(), append(empty.Begin(c.Now()), basket.ListFor("ann", empty.ID, c.Now()))...))
	_, elsewhere = c.signIn("ann", phone)
	assert.DeepEqual(t, elsewhere, []string{moved.ID})
	_, elsewhere = c.signIn("ann", moved.ID)
	assert.DeepEqual(t, elsewhere, []string{phone})
	c.Pass(8 * 24 * time.Hour)
	_, elsewhere = c.signIn("ann", moved.ID)
	assert.Assert(t, is.Len(elsewhere, 0))
}

// An order that cannot be settled fails neither the sign-in nor the other orders. The next sign-in settles it.
func TestSignInSettlesTheOtherOrders(t *testing.T) {
	c := newCustomers(t)
	broken, other := c.order("", "ann@example.com"), c.order("", "ann@example.com")
	for _, o := range []order.Order{broken, other} {
		c.Advance(o.ID, order.Completed)
	}
	torn := table.Item{Key: table.Key{PK: loyalty.Prefix + "ann", SK: "once#earn#" + broken.ID}, Data: []byte("{")}
	assert.NilError(t, c.Table.Write(t.Context(), table.Create(torn)))
	balance := func() int64 {
		a, err := loyalty.Load(t.Context(), c.Table, "ann")
		assert.NilError(t, err)
		return a.Balance()
	}
	n, _ := c.signIn("ann", "")
	assert.Equal(t, n, 2)
	assert.Equal(t, balance(), int64(10))
	assert.NilError(t, c.Table.Write(t.Context(), table.Delete(torn.Key, 0)))
	c.signIn("ann", "")
	assert.Equal(t, balance(), int64(20))
}

// list reads the orders of a customer, page by page.
func (c customers) list(customer, email string) (tokens []string) {
	c.Helper()
	return c.pages(customer, "/customer/"+url.PathEscape(email))
}

func (c customers) pages(customer, path string) (tokens []string) {
	c.Helper()
	for after := ""; ; {
		status, raw := c.ask("GET", path+"?first=2&after="+after, customer, "")
		assert.Equal(c, status, 200, raw)
		var page struct {
			Orders []struct{ OrderToken string }
			Cursor string
		}
		assert.NilError(c, json.Unmarshal([]byte(raw), &page))
		for _, o := range page.Orders {
			tokens = append(tokens, o.OrderToken)
		}
		if after = page.Cursor; after == "" {
			return tokens
		}
	}
}

// Fault 6: the orders of an address are only its owner's, and every other address gets the same answer.
func TestOrdersOfAnAddressAreItsOwners(t *testing.T) {
	c := newCustomers(t)
	var mine []string // more than a page
	for range 3 {
		mine = append([]string{c.order("ann", "else@example.com").Token}, mine...)
	}
	assert.DeepEqual(t, c.list("ann", "ann@example.com"), mine)
	assert.DeepEqual(t, c.list("ann", " ANN@example.com"), mine)
	const own = "/api/my-profile/orders"
	assert.DeepEqual(t, c.pages("ann", own), mine)
	assert.Assert(t, is.Len(c.pages("bob", own), 0))
	code := func(path, customer string) problem.Code {
		_, raw := c.ask("GET", path, customer, "")
		var p problem.Body
		assert.NilError(t, json.Unmarshal([]byte(raw), &p))
		return p.Code
	}
	for _, email := range []string{"bob@example.com", "none@example.com", "else@example.com", "ann", "@", "*"} {
		assert.Check(t, is.Equal(code("/customer/"+email, "ann"), problem.OrderNotFound), email)
	}
	assert.Equal(t, code("/customer/ann@example.com", "bob"), problem.OrderNotFound)
	assert.Equal(t, code("/customer/ann@example.com", ""), problem.SignInNeeded)
	assert.Equal(t, code("/customer/ann@example.com", "erased"), problem.SessionEnded)
	assert.Equal(t, code(own, "erased"), problem.SessionEnded)
	assert.Equal(t, code("/customer/ann@example.com?after=none", "ann"), problem.Invalid)
	assert.Equal(t, code("/customer/ann@example.com?first=21", "ann"), problem.Invalid)
}
