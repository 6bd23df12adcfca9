package profile

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// site is the function with two customers, ann and bob, and a restaurant.
type site struct {
	*testing.T
	table   table.Table
	handler http.Handler
}

func newSite(t *testing.T) *site {
	clock := clocktest.At(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
	store := sqlitetest.Open(t, clock.Now)
	for _, who := range []string{"ann", "bob"} {
		row := fmt.Sprintf(`{"firstName":%q,"lastName":"Lee","email":"%s@example.com","phone":"+19185550123"}`, who, who)
		item := table.Item{Key: table.Key{PK: "customer#" + who, SK: "profile"}, Data: []byte(row)}
		assert.NilError(t, store.Write(t.Context(), table.Create(item)))
	}
	restaurant := location.Location{ID: "bdb-1", Slug: "one", Label: "One"}.Item()
	assert.NilError(t, store.Write(t.Context(), table.Create(restaurant), location.Changed()))
	ops := New(store, brand.Default(), guest.Secret("guests"), clock.Now).Operations()
	return &site{T: t, table: store, handler: apitest.Handler(t, ops)}
}

// call sends a request and requires its status, 200 or that of the problem. A version of -1 sends no If-Match.
func (s *site) call(who, method, path string, version int64, body any, want problem.Code, into any) {
	s.Helper()
	raw := ""
	if body != nil {
		text, err := json.Marshal(body)
		assert.NilError(s, err)
		raw = string(text)
	}
	if !strings.HasPrefix(path, "/api/") {
		path = base + path
	}
	r := httptest.NewRequest(method, path, strings.NewReader(raw))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+who)
	if version >= 0 {
		r.Header.Set("If-Match", fmt.Sprintf("%q", fmt.Sprint(version)))
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	var p problem.Body
	_ = json.Unmarshal(w.Body.Bytes(), &p)
	assert.Equal(s, p.Code, want, "%s %s: %s", method, path, w.Body)
	if want == "" {
		assert.Equal(s, w.Code, http.StatusOK, "%s %s: %s", method, path, w.Body)
	}
	if into != nil {
		assert.NilError(s, json.Unmarshal(w.Body.Bytes(), into))
	}
}

type object = map[string]any

func TestProfileIsReadAndChanged(t *testing.T) {
	s := newSite(t)
	var p Profile
	s.call("ann", "GET", "", -1, nil, "", &p)
	assert.DeepEqual(t, p, Profile{Version: 1, FirstName: "ann", LastName: "Lee", Email: "ann@example.com", Phone: "+19185550123"})
	change := object{"firstName": " Anna ", "lastName": "Leé", "phone": "918 555 0188", "birthday": object{"day": 29, "month": 2}}
	s.call("ann", "PUT", "", 1, change, "", &p)
	want := Profile{
		Version: 2, FirstName: "Anna", LastName: "Leé", Email: "ann@example.com", Phone: "+19185550188",
		Birthday: &customer.Birthday{Day: 29, Month: 2},
	}
	assert.DeepEqual(t, p, want)
	s.call("ann", "GET", "", -1, nil, "", &p)
	assert.DeepEqual(t, p, want)
	stored, err := customer.Find(t.Context(), s.table, "ann")
	assert.NilError(t, err)
	assert.Assert(t, stored.BirthdaySet.Equal(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)))

	objection := table.Item{Key: table.Key{PK: "no-sale#" + guest.Secret("guests").Name("ann@example.com"), SK: "person"}, Data: []byte("{}")}
	assert.NilError(t, s.table.Write(t.Context(), table.Create(objection)))
	s.call("ann", "GET", "", -1, nil, "", &p)
	assert.Check(t, p.NoSale)

	var stale struct{ Current Profile }
	s.call("ann", "PUT", "", 1, change, problem.ProfileChanged, &stale)
	assert.DeepEqual(t, stale.Current, want)
	s.call("ann", "PUT", "", -1, change, problem.VersionMissing, nil)
	var invalid problem.Body
	wrong := object{"firstName": "", "lastName": "evil.com", "phone": "1", "birthday": object{"day": 31, "month": 4}}
	s.call("ann", "PUT", "", 2, wrong, problem.Invalid, &invalid)
	var found []string
	for _, d := range invalid.Problems {
		found = append(found, d.Pointer+" "+string(d.Code))
	}
	assert.DeepEqual(t, found, []string{
		"/firstName first-name-required", "/lastName web-address", "/phone phone-invalid", "/birthday/day invalid",
	})
	for _, other := range []any{nil, object{"day": 1, "month": 3}} {
		change["birthday"] = other
		s.call("ann", "PUT", "", 2, change, problem.Invalid, &invalid)
		assert.DeepEqual(t, invalid.Problems[0].Code, problem.BirthdaySet)
	}
}

