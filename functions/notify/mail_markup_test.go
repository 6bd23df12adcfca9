package notify

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/tax"
)

// written puts text into every field of a value that can hold any text, and counts them. What has a form of its own (a currency, a
// zone, a rate) stays as it is: such a field is checked where it is written.
func written(v reflect.Value, text string) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n += written(v.Elem(), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case !f.IsExported(), f.Name == "TimeZone", f.Name == "Rate":
			default:
				n += written(v.Field(i), text)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += written(v.Index(i), text)
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

// Fault 30: whatever a guest or a restaurant has written is text in every mail: it opens no element and ends no attribute.
func TestNothingFromOutsideIsMarkup(t *testing.T) {
	mails := map[outbox.Mail]order.Status{
		outbox.MailConfirmed: order.Scheduled, outbox.MailReady: order.Ready, outbox.MailCancelled: order.Cancelled, outbox.MailNotApproved: order.NotApproved,
	}
	for _, evil := range []string{`"><script>alert('x')</script><a href="`, `' onmouseover='x`, `<img src=x onerror=x>`, `<!--`, `]]><![CDATA[`, `[] [name]`} {
		for m, status := range mails {
			for _, l := range locale.All {
				lay := func(text string) string {
					o := as(dinner(l), status)
					o.Reason = "sold out"
					if n := written(reflect.ValueOf(&o).Elem(), text); n < 40 {
						t.Fatalf("only %d texts of an order were found", n)
					}
					for i := range o.Taxes {
						o.Taxes[i].Tax = tax.Sales // which tax it is comes from our own rules
					}
					made, err := New(nil, brand.Brand{Title: text, MailFrom: text}, nil, Kitchen{}, "https://www.example.com").letter(m, o)
					if err != nil {
						t.Fatal(err)
					}
					return made.html()
				}
				got, plain := lay(evil), lay("plain")
				for _, sign := range []string{"<", ">", `"`, "'", "<a ", "<br>"} {
					if strings.Count(got, sign) != strings.Count(plain, sign) {
						t.Errorf("%s in %s: %q adds a %s", m, l, evil, sign)
					}
				}
				if m == outbox.MailConfirmed && !strings.Contains(got, "&lt;") && strings.Contains(evil, "<") {
					t.Errorf("%s in %s: %q is not shown", m, l, evil)
				}
			}
		}
	}
}

func TestLinksLeadToPagesAndTelephones(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.example.com/orders/1": "https://www.example.com/orders/1", "http://localhost:8080/": "http://localhost:8080/", "tel:+15145550134": "tel:+15145550134",
		"javascript:alert(1)": "#", "JavaScript:alert(1)": "#", " https://x": "#", "data:text/html,x": "#", "": "#",
	} {
		if got := link(address); got != want {
			t.Errorf("%q leads to %q", address, got)
		}
	}
}

func TestEveryPlaceHasItsText(t *testing.T) {
	var m markup
	m.add("<p>[] and []</p>", "[]", "<")
	if m.String() != "<p>[] and &lt;</p>" {
		t.Error(m.String())
	}
	for form, texts := range map[trusted][]string{"<p>[]</p>": nil, "<p></p>": {"x"}, "<p>[]": {"x", "y"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error(fmt.Sprint(form, texts, " was written"))
				}
			}()
			m.add(form, texts...)
		}()
	}
}

// A mail of a brand has its name, its colours and its fonts, and none of another brand's, whatever it draws.
func TestAMailShowsTheMarksOfItsBrandOnly(t *testing.T) {
	device := brand.Default() // a new brand starts with the fonts of the device
	device.ID, device.Title, device.MailFonts = -1, "Copper Kettle", brand.Fonts{Poster: "'Avenir Next'", Text: "system-ui"}
	device.MailColours = brand.Colours{Primary: "#0a0a01", Edge: "#0a0a02", Stage: "#0a0a03", Shadow: "#0a0a04", OtherShadow: "#0a0a05"}
	brands := append(brand.All(), device)
	marks := func(b brand.Brand) []string {
		return []string{b.Title, b.MailColours.Primary, b.MailColours.Edge, b.MailColours.Stage, b.MailFonts.Poster + ",", "px/1.5 " + b.MailFonts.Text + ","}
	}
	for _, b := range brands {
		for _, picture := range []string{"", "dishes/root-beer", "dishes/pit-fries", "dishes/cherry-pie", "dishes/house-salad", "dishes/full-rack"} {
			o := as(dinner(locale.En), order.Ready)
			if picture != "" {
				o.Lines = []order.Line{{Picture: picture}}
			}
			for _, m := range []outbox.Mail{outbox.MailConfirmed, outbox.MailReady} {
				made, err := New(nil, b, nil, Kitchen{}, "https://www.example.com").letter(m, o)
				if err != nil {
					t.Fatal(err)
				}
				got := made.html()
				for _, other := range brands {
					for _, mark := range marks(other) {
						if strings.Contains(got, mark) != slices.Contains(marks(b), mark) {
							t.Errorf("a mail of %s that draws %q and %q of %s", b.Title, picture, mark, other.Title)
						}
					}
				}
				if left := regexp.MustCompile(`\{[a-z-]+\}`).FindString(got); left != "" {
					t.Errorf("%s has no value in a mail of %s that draws %q", left, b.Title, picture)
				}
			}
		}
	}
}

// A guest's text is never a link in a mail, neither in HTML nor in plain text, even in orders that were placed before web addresses were refused.
func TestMailsHaveNoLinkFromAGuest(t *testing.T) {
	mails := map[outbox.Mail]order.Status{
		outbox.MailConfirmed: order.Scheduled, outbox.MailReady: order.Ready, outbox.MailCancelled: order.Cancelled, outbox.MailNotApproved: order.NotApproved,
	}
	for m, status := range mails {
		for _, l := range locale.All {
			o := as(parked(l), status)
			const evil = "http://evil.zone/x or www.evil.zone or ada@evil.zone"
			o.Contact.FirstName, o.Contact.LastName, o.Instructions, o.Lines[0].Instructions = evil, evil, evil, evil
			*o.Vehicle = guest.Vehicle{Make: evil, Model: evil, Colour: evil}
			made, err := New(nil, brand.Default(), nil, Kitchen{}, "https://www.example.com").letter(m, o)
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"page": made.html(), "text": made.text(), "subject": made.Subject} {
				if strings.Contains(text, "evil.zone") || strings.Contains(text, "http://") {
					t.Errorf("%s in %s: the %s has a link to evil.zone", m, l, name)
				}
				if name != "subject" && !strings.Contains(text, "evil. zone") {
					t.Errorf("%s in %s: the %s does not show what the guest wrote", m, l, name)
				}
			}
		}
	}
}
