package notify

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"ordering/shared/brand"
	"ordering/shared/form"
	"ordering/shared/form/formtest"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/outbox"
	"ordering/shared/table"
	"ordering/shared/webhook"
)

const caseID = "b7k2m9qxz4vhr3wya5pdnc6jtu"

// review returns a case with most of the fields.
func review(l locale.Locale) form.Case {
	return form.Case{
		ID: caseID, Reference: "R7K2-M9QX", Kind: form.Review, Locale: string(l), Country: "ca", Received: placedAt, Status: form.Open,
		Entry: form.Entry{
			FirstName: "Dolorès", LastName: "Canary-Tremblay", Email: "canary.dolores@example.com", Phone: "+15145550177",
			LocationID: "bdb-1021", Visited: "2026-05-31", OrderNumber: "4127", Rating: 4, Agreed: true,
			Layers: []form.ReviewedLayer{
				{ItemID: "the-big-deal", Part: "item", Verdict: "good"}, {ItemID: "the-big-deal", Part: "onion", Verdict: "wrong"},
			},
			Message: "Cut in half, <b>please</b>.\n\nSee http://evil.zone/x",
		},
		Files: []form.File{{Name: "photo-1.jpg", Type: "image/jpeg", Bytes: 1000}},
	}
}

// application returns a case with the other fields of a job.
func application() form.Case {
	c := review(locale.En)
	c.Kind, c.Entry = form.JobApplication, form.Entry{
		FirstName: "Dolorès", LastName: "Canary-Tremblay", Email: "canary.dolores@example.com", Phone: "+15145550177", LocationID: "gone",
		Subject: "Grill cook", Starts: "2026-06-15", Availability: []string{"mon-morning", "mon-evening", "sun-night"}, Agreed: true,
	}
	return c
}

// request returns a verified privacy request.
func request(l locale.Locale) form.Case {
	c := review(l)
	c.Kind, c.Files, c.Verified = form.Privacy, nil, placedAt.Add(time.Minute)
	c.AcknowledgeBy, c.AnswerBy = time.Date(2026, 6, 15, 0, 0, 0, 0, time.UTC), time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	c.Entry = form.Entry{
		FirstName: "Dolorès", LastName: "Canary-Tremblay", Email: "canary.dolores@example.com", Region: "QC", Country: "CA", Request: "delete",
		Agent: "Rivers & Co",
	}
	return c
}

// keepCase writes a case as package form stores it.
func (b *bench) keepCase(c form.Case) {
	b.Helper()
	raw, err := json.Marshal(c)
	assert.NilError(b, err)
	b.Put(table.Put(table.Item{Key: table.Key{PK: "case#" + c.ID, SK: "case"}, Data: raw}))
	got, err := form.Load(b.Context(), b, c.ID)
	assert.Assert(b, err == nil && got.Reference == c.Reference, "package form does not find the stored case: %v", err)
}

// formMailOf delivers a mail about a case and returns what was sent.
func formMailOf(t *testing.T, m form.Mail, c form.Case) []Message {
	t.Helper()
	b := newBench(t)
	plateau := `{"id":"bdb-1021","label":"Plateau Mont-Royal"}`
	b.Put(table.Put(table.Item{Key: location.KeyOf("bdb-1021"), Data: []byte(plateau)}))
	b.keepCase(c)
	b.Put(form.SendMail(c.ID, m, c.Code.Nth, b.Now()))
	b.drain(b.notify())
	assert.Check(t, is.Equal(b.pending(), 0))
	return b.sent
}

