package form_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

var (
	guests = guest.Secret("guests")
	codes  = customer.Codes(secret.Fixed("codes"))
)

// keeper remembers the files that were kept.
type keeper struct {
	mu   sync.Mutex
	kept []string
	gone bool
}

func (k *keeper) Keep(_ context.Context, name string, days int) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.gone {
		return "", fs.ErrNotExist
	}
	k.kept = append(k.kept, name)
	return fmt.Sprintf("kept/%d/%s", days, name), nil
}

// counter is the service at a table with an open, a closed and a coming restaurant.
type counter struct {
	*testing.T
	*form.Service
	clock *clocktest.Clock
	files *keeper
	sent  int
}

func newCounter(t *testing.T) *counter {
	clock := clocktest.At(time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC)) // a Monday
	store, files := sqlitetest.Open(t, clock.Now), new(keeper)
	ops := []table.Op{location.Changed()}
	for _, s := range []location.Status{location.StatusOpen, location.StatusClosed, location.StatusComingSoon} {
		item := location.Location{ID: string(s), Slug: string(s), Label: string(s), Status: s}.Item()
		ops = append(ops, table.Create(item))
	}
	assert.NilError(t, store.Write(t.Context(), ops...))
	b := brand.Default()
	b.Contest = &brand.Contest{
		ID: "ribs", Opens: clock.Now().Add(-time.Hour), Closes: clock.Now().Add(30 * 24 * time.Hour), MinAge: 18,
		Countries: []string{"US", "CA"}, Regions: []string{"OK", "ON"},
	}
	return &counter{t, &form.Service{
		Table: store, Brand: b, Guests: guests, Codes: codes, Files: files, Locations: location.NewStore(store, clock.Now), Now: clock.Now,
	}, clock, files, 0}
}

// entries are valid forms of each kind.
func entries() map[form.Kind]form.Entry {
	all := map[form.Kind]form.Entry{
		form.Review:           {LocationID: "open", Rating: 5},
		form.Feedback:         {Subject: "praise", Message: "Hot fries."},
		form.Talk:             {Subject: "charge", Message: "Charged twice?"},
		form.CateringFeedback: {LocationID: "open", Rating: 4, Visited: "2026-11-20", Message: "All arrived.", Guests: 40},
		form.Contest:          {BirthDate: "1988-05-17", Country: "US", Region: "OK", Agreed: true},
		form.JobApplication: {
			Phone: "(918) 555-0141", LocationID: "open", Subject: "Grill cook", Availability: []string{"sun-night", "mon-morning"}, Agreed: true,
		},
		form.Privacy:   {Request: "know", Country: "US", Region: "CA"},
		form.DoNotSell: {},
	}
	for k, e := range all {
		e.FirstName, e.LastName, e.Email = "Dolores", "Whitaker", "dolores@example.com"
		all[k] = e
	}
	return all
}

// request returns a form with a new key and a token that is old enough.
func (c *counter) request(k form.Kind, change ...func(*form.Entry)) form.Request {
	c.Helper()
	token, err := c.Tokens().New(c.Context())
	assert.NilError(c, err)
	c.clock.Pass(form.Wait)
	e := entries()[k]
	for _, f := range change {
		f(&e)
	}
	c.sent++
	key := fmt.Sprintf("key-of-the-form-%04d", c.sent)
	return form.Request{Kind: k, Entry: e, Token: token, Key: key, Locale: locale.FrCA, Country: "CA", Network: "office"}
}

func (c *counter) mustSend(r form.Request) form.Case {
	c.Helper()
	receipt, err := c.Send(c.Context(), r)
	assert.NilError(c, err)
	found, err := form.Find(c.Context(), c.Table, strings.ToLower(receipt.Reference))
	assert.NilError(c, err)
	return found
}

// refuses demands that a form is refused with the problem, and its findings if there are any.
func (c *counter) refuses(r form.Request, want problem.Code, found ...string) {
	c.Helper()
	_, err := c.Send(c.Context(), r)
	code, got := findings(err)
	assert.Equal(c, code, want, "%v", err)
	assert.DeepEqual(c, got, found)
}

// pending lists the rows of the outbox of a case, without its id.
func (c *counter) pending(of form.Case) (rows []string) {
	c.Helper()
	all, err := outbox.Pending(c.Context(), c.Table)
	assert.NilError(c, err)
	for _, row := range all {
		if rest, ok := strings.CutPrefix(row.ID, of.ID+"/"); ok {
			rows = append(rows, rest)
		}
		assert.Check(c, !strings.Contains(string(row.Payload), "olores"), "a row of the outbox has guest data")
	}
	slices.Sort(rows)
	return rows
}

func (c *counter) stored() (all []form.Case) {
	c.Helper()
	for k := range form.Kinds {
		for one, err := range form.List(c.Context(), c.Table, k, time.Time{}) {
			assert.NilError(c, err)
			all = append(all, one)
		}
	}
	return all
}