func TestPrimaryAddress(t *testing.T) {
	s := newSite(t)
	home := object{"type": 1, "country": 1, "address": "1 Main St", "city": "Tulsa", "state": "oklahoma", "zip": "74105"}
	var a PrimaryAddress
	s.call("ann", "GET", "/primary-address", -1, nil, "", &a)
	assert.DeepEqual(t, a, PrimaryAddress{Version: 1})
	s.call("ann", "PUT", "/primary-address", 1, home, "", &a)
	assert.Equal(t, a.Address.State, "OK")
	s.call("ann", "PUT", "/primary-address", 1, home, problem.ProfileChanged, nil)
	home["country"] = 2
	s.call("ann", "PUT", "/primary-address", 2, home, problem.Invalid, nil)
	s.call("ann", "DELETE", "/primary-address", 2, nil, "", &a)
	assert.Equal(t, a.Version, int64(3))
	s.call("ann", "GET", "/primary-address", -1, nil, "", &a)
	assert.Equal(t, a.Version, int64(3))
}

// Every list: add, change, remove, bounds, conflicts of two tabs, and entries of other customers.
func TestLists(t *testing.T) {
	car := func(n int) object { return object{"make": "Ford", "model": fmt.Sprint("Model ", n), "colour": "blue"} }
	address := func(n int) object {
		return object{
			"type": 2, "country": 2, "address": fmt.Sprint(n, " rue Cartier"), "unit": "4b", "city": "Montréal", "state": "QC",
			"zip": "h2w 1z4", "instructions": "Ring",
		}
	}
	build := func(n int) object {
		choices := []object{{"group": "bun", "modifier": "brioche", "quantity": 1}}
		return object{"name": fmt.Sprint("Sunday ", n), "itemId": "the-big-deal", "choices": choices}
	}
	with := func(o object, name string, value any) object { o[name] = value; return o }
	type list struct {
		Version int64
		Entries []object
	}
	for name, c := range map[string]struct {
		entry   func(n int) object
		most    int
		invalid []object
	}{
		"/vehicles": {car, 10, []object{
			with(car(1), "make", ""), with(car(1), "make", strings.Repeat("x", 41)), with(car(1), "model", "www.evil"),
		}},
		"/delivery-addresses": {address, 10, []object{
			with(address(1), "type", 4), with(address(1), "country", 1), with(address(1), "zip", "74105"),
			with(address(1), "state", "Bavaria"), with(address(1), "city", ""),
			with(address(1), "instructions", "see evil.com"), with(address(1), "address", strings.Repeat("x", 101)),
		}},
		"/builds": {build, 24, []object{
			with(build(1), "name", " "), with(build(1), "name", strings.Repeat("x", 41)), with(build(1), "name", "evil.com"),
			with(build(1), "itemId", ""),
			with(build(1), "choices", many(60, object{"group": strings.Repeat("g", 64), "modifier": "m", "quantity": 1})),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			var l, again list
			s.call("ann", "GET", name, -1, nil, "", &l)
			assert.Check(t, l.Version == 0 && l.Entries != nil && len(l.Entries) == 0)
			s.call("ann", "POST", name, -1, c.entry(1), "", &l)
			s.call("ann", "POST", name, -1, c.entry(1), "", &again)
			assert.DeepEqual(t, l, again)
			s.call("ann", "POST", name, -1, c.entry(2), "", &l)
			assert.Assert(t, is.Len(l.Entries, 2))
			first := l.Entries[0]["id"].(string)

			for _, bad := range c.invalid {
				s.call("ann", "POST", name, -1, bad, problem.Invalid, nil)
				s.call("ann", "PUT", name+"/"+first, l.Version, bad, problem.Invalid, nil)
			}
			s.call("ann", "PUT", name+"/"+first, l.Version, c.entry(3), "", &again)
			assert.Equal(t, again.Entries[0]["id"], first)
			var stale struct{ Current list }
			for _, method := range []string{"PUT", "DELETE"} {
				var body any
				if method == "PUT" {
					body = c.entry(4)
				}
				s.call("ann", method, name+"/"+first, l.Version, body, problem.ProfileChanged, &stale)
				assert.DeepEqual(t, stale.Current, again)
				s.call("ann", method, name+"/"+first, -1, body, problem.VersionMissing, nil)
				s.call("ann", method, name+"/none", again.Version, body, problem.NotFound, nil)
				s.call("bob", method, name+"/"+first, 0, body, problem.NotFound, nil)
			}
			s.call("bob", "GET", name, -1, nil, "", &l)
			assert.Assert(t, is.Len(l.Entries, 0))
			s.call("ann", "DELETE", name+"/"+first, again.Version, nil, "", &l)
			assert.Assert(t, is.Len(l.Entries, 1))
			for n := 1; n < c.most; n++ {
				s.call("ann", "POST", name, -1, c.entry(10+n), "", &l)
			}
			s.call("ann", "POST", name, -1, c.entry(100), problem.ProfileFull, nil)
			assert.Assert(t, is.Len(l.Entries, c.most))
		})
	}
}

