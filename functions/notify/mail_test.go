package notify

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ordering/shared/brand"
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/outbox"
)

var update = flag.Bool("update", false, "write the golden mails instead of comparing with them")

const site = "https://www.bigdealburger.example"

func (b *bench) notify() *Notify {
	return New(b.Table, brand.Default(), b, Kitchen{Now: b.Now}, site+"/")
}

// The mails as they leave, in testdata: look at them when one changes.
func TestMailsAreGolden(t *testing.T) {
	refused := as(dinner(locale.En), order.NotApproved)
	refused.Reason = "The smoker is down <today>"
	for name, c := range map[string]struct {
		mail outbox.Mail
		o    order.Order
	}{
		"confirmed.en":             {outbox.MailConfirmed, dinner(locale.En)},
		"confirmed.en-ca":          {outbox.MailConfirmed, dinner(locale.EnCA)},
		"confirmed.fr-ca":          {outbox.MailConfirmed, dinner(locale.FrCA)},
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
		"cancelled.fr-ca":          {outbox.MailCancelled, as(dinner(locale.FrCA), order.Cancelled)},
		"not-approved.en":          {outbox.MailNotApproved, refused},
		"not-approved.fr-ca":       {outbox.MailNotApproved, as(dinner(locale.FrCA), order.NotApproved)},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.keep(c.o)
			b.Put(outbox.OrderMail(c.o.Token, c.mail, b.Now()))
			b.drain(b.notify())
			if len(b.sent) != 1 {
				t.Fatalf("%d mails were sent", len(b.sent))
			}
			m := b.sent[0]
			for ending, got := range map[string]string{"txt": "Subject: " + m.Subject + "\n\n" + m.Text, "html": m.HTML} {
				path := filepath.Join("testdata", name+"."+ending)
				if *update {
					if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					continue
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("%s differs: run go test ./functions/notify -update and look at the difference", path)
				}
			}
		})
	}
}

// Numbers come again each day: of an order for another day than that of its placing, at the restaurant, a subject names the day.
func TestASubjectNamesTheDayUnlessItIsToday(t *testing.T) {
	for name, c := range map[string]struct {
		o    order.Order
		want string
	}{
		"ready today":                        {as(dinner(locale.En), order.Ready), "Order 4127 is ready"},
		"ready, ordered another day":         {as(ahead(locale.En), order.Ready), "Order 4127 for Tuesday, June 2 is ready"},
		"ready in French":                    {as(ahead(locale.FrCA), order.Ready), "La commande 4127 du mardi 2 juin est prête"},
		"cancelled, ordered for another day": {as(ahead(locale.En), order.Cancelled), "Order 4127 for Tuesday, June 2 is canceled"},
		"refused in French":                  {as(ahead(locale.FrCA), order.NotApproved), "Commande 4127 du mardi 2 juin : le restaurant n’a pas pu la prendre"},
		"today":                              {dinner(locale.En), "Order 4127: ready at 5:45 PM"},
		"tomorrow":                           {ahead(locale.En), "Order 4127: ready Tuesday, June 2 at 12:00 PM"},
		"in French":                          {ahead(locale.FrCA), "Commande 4127 : prête mardi 2 juin à 12 h"},
		"past UTC’s midnight": {func() order.Order {
			o := dinner(locale.En)
			o.Start = placedAt.Add(3 * time.Hour) // the 2nd in UTC, 8:12 PM of the 1st in Montréal
			return o
		}(), "Order 4127: ready at 8:12 PM"},
	} {
		b := newBench(t)
		b.keep(c.o)
		mail := map[order.Status]outbox.Mail{order.Ready: outbox.MailReady, order.Cancelled: outbox.MailCancelled, order.NotApproved: outbox.MailNotApproved}[c.o.Status]
		b.Put(outbox.OrderMail(token, cmp.Or(mail, outbox.MailConfirmed), b.Now()))
		b.drain(b.notify())
		if got := strings.ReplaceAll(b.sent[0].Subject, "\u00a0", " "); got != c.want {
			t.Errorf("%s: the subject is %q, want %q", name, got, c.want)
		}
	}
}

