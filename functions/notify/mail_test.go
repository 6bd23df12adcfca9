package notify

import (
	"cmp"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/secret"
)

const site = "https://www.bigdealburger.example"

func (b *bench) notify() *Notify {
	return New(b.Table, brand.Default(), b, Kitchen{Now: b.Now}, site+"/").WithCodes(secret.Fixed("codes"))
}

// mailOf delivers a mail about an order and returns what was sent.
func mailOf(t *testing.T, m outbox.Mail, o order.Order) []Message {
	t.Helper()
	b := newBench(t)
	b.keep(o)
	b.Put(outbox.OrderMail(o.Token, m, b.Now()))
	b.drain(b.notify())
	assert.Check(t, is.Equal(b.pending(), 0))
	return b.sent
}

// plain replaces no-break spaces.
func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// testdata has the text of each mail that is sent, and the HTML of those that use each part of the templates: look at them when one
// changes. A receipt needs its taxes with their registrations, the address and the way to cancel; its rows are in the order of
// calculation: subtotal, adjustments, charges, taxes.
func TestGoldenMails(t *testing.T) {
	refused := as(dinner(locale.En), order.NotApproved)
	refused.Reason = "The smoker is down <today>"
	for name, c := range map[string]struct {
		mail outbox.Mail
		o    order.Order
	}{
		"confirmed.en":             {outbox.MailConfirmed, dinner(locale.En)},
		"confirmed.en-ca":          {outbox.MailConfirmed, dinner(locale.EnCA)},
		"confirmed.fr-ca":          {outbox.MailConfirmed, reduced(locale.FrCA)},
		"confirmed-free.en":        {outbox.MailConfirmed, free(locale.En)},
		"confirmed-ahead.en":       {outbox.MailConfirmed, ahead(locale.En)},
		"confirmed-ahead.en-ca":    {outbox.MailConfirmed, ahead(locale.EnCA)},
		"confirmed-ahead.fr-ca":    {outbox.MailConfirmed, ahead(locale.FrCA)},
		"ready.en":                 {outbox.MailReady, as(dinner(locale.En), order.Ready)},
		"ready.fr-ca":              {outbox.MailReady, as(dinner(locale.FrCA), order.Ready)},
		"confirmed-curbside.en":    {outbox.MailConfirmed, parked(locale.En)},
		"confirmed-curbside.fr-ca": {outbox.MailConfirmed, parked(locale.FrCA)},
		"ready-curbside.en":        {outbox.MailReady, as(parked(locale.En), order.Ready)},
		"ready-curbside.fr-ca":     {outbox.MailReady, as(parked(locale.FrCA), order.Ready)},
		"ready-arrived.en":         {outbox.MailReady, as(there(locale.En), order.Ready)},
		"ready-arrived.fr-ca":      {outbox.MailReady, as(there(locale.FrCA), order.Ready)},
		"cancelled.en":             {outbox.MailCancelled, as(dinner(locale.En), order.Cancelled)},
		"cancelled.fr-ca":          {outbox.MailCancelled, as(rewarded(locale.FrCA), order.Cancelled)},
		"not-approved.en":          {outbox.MailNotApproved, refused},
		"not-approved.fr-ca":       {outbox.MailNotApproved, as(dinner(locale.FrCA), order.NotApproved)},
	} {
		t.Run(name, func(t *testing.T) {
			sent := mailOf(t, c.mail, c.o)
			assert.Assert(t, is.Len(sent, 1))
			golden.Assert(t, "Subject: "+sent[0].Subject+"\n\n"+sent[0].Text, name+".txt")
			if slices.Contains([]string{"confirmed.fr-ca", "confirmed-curbside.en", "ready.fr-ca", "ready-arrived.en", "not-approved.en"}, name) {
				golden.Assert(t, sent[0].HTML, name+".html")
			}
		})
	}
}