// findings returns the problem of an error with its findings: "/rating rating-required".
func findings(err error) (code problem.Code, all []string) {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return "", nil
	}
	for _, d := range p.Details {
		all = append(all, d.Pointer+" "+string(d.Code))
	}
	return p.Code, all
}

// Fault 32: every form is stored with its mails and its event, and found by the address of its sender.
func TestEachKindBecomesACaseWithItsNotices(t *testing.T) {
	usual := []string{"form-event-received", "form-mail-copy-1", "form-mail-desk-1"}
	for k := range form.Kinds {
		t.Run(string(k), func(t *testing.T) {
			c := newCounter(t)
			r := c.request(k)
			stored := c.mustSend(r)
			want := usual
			if k == form.Privacy {
				want = []string{"form-mail-code-1"}
			}
			assert.DeepEqual(t, c.pending(stored), want)
			assert.Equal(t, stored.Kind, k)
			assert.Equal(t, stored.Entry.Email, "dolores@example.com")
			assert.Equal(t, stored.Entry.BirthDate, "")
			assert.Equal(t, stored.Locale+stored.Country, "fr-caCA")
			of, err := form.OfPerson(t.Context(), c.Table, guests.Name("Dolores@Example.com"))
			assert.NilError(t, err)
			assert.Assert(t, len(of) == 1 && of[0].ID == stored.ID)
			assert.Assert(t, is.Len(c.stored(), 1))

			c.clock.Pass(stored.Expires().Sub(c.clock.Now()))
			assert.Assert(t, is.Len(c.stored(), 0))
		})
	}
}

