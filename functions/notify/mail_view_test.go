package notify

import (
	"html"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/tax"
)

// statusOf is the status of an order when a mail is sent.
var statusOf = map[outbox.Mail]order.Status{
	outbox.MailConfirmed: order.Scheduled, outbox.MailReady: order.Ready,
	outbox.MailCancelled: order.Cancelled, outbox.MailNotApproved: order.NotApproved,
}

func message(t *testing.T, b brand.Brand, m outbox.Mail, o order.Order) Message {
	t.Helper()
	made, err := New(nil, b, nil, Kitchen{}, "https://www.example.com").message(m, o)
	assert.NilError(t, err)
	return made
}

// fill sets every string field of a value to text and returns their number. Fields with a form of their own (a currency, a time
// zone, a rate) keep their values: they are checked where they are written.
func fill(v reflect.Value, text string) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n += fill(v.Elem(), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "TimeZone" && f.Name != "Rate" {
				n += fill(v.Field(i), text)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += fill(v.Index(i), text)
		}
	case reflect.Map:
		if v.Type().Elem() == reflect.TypeFor[string]() {
			for _, key := range v.MapKeys() {
				v.SetMapIndex(key, reflect.ValueOf(text))
				n++
			}
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(text)
			n++
		}
	}
	return n
}

// Fault 30: texts of guests and restaurants open no element and end no attribute.
func TestTextsAreNotMarkup(t *testing.T) {
	for _, evil := range []string{
		`"><script>alert('x')</script><a href="`, `' onmouseover='x`, `<img src=x onerror=x>`, `<!--`, `]]><![CDATA[`, `{{.}} [name]`,
	} {
		for m, status := range statusOf {
			page := func(text string) string {
				o := as(dinner(locale.FrCA), status)
				o.Reason = "sold out"
				n := fill(reflect.ValueOf(&o).Elem(), text)
				assert.Assert(t, n >= 40, "found only %d texts of an order, want at least 40", n)
				for i := range o.Taxes {
					o.Taxes[i].Tax = tax.Sales // comes from our own rules
				}
				return message(t, brand.Brand{Title: text, MailFrom: text}, m, o).HTML
			}
			got, harmless := page(evil), page("plain")
			for _, sign := range []string{"<", ">", `"`, "'", "<a ", "<br>"} {
				assert.Check(t, is.Equal(strings.Count(got, sign), strings.Count(harmless, sign)))
			}
			assert.Check(t, m != outbox.MailConfirmed || strings.Contains(got, html.EscapeString(evil)), "%s: %q is not shown", m, evil)
		}
	}
}

// Guests' texts are never links, in HTML or plain text, even in orders from before web addresses were refused.
func TestGuestsTextsAreNotLinks(t *testing.T) {
	const evil = "http://evil.zone/x or www.evil.zone or ada@evil.zone"
	for m, status := range statusOf {
		o := as(parked(locale.En), status)
		o.Contact.FirstName, o.Contact.LastName, o.Instructions, o.Lines[0].Instructions = evil, evil, evil, evil
		*o.Vehicle = guest.Vehicle{Make: evil, Model: evil, Colour: evil}
		made := message(t, brand.Default(), m, o)
		for _, text := range []string{made.HTML, made.Text, made.Subject} {
			assert.Check(t, !strings.Contains(text, "evil.zone") && !strings.Contains(text, "http://"), "%s has a link to evil.zone:\n%s", m, text)
			assert.Check(t, text == made.Subject || strings.Contains(text, "evil. zone"), "%s does not contain the guest's text", m)
		}
	}
}

// A mail has its brand's name, colours and fonts and no other brand's.
func TestMailHasOnlyItsBrandsNameColoursAndFonts(t *testing.T) {
	device := brand.Default() // a new brand starts with the fonts of the device
	device.ID, device.Title, device.MailFonts = -1, "Copper Kettle", brand.Fonts{Poster: "'Avenir Next'", Text: "system-ui"}
	device.MailColours = brand.Colours{Primary: "#0a0a01", Edge: "#0a0a02", Stage: "#0a0a03", Shadow: "#0a0a04", OtherShadow: "#0a0a05"}
	brands := append(brand.All(), device)
	marks := func(b brand.Brand) []string {
		c, f := b.MailColours, b.MailFonts
		return []string{b.Title, c.Primary, c.Edge, c.Stage, f.Poster + ",", "px/1.5 " + f.Text + ","}
	}
	for _, b := range brands {
		for _, dish := range []string{"", "root-beer", "pit-fries", "cherry-pie", "house-salad", "full-rack"} {
			o := as(dinner(locale.En), order.Ready)
			if dish != "" {
				o.Lines = []order.Line{{Picture: "dishes/" + dish}}
			}
			for _, m := range []outbox.Mail{outbox.MailConfirmed, outbox.MailReady} {
				got := html.UnescapeString(message(t, b, m, o).HTML)
				assert.Check(t, !strings.Contains(got, "ZgotmplZ"), "html/template rejected a value of %s", b.Title)
				for _, other := range brands {
					for _, mark := range marks(other) {
						assert.Check(t, is.Equal(strings.Contains(got, mark), slices.Contains(marks(b), mark)))
					}
				}
			}
		}
	}
}

// A confirmation draws the lowest part of the dish, and "ready" all of it.
func TestDrawingShowsWhatWasOrdered(t *testing.T) {
	line := func(picture string, stack ...string) order.Line { return order.Line{Picture: picture, Stack: stack} }
	for name, c := range map[string]struct {
		lines   []order.Line
		colours string
	}{
		"a burger with its choices": {[]order.Line{line("", "heel", "patty-2", "bacon", "toast-top")}, "#d9862f #b3392a #43190d #c5701f"},
		"the burger, not the fries": {[]order.Line{line("dishes/pit-fries"), line("", "heel-2", "egg", "wrap-top")}, "#6ba531 #fff8e8 #c5701f"},
		"an unknown ingredient":     {[]order.Line{line("", "heel", "grilled-onions", "crown")}, "#d9862f #a8651b #c5701f"},
		"fries, stick by stick":     {[]order.Line{line("dishes/pit-fries")}, "#ffab1f primary #fff4da primary"},
		"a drink in its cup":        {[]order.Line{line("dishes/root-beer")}, "primary #1c120e primary #fff4da primary"},
		"ribs on their plate":       {[]order.Line{line("dishes/full-rack")}, "#8e3d1c #43190d #1c120e"},
		"a dish without a drawing":  {[]order.Line{line("")}, "#1c120e edge primary #fff4da primary"},
		"nothing":                   {nil, ""},
	} {
		var o order.Order
		o.Lines = c.lines
		want := strings.Fields(c.colours)
		for _, done := range []int{len(want), 1} {
			for i := range len(want) - done {
				want[i] = []string{"shadow", "other"}[i%2]
			}
			got := []string{}
			for _, b := range draw(o, done, brand.Colours{Primary: "primary", Edge: "edge", Shadow: "shadow", OtherShadow: "other"}) {
				got = append(got, b.Colour)
			}
			assert.Check(t, is.DeepEqual(got, want), name)
		}
	}
}
