// Package formtest sends forms of every kind in tests.
package formtest

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/upload"
)

// Sender sends forms of guests.
type Sender struct {
	*form.Service
	Folder *upload.Folder
	t      testing.TB
}

// New returns a sender over a table with the location grill of package ordertest.
func New(t testing.TB, tt table.Table, guests guest.Keeper, now func() time.Time) *Sender {
	files := upload.NewFolder(t.TempDir(), now)
	return &Sender{&form.Service{
		Table: tt, Brand: brand.Default(), Guests: guests, Codes: customer.Codes(secret.Fixed("codes")), Files: files,
		Locations: location.NewStore(tt, now), Now: now,
	}, files, t}
}

// Send sends a form of the kind for the guest name@example.com. Every text of the guest contains the name. edit may change the entry.
func (s *Sender) Send(k form.Kind, name string, edit ...func(*form.Entry)) form.Case {
	s.t.Helper()
	ctx, rules := context.Background(), form.Kinds[k]
	takes := func(field string) bool {
		return slices.Contains(rules.Required, field) || slices.Contains(rules.Optional, field)
	}
	text := func(field, value string) string {
		if takes(field) {
			return value
		}
		return ""
	}
	e := form.Entry{
		FirstName: "First" + name, LastName: "Last" + name, Email: name + "@example.com", Phone: text("phone", "+19185550123"),
		LocationID: text("locationId", "grill"), Subject: text("subject", "Subject"+name), OrderNumber: text("orderNumber", "Number"+name),
		Message: text("message", "Message "+name), BirthDate: text("birthDate", "1990-01-01"), Country: text("country", "US"),
		Region: text("region", "OK"), Agent: text("agent", "Agent "+name), Request: text("request", "delete"), Agreed: takes("agreed"),
		Visited: text("visited", s.Now().AddDate(0, 0, -2).Format(time.DateOnly)),
	}
	if len(rules.Subjects) > 0 {
		e.Subject = "other"
	}
	if takes("rating") {
		e.Rating = 4
	}
	if takes("availability") {
		e.Availability = []string{"mon-morning"}
	}
	if takes("photos") {
		e.Photos = []string{s.Upload(k, ".jpg", "Photo"+name)}
	}
	if takes("resume") {
		e.Resume = s.Upload(k, ".pdf", "Resume"+name)
	}
	for _, f := range edit {
		f(&e)
	}
	token, err := form.Tokens{Guests: s.Guests, Now: func() time.Time { return s.Now().Add(-form.Wait) }}.New(ctx)
	assert.NilError(s.t, err)
	r, err := s.Service.Send(ctx, form.Request{Kind: k, Entry: e, Token: token, Key: rand.Text(), Locale: locale.En, Country: "US"})
	assert.NilError(s.t, err, "%s %+v", k, e)
	c, err := form.Find(ctx, s.Table, r.Reference)
	assert.NilError(s.t, err)
	return c
}

// Upload stores a file that a form can name.
func (s *Sender) Upload(k form.Kind, extension, data string) (name string) {
	s.t.Helper()
	name = strings.ToLower(rand.Text()) + extension
	assert.NilError(s.t, s.Folder.Put(context.Background(), name, "", []byte(data)))
	u := form.Upload{Kind: k, Bytes: len(data), Created: s.Now()}
	assert.NilError(s.t, s.Table.Write(context.Background(), u.Issue(name)))
	return name
}

// Verify verifies a privacy request with the code of its mail.
func (s *Sender) Verify(c form.Case) form.Case {
	s.t.Helper()
	ctx := context.Background()
	code, err := s.Codes.Code(ctx, c.ID, c.Code.Nth)
	assert.NilError(s.t, err)
	_, err = s.Service.Verify(ctx, c.ID, code)
	assert.NilError(s.t, err)
	c, err = form.Load(ctx, s.Table, c.ID)
	assert.NilError(s.t, err)
	return c
}