func TestFieldRules(t *testing.T) {
	type change = func(*form.Entry)
	long := strings.Repeat("ä", form.MaxMessage)
	for name, c := range map[string]struct {
		kind   form.Kind
		change change
		want   string // pointers with codes
	}{
		"no name or address": {
			form.Feedback, func(e *form.Entry) { e.FirstName, e.LastName, e.Email = "", "\u200b", " " },
			"/firstName first-name-required, /lastName last-name-required, /email email-required",
		},
		"header in an address": {
			form.Feedback, func(e *form.Entry) { e.Email = "a@example.com\r\nBcc: b@example.com" },
			"/email email-invalid",
		},
		"number as a name":   {form.Feedback, func(e *form.Entry) { e.FirstName = "Call ８００ 555-0100" }, "/firstName invalid"},
		"digits in a name":   {form.Feedback, func(e *form.Entry) { e.FirstName = "Ada 2nd" }, ""},
		"link as a name":     {form.Feedback, func(e *form.Entry) { e.FirstName = "evil.com" }, "/firstName web-address"},
		"bad phone":          {form.Feedback, func(e *form.Entry) { e.Phone = "12" }, "/phone phone-invalid"},
		"no phone for a job": {form.JobApplication, func(e *form.Entry) { e.Phone = "" }, "/phone phone-required"},
		"field of another kind": {
			form.Feedback, func(e *form.Entry) { e.Rating, e.Resume = 3, "x.pdf" },
			"/rating invalid, /resume invalid",
		},
		"no message":              {form.Feedback, func(e *form.Entry) { e.Message = " \u200b\n" }, "/message field-required"},
		"longest message":         {form.Feedback, func(e *form.Entry) { e.Message = long }, ""},
		"too long a message":      {form.Feedback, func(e *form.Entry) { e.Message = long + "ä" }, "/message field-too-long"},
		"unknown subject":         {form.Talk, func(e *form.Entry) { e.Subject = "praise" }, "/subject invalid"},
		"subject of feedback":     {form.Feedback, func(e *form.Entry) { e.Subject = "allergens" }, "/subject invalid"},
		"no restaurant":           {form.Review, func(e *form.Entry) { e.LocationID = "" }, "/locationId location-required"},
		"unknown restaurant":      {form.Review, func(e *form.Entry) { e.LocationID = "atlantis" }, "/locationId location-not-found"},
		"closed restaurant":       {form.Review, func(e *form.Entry) { e.LocationID = "closed" }, "/locationId location-not-reviewable"},
		"coming restaurant":       {form.Review, func(e *form.Entry) { e.LocationID = "coming-soon" }, "/locationId location-not-reviewable"},
		"feedback about a closed": {form.Feedback, func(e *form.Entry) { e.LocationID = "closed" }, ""},
		"job at a closed":         {form.JobApplication, func(e *form.Entry) { e.LocationID = "closed" }, "/locationId location-not-found"},
		"job at a coming":         {form.JobApplication, func(e *form.Entry) { e.LocationID = "coming-soon" }, ""},
		"no rating":               {form.Review, func(e *form.Entry) { e.Rating = 0 }, "/rating rating-required"},
		"six stars":               {form.Review, func(e *form.Entry) { e.Rating = 6 }, "/rating invalid"},
		"visit today in Tonga":    {form.Review, func(e *form.Entry) { e.Visited = "2026-11-24" }, ""},
		"visit in the future":     {form.Review, func(e *form.Entry) { e.Visited = "2026-11-25" }, "/visited invalid"},
		"visit before our time":   {form.Review, func(e *form.Entry) { e.Visited = "0206-11-20" }, "/visited invalid"},
		"no date":                 {form.Review, func(e *form.Entry) { e.Visited = "2026-02-30" }, "/visited invalid"},
		"bad layer": {
			form.Review, func(e *form.Entry) { e.Layers = []form.ReviewedLayer{{ItemID: "a", Part: "=1+1"}} },
			"/layers invalid",
		},
		"the same photo twice": {form.Review, func(e *form.Entry) { e.Photos = []string{"a.jpg", "a.jpg"} }, "/photos invalid"},
		"unknown photo":        {form.Review, func(e *form.Entry) { e.Photos = []string{"a.jpg"} }, "/photos/0 upload-unknown"},
		"unknown resume":       {form.JobApplication, func(e *form.Entry) { e.Resume = "a.pdf" }, "/resume upload-unknown"},
		"path as a resume":     {form.JobApplication, func(e *form.Entry) { e.Resume = "../a.pdf" }, "/resume invalid"},
		"unknown order": {
			form.Review, func(e *form.Entry) { e.OrderToken = "k5tq7mzx2vhr4wya3pdnc6jbes" },
			"/orderToken order-not-found",
		},
		"no guests":       {form.CateringFeedback, func(e *form.Entry) { e.Guests = -1 }, "/guests invalid"},
		"no availability": {form.JobApplication, func(e *form.Entry) { e.Availability = nil }, "/availability field-required"},
		"unknown slot":    {form.JobApplication, func(e *form.Entry) { e.Availability = []string{"mon-noon"} }, "/availability invalid"},
		"slot twice": {
			form.JobApplication, func(e *form.Entry) { e.Availability = []string{"mon-night", "mon-night"} },
			"/availability invalid",
		},
		"began last year":   {form.JobApplication, func(e *form.Entry) { e.Starts = "2025-11-23" }, "/starts invalid"},
		"begins tomorrow":   {form.JobApplication, func(e *form.Entry) { e.Starts = "2026-11-24" }, ""},
		"not agreed":        {form.JobApplication, func(e *form.Entry) { e.Agreed = false }, "/agreed field-required"},
		"unknown request":   {form.Privacy, func(e *form.Entry) { e.Request = "sell" }, "/request invalid"},
		"no region":         {form.Privacy, func(e *form.Entry) { e.Region = "" }, "/region field-required"},
		"region of another": {form.Privacy, func(e *form.Entry) { e.Region = "QC" }, "/region invalid"},
		"lives overseas":    {form.Privacy, func(e *form.Entry) { e.Country, e.Region = "JP", "" }, ""},
		"no country":        {form.Privacy, func(e *form.Entry) { e.Country, e.Region = "us", "" }, "/country invalid"},
		"link as an agent":  {form.Privacy, func(e *form.Entry) { e.Agent = "www.agent.com" }, "/agent web-address"},
		"18 tomorrow":       {form.Contest, func(e *form.Entry) { e.BirthDate = "2008-11-24" }, "/birthDate contest-age"},
		"18 today":          {form.Contest, func(e *form.Entry) { e.BirthDate = "2008-11-23" }, ""},
		"born tomorrow":     {form.Contest, func(e *form.Entry) { e.BirthDate = "2026-11-25" }, "/birthDate invalid"},
		"another region":    {form.Contest, func(e *form.Entry) { e.Region = "TX" }, "/region contest-region"},
		"another country":   {form.Contest, func(e *form.Entry) { e.Country, e.Region = "MX", "" }, "/country contest-region"},
	} {
		t.Run(name, func(t *testing.T) {
			at := newCounter(t)
			_, err := at.Send(t.Context(), at.request(c.kind, c.change))
			if c.want == "" {
				assert.NilError(t, err)
				return
			}
			code, found := findings(err)
			assert.Equal(t, code, problem.Invalid)
			assert.Equal(t, strings.Join(found, ", "), c.want)
			assert.Assert(t, is.Len(at.stored(), 0))
		})
	}
}

// Fault 32: text is bounded, and cannot start a line of a header, hide characters or fill a screen.
func TestTidy(t *testing.T) {
	many := strings.Repeat("a\n", 50)
	for in, want := range map[string]string{
		" hello \r\nyou\rthere ": "hello \nyou\nthere", "tab\tand\u2028line": "tab and\nline", "hid\u200bden\u202e\x00": "hidden",
		many: strings.TrimSuffix(strings.Repeat("a\n", 40), "\n") + strings.Repeat(" a", 10),
	} {
		assert.Check(t, is.Equal(form.Tidy(in, true), want))
	}
	assert.Equal(t, form.Tidy("Re: x\r\nBcc: a@example.com", false), "Re: x Bcc: a@example.com")
}