// Order numbers are used again each day. TestGoldenMails has the subjects of today's orders and of confirmations.
func TestSubjectNamesTheDayUnlessItIsToday(t *testing.T) {
	pastMidnightUTC := dinner(locale.En)
	pastMidnightUTC.Start = placedAt.Add(3 * time.Hour) // the 2nd in UTC, 8:12 PM of the 1st in Montréal
	kinds := map[order.Status]outbox.Mail{
		order.Ready: outbox.MailReady, order.Cancelled: outbox.MailCancelled, order.NotApproved: outbox.MailNotApproved,
	}
	for want, o := range map[string]order.Order{
		"Order 4127 for Tuesday, June 2 is ready":                             as(ahead(locale.En), order.Ready),
		"La commande 4127 du mardi 2 juin est prête":                          as(ahead(locale.FrCA), order.Ready),
		"Order 4127 for Tuesday, June 2 is canceled":                          as(ahead(locale.En), order.Cancelled),
		"Commande 4127 du mardi 2 juin : le restaurant n’a pas pu la prendre": as(ahead(locale.FrCA), order.NotApproved),
		"Order 4127: ready at 8:12 PM":                                        pastMidnightUTC,
	} {
		m, err := newBench(t).notify().message(cmp.Or(kinds[o.Status], outbox.MailConfirmed), o)
		got := plain(m.Subject)
		assert.Check(t, got == want && err == nil, "subject: got %q, want %q (%v)", got, want, err)
	}
}

func TestMailMatchesTheOrder(t *testing.T) {
	for name, c := range map[string]struct {
		mail       outbox.Mail
		o          order.Order
		has, lacks string
	}{
		"in preparation":  {outbox.MailConfirmed, as(dinner(locale.En), order.InPreparation), "ending in 4242", "ancel the order"},
		"free, cancelled": {outbox.MailCancelled, as(free(locale.En), order.Cancelled), "othing to pay", "card"},
	} {
		m := mailOf(t, c.mail, c.o)[0]
		for _, text := range []string{m.Text, m.HTML} {
			assert.Check(t, strings.Contains(text, c.has) && !strings.Contains(text, c.lacks), "%s, not %q:\n%s", name, c.lacks, text)
		}
	}
}

func TestOutdatedMailIsNotSent(t *testing.T) {
	erased := as(dinner(locale.En), order.Cancelled)
	erased.Contact.Email, erased.Erased = "", placedAt
	for name, c := range map[string]struct {
		mail outbox.Mail
		o    order.Order
		sent int
	}{
		"receipt of a cancelled order":     {outbox.MailConfirmed, as(dinner(locale.En), order.Cancelled), 0},
		"receipt of a refused order":       {outbox.MailConfirmed, as(dinner(locale.En), order.NotApproved), 0},
		"receipt of an order made already": {outbox.MailConfirmed, as(dinner(locale.En), order.Completed), 1},
		"ready, but picked up":             {outbox.MailReady, as(dinner(locale.En), order.Completed), 0},
		"cancelled, but ready":             {outbox.MailCancelled, as(dinner(locale.En), order.Ready), 0},
		"refused, but ready":               {outbox.MailNotApproved, as(dinner(locale.En), order.Ready), 0},
		"of an erased guest":               {outbox.MailCancelled, erased, 0},
	} {
		assert.Check(t, is.Len(mailOf(t, c.mail, c.o), c.sent), name)
	}
}