// testdata has the mails of forms: look at them when one changes.
func TestGoldenFormMails(t *testing.T) {
	unverified := request(locale.En)
	unverified.Status, unverified.Verified, unverified.Code.Nth = form.Unverified, time.Time{}, 1
	frenchUnverified := unverified
	frenchUnverified.Locale = string(locale.FrCA)
	catering, closed := review(locale.En), request(locale.En)
	catering.Kind, catering.Entry.Guests = form.CateringFeedback, 40
	closed.Status, closed.Outcome = form.Closed, "deleted"
	talk := func(l locale.Locale) form.Case {
		c := review(l)
		c.Kind, c.Entry.Subject = form.Talk, "lost-receipt"
		return c
	}
	for name, c := range map[string]struct {
		mail form.Mail
		c    form.Case
	}{
		"form-desk-review":        {form.MailDesk, review(locale.FrCA)},
		"form-desk-catering":      {form.MailDesk, catering},
		"form-desk-talk":          {form.MailDesk, talk(locale.JaJP)},
		"form-desk-job":           {form.MailDesk, application()},
		"form-desk-privacy":       {form.MailDesk, request(locale.EnCA)},
		"form-copy.en":            {form.MailCopy, review(locale.En)},
		"form-copy.fr-ca":         {form.MailCopy, review(locale.FrCA)},
		"form-copy-talk.es-mx":    {form.MailCopy, talk(locale.EsMX)},
		"form-copy-talk.ja-jp":    {form.MailCopy, talk(locale.JaJP)},
		"form-copy-talk.pt-br":    {form.MailCopy, talk(locale.PtBR)},
		"form-code.en":            {form.MailCode, unverified},
		"form-code.fr-ca":         {form.MailCode, frenchUnverified},
		"form-acknowledged.en":    {form.MailAcknowledged, request(locale.EnCA)},
		"form-acknowledged.fr-ca": {form.MailAcknowledged, request(locale.FrCA)},
		"form-done.en":            {form.MailDone, closed},
	} {
		t.Run(name, func(t *testing.T) {
			sent := formMailOf(t, c.mail, c.c)
			assert.Assert(t, is.Len(sent, 1))
			m := sent[0]
			golden.Assert(t, "To: "+m.To.Address+"\nReply-To: "+m.ReplyTo+"\nSubject: "+m.Subject+"\n\n"+m.Text, name+".txt")
			if name == "form-desk-review" || name == "form-copy.en" {
				golden.Assert(t, m.HTML, name+".html")
			}
			raw, err := m.Bytes()
			assert.NilError(t, err)
			assert.Check(t, is.Contains(string(raw), "Reply-To: <"+m.ReplyTo+">"))
		})
	}
}

// A sentence that is missing would stop a mail.
func TestEveryFormMailHasItsTexts(t *testing.T) {
	outcomes := []string{form.OutcomeClosed, form.OutcomeExported, form.OutcomeDeleted, form.OutcomeCorrected, form.OutcomeLimited}
	for _, l := range append(locale.All, locale.Abroad...) {
		s := sentences(l, "form-mail")
		for _, outcome := range outcomes {
			s.Say("done-" + outcome + "-line")
		}
		for k, rules := range form.Kinds {
			if rules.Copy {
				s.Say("copy-" + string(k) + "-line")
			}
		}
	}
	for _, l := range []locale.Locale{locale.En, locale.FrCA} {
		s := sentences(l, "desk-mail")
		for k, rules := range form.Kinds {
			s.Say("form-" + string(k))
			for _, subject := range rules.Subjects {
				s.Say("about-" + subject)
			}
		}
		for _, request := range form.Requests {
			s.Say("request-" + request)
		}
		assert.Check(t, is.Len(days(s, form.Slots()), 7))
	}
}

// The mails that a guest gets have the first name and the reference, and nothing else that was sent: anyone can enter an address.
func TestMailsToGuestsEchoNothing(t *testing.T) {
	for _, m := range []form.Mail{form.MailCopy, form.MailAcknowledged, form.MailDone} {
		c := request(locale.En)
		if m == form.MailCopy {
			c.Kind = form.Talk
		}
		assert.Assert(t, fill(reflect.ValueOf(&c.Entry).Elem(), "canary") >= 15)
		c.Entry.FirstName, c.Entry.Email, c.Outcome = "Ann http://evil.zone", "ann@example.com", "closed"
		sent := formMailOf(t, m, c)[0]
		for _, text := range []string{sent.Subject, sent.Text, sent.HTML} {
			assert.Check(t, !strings.Contains(text, "canary") && !strings.Contains(text, "evil.zone"), "%s:\n%s", m, text)
			assert.Check(t, is.Contains(text, "R7K2-M9QX"))
		}
		assert.Check(t, is.Contains(sent.Text, "Ann http: //evil. zone"))
	}
}