// Fault 32: programs fill in the hidden field, post at once, or make up a token.
func TestPrograms(t *testing.T) {
	c := newCounter(t)
	young, err := c.Tokens().New(t.Context())
	assert.NilError(t, err)
	good := c.request(form.Feedback)
	fresh, err := c.Tokens().New(t.Context())
	assert.NilError(t, err)
	other, err := form.Tokens{Guests: guest.Secret("other"), Now: c.clock.Now}.New(t.Context())
	assert.NilError(t, err)
	ahead, err := form.Tokens{Guests: guests, Now: func() time.Time { return c.clock.Now().Add(time.Hour) }}.New(t.Context())
	assert.NilError(t, err)
	forged := []byte(young)
	forged[12] ^= 1
	for name, try := range map[string]struct {
		change func(*form.Request)
		code   problem.Code
	}{
		"hidden field":     {func(r *form.Request) { r.Website = "https://example.com" }, problem.Invalid},
		"no token":         {func(r *form.Request) { r.Token = "" }, problem.FormTokenExpired},
		"forged":           {func(r *form.Request) { r.Token = string(forged) }, problem.FormTokenExpired},
		"another secret":   {func(r *form.Request) { r.Token = other }, problem.FormTokenExpired},
		"a wrong clock":    {func(r *form.Request) { r.Token = ahead }, problem.FormTokenExpired},
		"token too young":  {func(r *form.Request) { r.Token = fresh }, problem.FormTooFast},
		"no key":           {func(r *form.Request) { r.Key = "" }, problem.IdempotencyKeyMissing},
		"contest is other": {func(r *form.Request) { r.Kind = form.Talk }, problem.Invalid},
	} {
		r := good
		try.change(&r)
		_, err := c.Send(t.Context(), r)
		assert.Check(t, problem.Is(err, try.code), "%s: got %v", name, err)
	}
	c.clock.Pass(24 * time.Hour)
	c.refuses(good, problem.FormTokenExpired)
	assert.Assert(t, is.Len(c.stored(), 0))
}

// A double press, or a retry after a lost answer, sends once, also at the same time.
func TestTheSameKeyStoresOneCase(t *testing.T) {
	c := newCounter(t)
	r := c.request(form.Feedback)
	var all sync.WaitGroup
	receipts := make([]form.Receipt, 8)
	for i := range receipts {
		all.Go(func() {
			var err error
			receipts[i], err = c.Send(t.Context(), r)
			assert.Check(t, err)
		})
	}
	all.Wait()
	assert.Assert(t, is.Len(slices.Compact(receipts), 1))
	assert.Assert(t, is.Len(c.stored(), 1))
	assert.Assert(t, is.Len(c.pending(c.stored()[0]), 3))

	c.clock.Pass(48 * time.Hour) // the token has expired
	again, err := c.Send(t.Context(), r)
	assert.NilError(t, err)
	assert.Equal(t, again, receipts[0])

	r.Entry.Message = "Another one."
	c.refuses(r, problem.IdempotencyKeyReused)
	r.Kind, r.Entry = form.DoNotSell, entries()[form.DoNotSell]
	c.refuses(r, problem.IdempotencyKeyReused)
}

// faster is a table on which another request is made once, just before a row with the prefix is read.
type faster struct {
	table.Table
	prefix string
	other  func()
}

func (f *faster) Get(ctx context.Context, k table.Key) (table.Item, error) {
	if other := f.other; other != nil && strings.HasPrefix(k.PK, f.prefix) {
		f.other = nil
		other()
	}
	return f.Table.Get(ctx, k)
}

// Fault 2: the second press gets the receipt of the first also if that one took the files, or the last free place of a limit.
func TestTheSlowerOfTwoEqualRequestsGetsTheReceipt(t *testing.T) {
	for prefix, k := range map[string]form.Kind{"upload#": form.Review, "attempts#": form.Privacy} {
		c := newCounter(t)
		c.issue(form.Review, "a.jpg")
		for range form.LimitMails.Free - 1 {
			c.mustSend(c.request(form.Feedback))
		}
		r := c.request(k, func(e *form.Entry) {
			if k == form.Review {
				e.Photos = []string{"a.jpg"}
			}
		})
		var first form.Receipt
		quick := *c.Service
		c.Table = &faster{c.Table, prefix, func() {
			var err error
			first, err = quick.Send(t.Context(), r)
			assert.NilError(t, err)
		}}
		again, err := c.Send(t.Context(), r)
		assert.NilError(t, err, prefix)
		assert.Equal(t, again, first, prefix)
	}
}