func TestMessageBytes(t *testing.T) {
	m := mailOf(t, outbox.MailConfirmed, dinner(locale.FrCA))[0]
	m.Subject += " – et une ligne beaucoup plus longue que la plus longue ligne permise à un en-tête"
	raw, err := m.Bytes()
	again, _ := m.Bytes()
	assert.NilError(t, err)
	assert.Equal(t, string(raw), string(again))
	header, _, _ := strings.Cut(string(raw), "\r\n\r\n")
	assert.Equal(t, regexp.MustCompile(`[^\r\n -~]|[^\r\n]{79}`).FindString(header), "")
	got, err := mail.ReadMessage(strings.NewReader(string(raw)))
	assert.NilError(t, err)
	for name, want := range map[string]string{
		"Subject": m.Subject, "Message-Id": "<" + messageID(outbox.MailID(token, outbox.MailConfirmed)) + "@bigdealburger.example>",
		"Date": "Mon, 01 Jun 2026 21:12:00 +0000", "Content-Language": "fr-CA", "Auto-Submitted": "auto-generated",
		"From": `"Big Deal Burger" <orders@bigdealburger.example>`, "To": "<canary.dolores@example.com>", "User-Agent": "", "X-Mailer": "",
	} {
		value, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get(name))
		assert.Check(t, err == nil && value == want, "%s: got %q, want %q (%v)", name, value, want, err)
	}
	kind, params, _ := mime.ParseMediaType(got.Header.Get("Content-Type"))
	parts := multipart.NewReader(got.Body, params["boundary"])
	for _, want := range []string{m.Text, m.HTML} {
		p, err := parts.NextRawPart()
		assert.NilError(t, err, kind)
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != want {
			t.Errorf("part %s of %s differs from its source (%v)", p.Header.Get("Content-Type"), kind, err)
		}
	}
}

// Fault 32: no text of a guest or a restaurant adds a header, an address or a name.
func TestHeadersCannotBeInjected(t *testing.T) {
	for _, lineBreak := range []string{"\r\n", "\n", "\r", "\u2028", " =?utf-8?q?=0D=0A?= "} {
		evil := "x" + lineBreak + "Bcc: all@example.com"
		m := Message{
			ID: "a1", From: mail.Address{Name: evil, Address: "o@example.com"}, To: mail.Address{Name: evil, Address: "g@example.com"},
			ReplyTo: "r@example.com", Subject: evil, Language: evil,
		}
		raw, err := m.Bytes()
		assert.NilError(t, err)
		got, err := mail.ReadMessage(strings.NewReader(string(raw)))
		assert.Check(t, err == nil && got.Header.Get("Bcc") == "", "%q added a header, or %v", evil, err)
		assert.Check(t, is.Equal(got.Header.Get("Reply-To"), "<r@example.com>"))
		decoded, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject"))
		assert.Check(t, err == nil && !strings.ContainsAny(decoded, "\r\n"), "%q is decoded as %q (%v)", evil, decoded, err)
		for _, address := range []string{
			evil + "@example.com", "a@" + evil, "a@b.example, c@d.example", "Boss <a@b.example>", "=?utf-8?q?a?=@b.example", "no address", "",
		} {
			to, replyTo := m, m
			to.To.Address, replyTo.ReplyTo = address, address
			for _, one := range []Message{to, replyTo} {
				if _, err := one.Bytes(); one.ReplyTo != "" && (err == nil || strings.Contains(err.Error(), "example")) {
					t.Errorf("address %q: got %v, want an error without the address", address, err)
				}
			}
		}
	}
	o := dinner(locale.En)
	o.Contact.FirstName = "Eve\r\nBcc: all@example.com"
	v, err := newBench(t).notify().viewOf(outbox.MailReady, o)
	assert.NilError(t, err)
	assert.Assert(t, !strings.ContainsAny(v.Subject+v.Title, "\r\n"), "%q %q", v.Subject, v.Title)
}

func TestEveryMailHasItsTexts(t *testing.T) {
	for _, l := range locale.All {
		s := sentences(l, "mail")
		for _, m := range outbox.Mails {
			for _, part := range []string{"subject", "preview", "title", "line"} {
				s.Say(string(m) + "-" + part)
			}
		}
		for _, handoff := range []string{"dine-in", "pickup", "delivery", "curbside", "drive-through"} {
			s.Say("handoff-" + handoff)
		}
	}
}