// Faults 30 and 32: no text of a guest is markup, a link or a header in the mail to the desk.
func TestTextsToTheDeskAreTextOnly(t *testing.T) {
	mailWith := func(k form.Kind, text string) Message {
		c := review(locale.En)
		c.Kind = k
		fill(reflect.ValueOf(&c.Entry).Elem(), text)
		c.Entry.Email, c.Entry.LocationID, c.Entry.Request, c.Entry.Availability, c.Entry.Rating = "ann@example.com", "", "", nil, 3
		if k != form.JobApplication {
			c.Entry.Subject = "other"
		}
		for i := range c.Entry.Layers {
			c.Entry.Layers[i].Verdict = "good"
		}
		return formMailOf(t, form.MailDesk, c)[0]
	}
	for _, k := range []form.Kind{form.Review, form.JobApplication} {
		for _, evil := range []string{
			`"><script>alert('x')</script><a href="`, "x\r\nBcc: all@evil.zone", " =?utf-8?q?=0D=0A?= x",
			"http://evil.zone/x or www.evil.zone or ada@evil.zone",
		} {
			got, harmless := mailWith(k, evil), mailWith(k, strings.Repeat("plain\n", strings.Count(evil, "\n"))+"plain")
			assert.Check(t, is.Equal(got.Subject, harmless.Subject))
			for _, sign := range []string{"<", ">", `"`, "'"} {
				assert.Check(t, is.Equal(strings.Count(got.HTML, sign), strings.Count(harmless.HTML, sign)), evil)
			}
			assert.Check(t, !strings.Contains(got.HTML+got.Text, "evil.zone"), got.Text)
			assert.Check(t, is.Equal(got.ReplyTo, "ann@example.com"))
			raw, err := got.Bytes()
			assert.NilError(t, err)
			header, _, _ := strings.Cut(string(raw), "\r\n\r\n")
			assert.Check(t, !strings.Contains(header, "evil") && !strings.Contains(header, "Bcc"), header)
		}
	}
}

// The guest of a request to delete gets one mail, although the case has no address any more.
func TestDoneIsMailedAfterADeletion(t *testing.T) {
	b := newBench(t)
	guests := guest.Secret("guests")
	sender := formtest.New(t, b, guests, b.Now)
	request := sender.Verify(sender.Send(form.Privacy, "ann"))
	erasure := form.Erasure{Table: b, Files: sender.Folder, Guests: guests, Now: b.Now, Answers: true}
	erased, err := erasure.Erase(t.Context(), guests.Name("ann@example.com"))
	assert.NilError(t, err)
	assert.Equal(t, erased, 1)
	b.drain(b.notify())
	assert.Assert(t, is.Len(b.sent, 1))
	assert.Equal(t, b.sent[0].To.Address, "ann@example.com")
	assert.Check(t, is.Contains(b.sent[0].Text, "Firstann"))
	c, err := form.LoadDone(t.Context(), b, request.ID)
	assert.NilError(t, err)
	assert.Check(t, !c.Erased.IsZero() && c.Entry.Email+c.Entry.FirstName == "", "the address is kept after the mail: %+v", c.Entry)
}

// A mail that is no longer true is not sent.
func TestOutdatedFormMailIsNotSent(t *testing.T) {
	replaced, verified, erased := request(locale.En), request(locale.En), review(locale.En)
	replaced.Status, replaced.Verified = form.Unverified, time.Time{}
	replaced.Code.Nth, verified.Code.Nth = 2, 1
	erased.Entry, erased.Erased = form.Entry{}, placedAt
	for name, c := range map[string]struct {
		mail form.Mail
		c    form.Case
		nth  int
		sent int
	}{
		"the code":           {form.MailCode, replaced, 2, 1},
		"an earlier code":    {form.MailCode, replaced, 1, 0},
		"code of a verified": {form.MailCode, verified, 1, 0},
		"copy to an erased":  {form.MailCopy, erased, 1, 0},
		"an erased to desk":  {form.MailDesk, erased, 1, 0},
	} {
		b := newBench(t)
		b.keepCase(c.c)
		b.Put(form.SendMail(caseID, c.mail, c.nth, b.Now()), form.SendMail("expired", c.mail, c.nth, b.Now()))
		b.drain(b.notify())
		assert.Check(t, is.Len(b.sent, c.sent), name)
		assert.Check(t, is.Equal(b.pending(), 0))
		if c.sent > 0 {
			assert.Check(t, is.Contains(b.sent[0].Subject, b.code(caseID, 2)))
		}
	}
}