// A reference belongs to one case: another case does not take it over, even if its key was chosen for that.
func TestAReferenceNamesOneCase(t *testing.T) {
	one := newCounter(t)
	taken := one.mustSend(one.request(form.Talk)).Reference
	other := newCounter(t)
	row := table.Item{Key: table.Key{PK: "case-ref#" + form.Normal(taken), SK: "case"}, Data: []byte(`{"case":"of-another-guest"}`)}
	assert.NilError(t, other.Table.Write(t.Context(), table.Create(row)))
	stored := other.mustSend(other.request(form.Talk))
	assert.Assert(t, stored.Reference != taken)
	got, err := other.Table.Get(t.Context(), row.Key)
	assert.NilError(t, err)
	assert.Equal(t, string(got.Data), string(row.Data))
}

// Fault 32: a network sends thirty forms a day, then one in five minutes.
func TestANetworkIsLimited(t *testing.T) {
	c := newCounter(t)
	for range 30 {
		c.mustSend(c.request(form.DoNotSell))
	}
	r := c.request(form.DoNotSell)
	c.refuses(r, problem.FormsLimited)
	home := r
	home.Network = "home"
	c.mustSend(home)
	c.issue(form.Review, "a.jpg")
	c.refuses(c.request(form.Review, func(e *form.Entry) { e.Photos = []string{"a.jpg"} }), problem.FormsLimited)
	assert.Assert(t, is.Len(c.files.kept, 0))
	unknown := c.request(form.DoNotSell)
	unknown.Network = ""
	c.mustSend(unknown)
	c.clock.Pass(5 * time.Minute)
	c.mustSend(c.request(form.DoNotSell))
}

// Fault 32: a stranger cannot fill a mailbox. A form beyond the limit still reaches the desk.
func TestAnAddressGetsThreeMailsADay(t *testing.T) {
	c := newCounter(t)
	for n := range 4 {
		stored := c.mustSend(c.request(form.Feedback, func(e *form.Entry) { e.Email = fmt.Sprintf("dolores+%d@example.com", n) }))
		assert.Check(t, is.Equal(slices.Contains(c.pending(stored), "form-mail-copy-1"), n < 2), n)
		assert.Check(t, slices.Contains(c.pending(stored), "form-mail-desk-1"))
	}
	c.mustSend(c.request(form.Privacy)) // copies leave a place for its code
	c.refuses(c.request(form.Privacy), problem.FormsLimited)
	c.clock.Pass(24 * time.Hour)
	c.mustSend(c.request(form.Privacy))
}

func TestTheLimitOfMailsCountsFromTheLastOne(t *testing.T) {
	c := newCounter(t)
	c.mustSend(c.request(form.Privacy))
	c.clock.Pass(23 * time.Hour)
	c.mustSend(c.request(form.Privacy))
	c.clock.Pass(time.Hour)
	c.mustSend(c.request(form.Privacy))
	c.refuses(c.request(form.Privacy), problem.FormsLimited)
}

func TestOnePersonEntersTheContestOnce(t *testing.T) {
	c := newCounter(t)
	requests := make([]form.Request, 8)
	for i := range requests {
		requests[i] = c.request(form.Contest, func(e *form.Entry) { e.Email = fmt.Sprintf("dolores+%d@example.com", i) })
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	entered := 0
	for _, r := range requests {
		all.Go(func() {
			_, err := c.Send(t.Context(), r)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				entered++
			} else {
				assert.Check(t, problem.Is(err, problem.ContestEntered), "%v", err)
			}
		})
	}
	all.Wait()
	assert.Equal(t, entered, 1)
	assert.Assert(t, is.Len(c.stored(), 1))
	c.mustSend(c.request(form.Contest, func(e *form.Entry) { e.Email = "grace@example.com" }))
}

// An entry counts until the contest closes, however long it is open.
func TestAnEntryIsKeptUntilTheContestHasClosed(t *testing.T) {
	c := newCounter(t)
	long := *c.Brand.Contest
	long.Closes = c.clock.Now().Add(400 * 24 * time.Hour)
	c.Brand.Contest = &long
	c.mustSend(c.request(form.Contest))
	c.clock.Set(long.Closes.Add(-time.Hour))
	c.refuses(c.request(form.Contest), problem.ContestEntered)
	c.clock.Set(long.Closes.Add(180*24*time.Hour - time.Second))
	assert.Assert(t, is.Len(c.stored(), 1))
	c.clock.Pass(time.Second)
	assert.Assert(t, is.Len(c.stored(), 0))
}

// Two years can have a leap day.
func TestPrivacyRequestsAreKeptFor24Months(t *testing.T) {
	for _, kind := range []form.Kind{form.Privacy, form.DoNotSell} {
		c := form.Case{Kind: kind, Status: form.Open, Received: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)}
		assert.Check(t, !c.Expires().Before(c.Received.AddDate(2, 0, 0)), string(kind))
	}
}