func TestReceiptSaysWhatAReceiptMust(t *testing.T) {
	b := newBench(t)
	b.keep(dinner(locale.FrCA))
	b.Put(outbox.OrderMail(token, outbox.MailConfirmed, b.Now()))
	b.drain(b.notify())
	m := b.sent[0]
	if m.To.Address != "canary.dolores@example.com" || m.Language != "fr-CA" {
		t.Errorf("to %s in %s", m.To.Address, m.Language)
	}
	plain := strings.ReplaceAll(m.Text, "\u00a0", " ")
	markup := strings.ReplaceAll(m.HTML, "\u00a0", " ")
	for _, want := range []string{
		"4127", "Plateau Mont-Royal", "4465, boulevard Saint-Laurent", "Montréal (QC) H2W 1Z8", "514 555-0134", "17 h 45", "lundi 1er juin",
		"La Grosse Affaire", "23,48 $", "Sans oignon", "Trio porc effiloché", "Grand format",
		"TPS (5 %)", "00000 0000 RT0001", "1,87 $", "TVQ (9,975 %)", "0000000000 TQ0001", "3,74 $", "5,62 $", "48,70 $", "4242",
		site + "/ca/fr-ca/orders/" + token, "Annuler la commande",
	} {
		if !strings.Contains(plain, want) {
			t.Errorf("the text lacks %q", want)
		}
		if !strings.Contains(markup, want) {
			t.Errorf("the HTML lacks %q", want)
		}
	}
	if strings.Contains(m.HTML, "<b>&") || !strings.Contains(m.HTML, "&lt;b&gt;&amp; thank you") {
		t.Error("what the guest wrote is not escaped in the HTML")
	}
	if !strings.Contains(m.Text, "<b>& thank you</b>") {
		t.Error("what the guest wrote is changed in the text")
	}
}

func TestACombosPartsHoldTheirChanges(t *testing.T) {
	b := newBench(t)
	b.keep(dinner(locale.En))
	b.Put(outbox.OrderMail(token, outbox.MailConfirmed, b.Now()))
	b.drain(b.notify())
	m := b.sent[0]
	if want := "\n    Pulled Pork\n      – No slaw\n    Pit Fries\n      – Large\n"; !strings.Contains(m.Text, want) {
		t.Errorf("the text lacks %q:\n%s", want, m.Text)
	}
	if inside := `padding-left:16px;color:#65544a;font-size:14px">No slaw<`; !strings.Contains(m.HTML, inside) {
		t.Errorf("the HTML lacks %q", inside)
	}
}

// A mail draws what was ordered: when it is confirmed its lowest part, when it is ready all of it.
func TestWhatWasOrderedIsDrawn(t *testing.T) {
	line := func(picture string, stack ...string) order.Line { return order.Line{Picture: picture, Stack: stack} }
	for name, c := range map[string]struct {
		lines []order.Line
		parts int
		looks string // of all of it
	}{
		"a burger as it was chosen":   {[]order.Line{line("", "heel", "patty", "bacon", "crown")}, 4, "#b3392a"},
		"the burger, though last":     {[]order.Line{line("dishes/pit-fries"), line("", "heel", "patty", "crown")}, 3, "#d9862f"},
		"fries, stick by stick":       {[]order.Line{line("dishes/pit-fries")}, 4, "width:13px"},
		"a drink in its cup":          {[]order.Line{line("dishes/root-beer")}, 5, "border-radius:0 0 14px 14px;background:#bf2126"},
		"ribs on their plate":         {[]order.Line{line("dishes/full-rack")}, 3, "#43190d"},
		"what has no drawing of ours": {[]order.Line{line("")}, 5, "#8f1418"},
	} {
		o := order.Order{}
		o.Lines = c.lines
		for done, missing := range map[int]int{1: c.parts - 1, math.MaxInt: 0} {
			layers := drawn(o, done)
			shadows := 0
			for _, l := range layers {
				if l.Missing {
					shadows++
				}
			}
			if len(layers) != c.parts || shadows != missing || layers[len(layers)-1].Missing {
				t.Errorf("%s: %d parts, %d of them missing: %+v", name, len(layers), shadows, layers)
			}
		}
		if html := (letter{Colours: brand.Default().MailColours, Layers: drawn(o, math.MaxInt), words: wordsIn(locale.En)}).html(); !strings.Contains(html, c.looks) {
			t.Errorf("%s: the mail lacks %q", name, c.looks)
		}
	}
}