func many(n int, o object) (all []object) {
	for range n {
		all = append(all, o)
	}
	return all
}

func TestFavorites(t *testing.T) {
	s := newSite(t)
	const path = "/api/online-ordering/locations/favorite"
	var f Favorites
	s.call("ann", "GET", path, -1, nil, "", &f)
	assert.Check(t, f.Locations != nil && len(f.Locations) == 0)
	for range 2 {
		s.call("ann", "PUT", path+"/bdb-1", -1, nil, "", &f)
		assert.DeepEqual(t, f.Locations, []string{"bdb-1"})
	}
	s.call("ann", "PUT", path+"/bdb-2", -1, nil, problem.LocationNotFound, nil)
	s.call("bob", "GET", path, -1, nil, "", &f)
	assert.Assert(t, is.Len(f.Locations, 0))
	for range 2 {
		s.call("ann", "DELETE", path+"/bdb-1", -1, nil, "", &f)
		assert.Assert(t, is.Len(f.Locations, 0))
	}
}

func TestMarketingIsOffUntilChosen(t *testing.T) {
	s := newSite(t)
	var n Notifications
	s.call("ann", "GET", "/notifications", -1, nil, "", &n)
	assert.DeepEqual(t, n, Notifications{})
	s.call("ann", "PUT", "/notifications", 0, Marketing{Email: true}, "", &n)
	assert.DeepEqual(t, n, Notifications{Version: 1, Marketing: Marketing{Email: true}})
	s.call("ann", "PUT", "/notifications", 0, Marketing{}, problem.ProfileChanged, nil)
	stored, err := customer.FindNotifications(t.Context(), s.table, "ann")
	assert.NilError(t, err)
	assert.Check(t, !stored.Value.Email.At.IsZero() && stored.Value.Text.At.IsZero(), "%+v", stored)
}

func TestDeletionCanBeCancelled(t *testing.T) {
	s := newSite(t)
	due := time.Date(2026, 12, 23, 12, 0, 0, 0, time.UTC)
	for range 2 {
		var p Profile
		s.call("ann", "POST", "/deletion", -1, nil, "", &p)
		assert.Equal(t, *p.Deletion, due)
	}
	rows, err := outbox.Pending(t.Context(), s.table)
	assert.NilError(t, err)
	assert.Assert(t, is.Len(rows, 1), "one mail")
	ids, err := customer.DueDeletions(t.Context(), s.table, due.Add(time.Second))
	assert.NilError(t, err)
	assert.DeepEqual(t, ids, []string{"ann"})
	var p Profile
	s.call("ann", "DELETE", "/deletion", -1, nil, "", &p)
	assert.Check(t, p.Deletion == nil)
	ids, err = customer.DueDeletions(t.Context(), s.table, due.Add(time.Second))
	assert.NilError(t, err)
	assert.Assert(t, is.Len(ids, 0))
}

// After the erasure of an account its tokens are valid for ten minutes more: no call may answer with data, or store any again.
func TestNothingIsStoredForAnErasedAccount(t *testing.T) {
	s := newSite(t)
	assert.NilError(t, s.table.Write(t.Context(), table.Delete(table.Key{PK: "customer#ann", SK: "profile"}, 0)))
	for _, op := range new(Service).Operations() {
		var body any
		if op.Method == "PUT" || op.Method == "POST" {
			body = object{}
			switch {
			case strings.HasSuffix(op.Path, "favorite/{locationId}"), strings.HasSuffix(op.Path, "/deletion"):
				body = nil
			case op.Path == base:
				body = object{"firstName": "A", "lastName": "B", "phone": "9185550188"}
			case strings.HasSuffix(op.Path, "/email"):
				body = object{"email": "new@example.com", "confirmEmail": "new@example.com"}
			case strings.Contains(op.Path, "notifications"):
				body = Marketing{}
			case strings.Contains(op.Path, "vehicles"):
				body = object{"make": "Ford", "model": "x", "colour": "y"}
			case strings.Contains(op.Path, "address"):
				body = object{"type": 1, "country": 1, "address": "1 Main St", "city": "Tulsa", "state": "OK", "zip": "74105"}
			case strings.Contains(op.Path, "builds"):
				body = object{"name": "A", "itemId": "b"}
			}
		}
		path := strings.NewReplacer("{id}", "x", "{locationId}", "bdb-1").Replace(op.Path)
		s.call("ann", op.Method, path, 0, body, problem.SessionEnded, nil)
	}
	page, err := s.table.Query(t.Context(), table.Query{PK: "customer#ann"})
	assert.NilError(t, err)
	assert.Assert(t, is.Len(page.Items, 0))
}