func TestTheContestOpensAndCloses(t *testing.T) {
	c := newCounter(t)
	r := c.request(form.Contest)
	rules := *c.Brand.Contest
	for name, change := range map[string]func(*brand.Contest){
		"before it opens": func(b *brand.Contest) { b.Opens = c.clock.Now().Add(time.Second) },
		"when it closes":  func(b *brand.Contest) { b.Closes = c.clock.Now() },
	} {
		changed := rules
		change(&changed)
		c.Brand.Contest = &changed
		_, err := c.Send(t.Context(), r)
		assert.Check(t, problem.Is(err, problem.ContestClosed), "%s: %v", name, err)
	}
	c.Brand.Contest = nil
	c.refuses(r, problem.ContestClosed)
	c.Brand.Contest = &rules
	c.mustSend(r)
}

func (c *counter) issue(k form.Kind, names ...string) {
	c.Helper()
	for _, name := range names {
		u := form.Upload{Kind: k, Type: "image/jpeg", Bytes: 4711, Created: c.clock.Now()}
		assert.NilError(c, c.Table.Write(c.Context(), u.Issue(name)))
	}
}

func TestAFileServesOneCase(t *testing.T) {
	c := newCounter(t)
	c.issue(form.Review, "a.jpg", "b.jpg")
	c.issue(form.JobApplication, "c.pdf")
	photos := func(names ...string) func(*form.Entry) { return func(e *form.Entry) { e.Photos = names } }

	c.refuses(c.request(form.Review, photos("a.jpg", "c.pdf")), problem.Invalid, "/photos/1 upload-unknown") // of another kind
	assert.Assert(t, is.Len(c.files.kept, 0))

	requests := []form.Request{c.request(form.Review, photos("a.jpg", "b.jpg")), c.request(form.Review, photos("b.jpg"))}
	var all sync.WaitGroup
	errs := make([]error, len(requests))
	for i, r := range requests {
		all.Go(func() { _, errs[i] = c.Send(t.Context(), r) })
	}
	all.Wait()
	assert.Assert(t, (errs[0] == nil) != (errs[1] == nil), "one case takes a file: %v", errs)
	code, found := findings(errors.Join(errs...))
	assert.Assert(t, code == problem.Invalid && len(found) > 0, "%v", errs)
	stored := c.stored()
	assert.Assert(t, is.Len(stored, 1))
	last := stored[0].Files[len(stored[0].Files)-1]
	assert.Equal(t, last, form.File{Name: "kept/365/b.jpg", Type: "image/jpeg", Bytes: 4711})

	c.mustSend(c.request(form.JobApplication, func(e *form.Entry) { e.Resume = "c.pdf" }))
	c.issue(form.Review, "d.jpg", "e.jpg")
	c.clock.Pass(24 * time.Hour)
	c.refuses(c.request(form.Review, photos("d.jpg")), problem.Invalid, "/photos/0 upload-unknown") // it expired
	c.issue(form.Review, "f.jpg")
	c.files.gone = true
	c.refuses(c.request(form.Review, photos("f.jpg")), problem.Invalid, "/photos/0 upload-unknown") // its data is missing
}

func TestAnAvailabilityIsInTheOrderOfAWeek(t *testing.T) {
	c := newCounter(t)
	assert.DeepEqual(t, c.mustSend(c.request(form.JobApplication)).Entry.Availability, []string{"mon-morning", "sun-night"})
}

func codeOf(t *testing.T, c form.Case, nth int) string {
	t.Helper()
	code, err := codes.Code(t.Context(), c.ID, nth)
	assert.NilError(t, err)
	return code
}

func TestAPrivacyRequestIsVerifiedByItsCode(t *testing.T) {
	for name, c := range map[string]struct {
		change                func(*form.Entry)
		acknowledged, answers string
	}{
		"United States": {func(*form.Entry) {}, "2026-12-07", "2027-01-07"},
		"Canada":        {func(e *form.Entry) { e.Country, e.Region = "CA", "ON" }, "2026-12-07", "2026-12-23"},
		"Japan":         {func(e *form.Entry) { e.Country, e.Region = "JP", "" }, "2026-12-07", "2027-01-07"},
	} {
		t.Run(name, func(t *testing.T) {
			at := newCounter(t)
			asked := at.mustSend(at.request(form.Privacy, c.change))
			assert.Equal(t, asked.Status, form.Unverified)
			at.clock.Pass(time.Hour - time.Second) // the deadlines count from the receipt
			for range 2 {                          // a repetition changes nothing
				receipt, err := at.Verify(t.Context(), asked.ID, " "+codeOf(t, asked, 1))
				assert.NilError(t, err)
				want := form.Receipt{Reference: asked.Reference, Case: asked.ID, AcknowledgeBy: c.acknowledged, AnswerBy: c.answers}
				assert.DeepEqual(t, receipt, want)
			}
			verified, err := form.Find(t.Context(), at.Table, asked.Reference)
			assert.NilError(t, err)
			assert.Equal(t, verified.Status, form.Open)
			want := []string{"form-event-verified", "form-mail-acknowledged-1", "form-mail-code-1", "form-mail-desk-1"}
			assert.DeepEqual(t, at.pending(asked), want)
			assert.Assert(t, problem.Is(at.SendCode(t.Context(), asked.ID), problem.NotFound))

			at.clock.Pass(300 * 24 * time.Hour) // its rows are kept as long as the case
			of, err := form.OfPerson(t.Context(), at.Table, guests.Name("dolores@example.com"))
			assert.NilError(t, err)
			assert.Assert(t, is.Len(of, 1))
			_, err = form.Find(t.Context(), at.Table, asked.Reference)
			assert.NilError(t, err)
		})
	}
}