func TestCancelLinkEndsWithTheRightToCancel(t *testing.T) {
	b := newBench(t)
	b.keep(as(dinner(locale.En), order.InPreparation))
	b.Put(outbox.OrderMail(token, outbox.MailConfirmed, b.Now()))
	b.drain(b.notify())
	if len(b.sent) != 1 || strings.Contains(b.sent[0].Text, "cancel") || strings.Contains(b.sent[0].HTML, "ancel the order") {
		t.Errorf("the receipt of a fired order still offers to cancel it")
	}
}

func TestFreeOrderIsNotPaidByCard(t *testing.T) {
	o := dinner(locale.En)
	o.Payment = order.Payment{Kind: order.KindFree, State: order.PaymentNone}
	o.Total = money.Of(0, money.CAD)
	for m, s := range map[outbox.Mail]order.Status{outbox.MailConfirmed: order.Scheduled, outbox.MailCancelled: order.Cancelled} {
		l, err := newBench(t).notify().letter(m, as(o, s))
		if err != nil {
			t.Fatal(err)
		}
		text := l.text()
		if !strings.Contains(strings.ToLower(text), "nothing to pay") || strings.Contains(text, "card") {
			t.Errorf("%s of a free order:\n%s", m, text)
		}
	}
}

// A mail that was held up must not contradict what happened since.
func TestMailThatIsNoLongerTrueIsNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		mail outbox.Mail
		now  order.Status
		sent bool
	}{
		"receipt of a cancelled order":     {outbox.MailConfirmed, order.Cancelled, false},
		"receipt of a refused order":       {outbox.MailConfirmed, order.NotApproved, false},
		"receipt of an order made already": {outbox.MailConfirmed, order.Completed, true},
		"ready, but picked up":             {outbox.MailReady, order.Completed, false},
		"ready":                            {outbox.MailReady, order.Ready, true},
	} {
		b := newBench(t)
		b.keep(as(dinner(locale.En), c.now))
		b.Put(outbox.OrderMail(token, c.mail, b.Now()))
		b.drain(b.notify())
		if (len(b.sent) == 1) != c.sent || b.pending() != 0 {
			t.Errorf("%s: %d sent, %d pending", name, len(b.sent), b.pending())
		}
	}
}

func TestMailWaitsForItsService(t *testing.T) {
	b := newBench(t)
	b.keep(dinner(locale.En))
	b.Put(outbox.OrderMail(token, outbox.MailConfirmed, b.Now()))
	b.err = outbox.Unreachable(errors.New("throttled"))
	b.drain(b.notify())
	if b.pending() != 1 {
		t.Fatal("the mail was dropped")
	}
	b.err = nil
	b.Pass(time.Minute)
	b.drain(b.notify())
	if len(b.sent) != 1 || b.pending() != 0 {
		t.Errorf("%d sent, %d pending", len(b.sent), b.pending())
	}
}