// The system of the desks gets the whole case, and after an erasure only its reference.
func TestDeskGetsEvents(t *testing.T) {
	b := newBench(t)
	d := receive[DeskMessage](b, webhook.DeskHeader)
	n := b.notify().WithDesk(webhook.Desk(d.URL, secrets), b.Now)
	c := review(locale.FrCA)
	b.keepCase(c)
	b.Put(
		form.SendEvent(c.ID, form.EventVerified, b.Now()), form.SendEvent(c.ID, form.EventReceived, b.Now()),
		form.SendEvent("expired", form.EventReceived, b.Now()),
	)
	b.drain(n)
	assert.Assert(t, is.Len(d.got, 2))
	m := d.got[0]
	assert.Check(t, is.Equal(d.got[1].Type, webhook.FormVerified), "events at one time arrive in order")
	assert.Check(t, m.Type == webhook.FormReceived && len(m.ID) >= 8 && m.At.Equal(placedAt), "%+v", m)
	assert.Check(t, is.DeepEqual(m.Case, DeskCase{
		Reference: "R7K2-M9QX", Kind: form.Review, Desk: "guests", Status: form.Open, Locale: "fr-ca", Received: placedAt, Entry: &c.Entry,
		Files: []string{"photo-1.jpg"},
	}))

	c.Entry, c.Files, c.Erased, c.Status = form.Entry{}, nil, placedAt, form.Closed
	b.keepCase(c)
	d.raw = ""
	b.Put(form.SendEvent(c.ID, form.EventClosed, b.Now()), form.SendEvent(c.ID, form.EventErased, b.Now()))
	b.drain(n)
	assert.Assert(t, is.Len(d.got, 3))
	assert.Check(t, is.Contains(d.raw, `"type":"form.erased","at":"2026-06-01T21:12:00Z","case":{"reference":"R7K2-M9QX"}}`))
	assert.Equal(t, b.pending(), 0)
}

// An event waits for a system that is down, and is set aside if the system refuses it. A case that the system does not have is erased
// there. Without a system there are no events.
func TestDeskThatDoesNotTakeAnEvent(t *testing.T) {
	for name, c := range map[string]struct {
		event         form.Event
		status        int
		waits, refuse bool
	}{
		"down":             {form.EventReceived, 503, true, false},
		"gone":             {form.EventReceived, 410, false, true},
		"nothing to erase": {form.EventErased, 404, false, false},
		"erased before":    {form.EventErased, 410, false, false},
		"no system":        {form.EventReceived, 0, false, false},
	} {
		b := newBench(t)
		d := receive[DeskMessage](b, webhook.DeskHeader)
		d.answer(c.status)
		n := b.notify().WithDesk(webhook.Desk(d.URL, secrets), b.Now)
		if c.status == 0 {
			n = b.notify().WithDesk(webhook.Desk("", nil), b.Now)
		}
		b.keepCase(review(locale.En))
		b.Put(form.SendEvent(caseID, c.event, b.Now()))
		for range 12 {
			b.drain(n)
			b.Pass(10 * time.Minute)
		}
		aside, err := outbox.Aside(t.Context(), b)
		assert.NilError(t, err)
		assert.Check(t, is.Equal(b.pending() == 1, c.waits), name)
		assert.Check(t, is.Equal(len(aside) == 1, c.refuse), name)
		assert.Check(t, (len(d.got) > 0) == (c.status != 0), name)
		for _, m := range d.got {
			assert.Check(t, is.Equal(m.ID, d.got[0].ID), name)
		}
	}
}

// Fault 34: the rows of the outbox and the log have no personal data and no id of a case, whatever fails.
func TestRowsAndLogOfFormsHaveNoPersonalData(t *testing.T) {
	log := keepLog(t)
	b := newBench(t)
	d := receive[DeskMessage](b, webhook.DeskHeader)
	c := review(locale.En)
	c.Entry.Email = "canary dolores\r\n@example.com" // cannot be written to
	b.keepCase(c)
	b.Put(
		form.SendMail(c.ID, form.MailDesk, 1, b.Now()), form.SendMail(c.ID, form.MailCopy, 1, b.Now()),
		form.SendEvent(c.ID, form.EventReceived, b.Now()), form.SendEvent(c.ID, form.EventClosed, b.Now()),
	)
	n := New(b.Table, brand.Default(), bytesMailer{}, Kitchen{Now: b.Now}, site).WithDesk(webhook.Desk(d.URL, secrets), b.Now)
	rows := ""
	keep := func(all []outbox.Delivery) {
		for _, row := range all {
			rows += string(row.Payload) + row.Error + "\n"
		}
	}
	for _, status := range []int{503, 400, 400, 400, 400, 400, 400, 400, 400, 400} {
		pending, err := outbox.Pending(t.Context(), b)
		assert.NilError(t, err)
		keep(pending)
		d.answer(status)
		b.drain(n)
		b.Pass(30 * time.Minute)
	}
	aside, err := outbox.Aside(t.Context(), b)
	assert.NilError(t, err)
	assert.Equal(t, len(aside), 4)
	keep(aside)
	for _, canary := range []string{"canary", "Canary", "Dolor", "5550177", "evil", "R7K2", "half"} {
		assert.Check(t, !strings.Contains(log.String()+rows, canary), "%q is in a row or in the log:\n%s\n%s", canary, log.String(), rows)
	}
	assert.Check(t, !strings.Contains(log.String(), c.ID))
}