// Guesses of a code are counted, also those at the same time. A new code is mailed three times a day at most.
func TestGuessesOfACodeAreLimited(t *testing.T) {
	c := newCounter(t)
	asked := c.mustSend(c.request(form.Privacy))
	guess := func(code string) error {
		_, err := c.Verify(t.Context(), asked.ID, code)
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, 12)
	for i := range errs {
		all.Go(func() { errs[i] = guess("12345") })
	}
	all.Wait()
	wrong := 0
	for _, err := range errs {
		if problem.Is(err, problem.CodeWrong) {
			wrong++
		} else {
			assert.Check(t, problem.Is(err, problem.CodeExpired), "%v", err)
		}
	}
	assert.Equal(t, wrong, 5)
	assert.Assert(t, problem.Is(guess(codeOf(t, asked, 1)), problem.CodeExpired))

	assert.NilError(t, c.SendCode(t.Context(), asked.ID))
	assert.Assert(t, problem.Is(guess(codeOf(t, asked, 1)), problem.CodeWrong)) // the previous one
	c.clock.Pass(form.CodeFor)
	assert.Assert(t, problem.Is(guess(codeOf(t, asked, 2)), problem.CodeExpired))
	assert.NilError(t, c.SendCode(t.Context(), asked.ID))
	assert.Assert(t, problem.Is(c.SendCode(t.Context(), asked.ID), problem.FormsLimited))
	assert.NilError(t, guess(codeOf(t, asked, 3)))

	for _, id := range []string{"", "k5tq7mzx2vhr4wya3pdnc6jbes"} {
		_, err := c.Verify(t.Context(), id, "123456")
		assert.Check(t, problem.Is(err, problem.NotFound), "%v", err)
		assert.Check(t, problem.Is(c.SendCode(t.Context(), id), problem.NotFound))
	}
	other := c.mustSend(c.request(form.DoNotSell)) // has no code
	_, err := c.Verify(t.Context(), other.ID, "123456")
	assert.Assert(t, problem.Is(err, problem.NotFound), err)
}

// meanwhile is a mailbox that calls a function when an erasure reaches it.
type meanwhile func()

func (m meanwhile) ForgetCase(context.Context, string) error {
	m()
	return nil
}

// A request that its guest verifies while an account is erased stays open: only a person may answer it.
func TestARequestThatIsVerifiedDuringAnErasureStays(t *testing.T) {
	c := newCounter(t)
	asked := c.mustSend(c.request(form.Privacy))
	verify := meanwhile(func() {
		_, err := c.Verify(t.Context(), asked.ID, codeOf(t, asked, 1))
		assert.NilError(t, err)
	})
	erasure := form.Erasure{Table: c.Table, Mails: verify, Guests: guests, Now: c.clock.Now}
	erased, err := erasure.Erase(t.Context(), guests.Name("dolores@example.com"))
	assert.NilError(t, err)
	assert.Equal(t, erased, 0)
	got, err := form.Load(t.Context(), c.Table, asked.ID)
	assert.NilError(t, err)
	assert.Assert(t, got.Status == form.Open && got.Entry.Email == "dolores@example.com", "%+v", got)
}

// The desk does not see a privacy request before it is verified, and an unverified one ends after a week.
func TestAnUnverifiedRequestEnds(t *testing.T) {
	c := newCounter(t)
	asked := c.mustSend(c.request(form.Privacy))
	c.clock.Pass(7*24*time.Hour - time.Second)
	assert.Assert(t, is.Len(c.stored(), 1))
	c.clock.Pass(time.Second)
	assert.Assert(t, is.Len(c.stored(), 0))
	_, err := form.Find(t.Context(), c.Table, asked.Reference)
	assert.Assert(t, problem.Is(err, problem.NotFound), err)
	of, err := form.OfPerson(t.Context(), c.Table, guests.Name("dolores@example.com"))
	assert.NilError(t, err)
	assert.Assert(t, is.Len(of, 0))
}