func TestMessageOnTheWire(t *testing.T) {
	b := newBench(t)
	b.keep(dinner(locale.FrCA))
	b.Put(outbox.OrderMail(token, outbox.MailConfirmed, b.Now()))
	b.drain(b.notify())
	raw, err := b.sent[0].Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := b.sent[0].Bytes()
	if string(raw) != string(again) {
		t.Error("the same message has two forms")
	}
	for _, line := range strings.Split(strings.SplitN(string(raw), "\r\n\r\n", 2)[0], "\r\n") {
		for _, c := range line {
			if c > '~' || len(line) > 200 {
				t.Fatalf("header %q cannot travel", line)
			}
		}
	}
	got, err := mail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject"))
	if err != nil || subject != b.sent[0].Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	if id := got.Header.Get("Message-ID"); !regexp.MustCompile(`^<[0-9a-f]{32}@bigdealburger\.example>$`).MatchString(id) {
		t.Errorf("id %s", id)
	}
	_, params, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(got.Body, params["boundary"])
	for _, want := range []string{b.sent[0].Text, b.sent[0].HTML} {
		p, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != want {
			t.Errorf("part %s is not what was written (%v)", p.Header.Get("Content-Type"), err)
		}
	}
}

// Fault 32: nothing that a guest or a restaurant can write begins a header of its own.
func TestHeadersCannotBeInjected(t *testing.T) {
	for _, evil := range []string{"x\r\nBcc: all@example.com", "x\nBcc: all@example.com", "x\rBcc: all@example.com", "x\u2028Bcc: all@example.com"} {
		m := Message{ID: "a1", From: mail.Address{Name: evil, Address: "o@example.com"}, To: mail.Address{Name: evil, Address: "g@example.com"}, Subject: evil}
		raw, err := m.Bytes()
		if err != nil {
			continue // refused is as good
		}
		got, err := mail.ReadMessage(strings.NewReader(string(raw)))
		if err != nil {
			t.Fatalf("%q: %v", evil, err)
		}
		if got.Header.Get("Bcc") != "" {
			t.Errorf("%q made a header", evil)
		}
		m.To.Address = evil + "@example.com"
		if _, err := m.Bytes(); err == nil {
			t.Errorf("%q is no address", m.To.Address)
		}
	}
	o := dinner(locale.En)
	o.Contact.FirstName = "Eve\r\nBcc: all@example.com"
	l, err := newBench(t).notify().letter(outbox.MailReady, o)
	if err != nil || strings.ContainsAny(l.Subject+l.Title, "\r\n") {
		t.Errorf("the name broke a line: %q %q %v", l.Subject, l.Title, err)
	}
}

func TestEveryMailHasItsWords(t *testing.T) {
	for _, l := range locale.All {
		w := wordsIn(l)
		for _, m := range []outbox.Mail{outbox.MailConfirmed, outbox.MailReady, outbox.MailCancelled, outbox.MailNotApproved} {
			for _, part := range []string{"subject", "preview", "title", "line"} {
				w.Say(fmt.Sprintf("%s-%s", m, part))
			}
		}
		for _, handoff := range []string{"dine-in", "pickup", "delivery", "curbside", "drive-through"} {
			w.Say("handoff-" + handoff)
		}
	}
	if got := (words{"k": "[a] and [b]"}).Say("k", "a", "[b]", "b", "2"); got != "[b] and 2" {
		t.Errorf("a value was taken for a place: %s", got)
	}
}

// A row that was set aside and is sent again finds nobody to write to.
func TestNobodyIsWrittenToOfAnOrderWhoseGuestIsErased(t *testing.T) {
	b := newBench(t)
	o := as(dinner(locale.En), order.Cancelled)
	o.Contact.Email, o.Erased = "", placedAt
	b.keep(o)
	b.Put(outbox.OrderMail(token, outbox.MailCancelled, placedAt))
	b.drain(b.notify())
	if len(b.sent) != 0 || b.pending() != 0 {
		t.Errorf("%d mails, %d rows are left", len(b.sent), b.pending())
	}
}