// The choice of a person outlives the case, and needs no verification.
func TestDoNotSellIsKeptForThePerson(t *testing.T) {
	c := newCounter(t)
	c.mustSend(c.request(form.DoNotSell))
	c.mustSend(c.request(form.DoNotSell))
	c.clock.Pass(3 * 365 * 24 * time.Hour)
	for email, want := range map[string]bool{"Dolores@example.com": true, "bob@example.com": false} {
		objects, err := form.ObjectsToSale(t.Context(), c.Table, guests.Name(email))
		assert.NilError(t, err)
		assert.Check(t, is.Equal(objects, want), email)
	}
}

// A review from the page of an order names its number. The token, which grants access to the order, is not stored.
func TestAReviewNamesItsOrder(t *testing.T) {
	g := ordertest.New(t)
	o := g.Buy()
	other := location.Location{ID: "other", Slug: "other", Label: "Other", Status: location.StatusOpen}.Item()
	assert.NilError(t, g.Table.Write(t.Context(), table.Create(other), location.Changed()))
	c := &counter{t, &form.Service{
		Table: g.Table, Brand: g.Brand, Guests: guests, Codes: codes,
		Files: new(keeper), Locations: location.NewStore(g.Table, g.Now), Now: g.Now,
	}, g.Clock, nil, 0}
	of := func(location string) func(*form.Entry) {
		return func(e *form.Entry) { e.LocationID, e.OrderToken = location, o.Token }
	}
	stored := c.mustSend(c.request(form.Review, of("grill")))
	assert.Equal(t, stored.Entry.OrderNumber, o.Number)
	assert.Equal(t, stored.Entry.OrderToken, "")
	c.refuses(c.request(form.Review, of("other")), problem.Invalid, "/locationId invalid")
}

// full has every field.
var full = form.Entry{
	FirstName: "Dolores", LastName: "Whitaker", Email: "dolores@example.com", Phone: "(918) 555-0141", LocationID: "open",
	Visited: "2026-11-20", Subject: "other", OrderNumber: "4127", OrderToken: "token", Message: "Hot fries.", Rating: 5,
	Layers: []form.ReviewedLayer{{ItemID: "the-big-deal", Part: "item", Verdict: "good"}},
	Photos: []string{"a.jpg"}, Resume: "a.pdf", Guests: 40, BirthDate: "1988-05-17", Region: "OK", Country: "US",
	Request: "know", Agent: "Lee Ortiz", Starts: "2026-12-01",
	Availability: []string{"mon-morning"}, Agreed: true,
}

// Each kind accepts its fields and refuses the others, and names each required field that is missing.
func TestEachKindTakesItsOwnFields(t *testing.T) {
	now := time.Date(2026, 11, 23, 18, 0, 0, 0, time.UTC)
	raw, err := json.Marshal(full)
	assert.NilError(t, err)
	var fields map[string]any
	assert.NilError(t, json.Unmarshal(raw, &fields))
	assert.Assert(t, is.Len(fields, reflect.TypeFor[form.Entry]().NumField()), "full misses a field")
	for k, rules := range form.Kinds {
		own := slices.Concat([]string{"firstName", "lastName", "email"}, rules.Required, rules.Optional)
		var foreign []string
		for field := range fields {
			if !slices.Contains(own, field) {
				foreign = append(foreign, "/"+field)
			}
		}
		_, found := full.Check(k, now)
		assert.Check(t, is.DeepEqual(pointers(found), slices.Sorted(slices.Values(foreign))), k)
		for _, field := range own {
			_, known := fields[field]
			assert.Check(t, known, "%s takes %s, which is no field", k, field)
		}
		_, found = form.Entry{}.Check(k, now)
		missing := slices.Concat([]string{"firstName", "lastName", "email"}, rules.Required)
		for i := range missing {
			missing[i] = "/" + missing[i]
		}
		assert.Check(t, is.DeepEqual(pointers(found), slices.Sorted(slices.Values(missing))), k)
	}
}

func pointers(found []problem.Detail) (all []string) {
	for _, d := range found {
		all = append(all, d.Pointer)
	}
	slices.Sort(all)
	return all
}

// Fault 32: a message has no control or format characters, and few lines.
func FuzzTidy(f *testing.F) {
	for _, text := range []string{"", "a\r\nb", "\u202ea\u2028b\x00", strings.Repeat("a\n", 50), "\xff\n\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := form.Tidy(text, true)
		invisible := func(r rune) bool { return r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) }
		if strings.ContainsFunc(got, invisible) || strings.Count(got, "\n") >= 40 || form.Tidy(got, true) != got {
			t.Errorf("got %q for %q", got, text)
		}
		if line := form.Tidy(text, false); strings.Contains(line, "\n") {
			t.Errorf("got %q for one line of %q", line, text)
		}
	})
}
