package person_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/form/formtest"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/person"
	"ordering/shared/promo"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// recorder records the keys of all rows that were ever written.
type recorder struct {
	table.Table
	mu   sync.Mutex
	keys map[table.Key]bool
}

func (r *recorder) Write(ctx context.Context, ops ...table.Op) error {
	r.mu.Lock()
	for _, op := range ops {
		r.keys[op.Item.Key] = true
	}
	r.mu.Unlock()
	return r.Table.Write(ctx, ops...)
}

// containing returns the keys of the rows that contain one of the texts in their keys or data.
func (r *recorder) containing(t *testing.T, texts ...string) (found []string) {
	for key := range r.keys {
		item, err := r.Get(t.Context(), key)
		if errors.Is(err, table.ErrNotFound) {
			continue
		}
		assert.NilError(t, err)
		whole := key.String() + item.Index.String() + string(item.Data)
		for _, text := range texts {
			if strings.Contains(whole, text) {
				found = append(found, key.PK+"/"+key.SK+" has "+text)
			}
		}
	}
	return found
}

type hasher struct{}

func (hasher) Hash(_ context.Context, password string) (string, error) {
	return "hash:" + password, nil
}
func (hasher) Verify(_ context.Context, password, hash string) (bool, string, error) {
	return hash == "hash:"+password, "", nil
}

// town is a table with accounts and orders.
type town struct {
	*ordertest.Fixture
	*recorder
	*testing.T
	accounts *customer.Accounts
	records  *person.Records
	forms    *formtest.Sender
}

func newTown(t *testing.T) *town {
	w := &town{T: t}
	w.Fixture = ordertest.NewOver(t, func(now func() time.Time) table.Table {
		w.recorder = &recorder{Table: sqlitetest.Open(t, now), keys: map[table.Key]bool{}}
		return w.recorder
	})
	w.accounts = &customer.Accounts{
		Table: w.recorder, Guests: ordertest.Guests, Codes: customer.Codes(secret.Fixed("codes")), Hasher: hasher{}, Now: w.Now,
		Sessions: customer.NewSessions(w.recorder, secret.Fixed("sessions"), w.Now), Common: func(string) bool { return false },
	}
	holders := []order.Holder{order.HeldByKitchen(w.recorder, w.Now)}
	w.forms = formtest.New(t, w.recorder, ordertest.Guests, w.Now)
	w.records = &person.Records{Table: w.recorder, Guests: ordertest.Guests, Files: w.forms.Folder, Now: w.Now, Holders: holders}
	return w
}

const password = "Ketchup 57 and Mustard"

// settle creates an account with entries in every part of the profile, an identity at Google and a listed basket.
func (w *town) settle(name string) (id string) {
	ctx, email := w.Context(), name+"@example.com"
	form := customer.SignUpForm{
		Contact:    guest.Contact{FirstName: "First" + name, LastName: "Last" + name, Email: email, Phone: "+19185550123"},
		EmailAgain: email, Password: password, PasswordAgain: password,
		Address: customer.Address{Line: "1 Street " + name}, Referral: "Referral" + name,
	}
	signUp, err := w.accounts.SignUp(ctx, form, locale.En, "US", "")
	assert.NilError(w, err)
	code, err := w.accounts.Codes.Code(ctx, signUp, 1)
	assert.NilError(w, err)
	in, err := w.accounts.ConfirmCode(ctx, signUp, code, customer.Browser{Agent: "Agent" + name})
	assert.NilError(w, err)
	id = in.Customer.ID
	arrival := customer.Arrival{Provider: "google", Subject: "Subject" + name, Email: email, Verified: true, FirstName: "A", LastName: "B"}
	_, _, err = w.accounts.Arrive(ctx, arrival, locale.En, "US", "", customer.Browser{Agent: "Agent" + name})
	assert.NilError(w, err)
	w.must(customer.Vehicles.Add(ctx, w.recorder, id, carOf(name)))
	home := customer.Address{Line: "2 Avenue " + name, City: "Tulsa", State: "OK", Zip: "74105"}
	w.must(customer.DeliveryAddresses.Add(ctx, w.recorder, id, customer.SavedAddress{Type: 1, Country: 1, Address: home}))
	w.must(customer.Builds.Add(ctx, w.recorder, id, customer.Build{Name: "Build" + name, Item: "burger"}))
	w.must(customer.SetFavorite(ctx, w.recorder, id, "favorite-"+name, true))
	w.must(customer.SetNotifications(ctx, w.recorder, id, 0, true, false, w.Now()))
	assert.NilError(w, w.Write(ctx, basket.ListFor(id, "basket-"+name, w.Now())))
	return id
}

// must demands that a call succeeds.
func (w *town) must(_ any, err error) {
	w.Helper()
	assert.NilError(w, err)
}

func carOf(name string) customer.SavedVehicle {
	return customer.SavedVehicle{Vehicle: guest.Vehicle{Make: "Make" + name, Model: "M", Colour: "C"}}
}

// order places an order of the customer.
func (w *town) order(id, name string) order.Order {
	s := w.Want(w.Fill("burger", 1), "ok", fmt.Sprintf("key-of-basket-%03d", len(w.Baskets)))
	s.Customer, s.Contact.Email, s.Contact.FirstName = id, name+"@example.com", "First"+name
	return w.Place(s)
}

// sendForms sends a form of each kind. The privacy request is open.
func (w *town) sendForms(name string) map[form.Kind]form.Case {
	w.Helper()
	all := map[form.Kind]form.Case{form.Privacy: w.forms.Verify(w.forms.Send(form.Privacy, name))} // first: its code needs a mail
	for k := range form.Kinds {
		if k != form.Privacy {
			all[k] = w.forms.Send(k, name)
		}
	}
	return all
}

// erase erases the person with the address.
func (w *town) erase(email string) person.Found {
	w.Helper()
	found, err := w.records.EraseEmail(w.Context(), email, func(order.Erasure) {})
	assert.NilError(w, err)
	return found
}

// eraseDue erases the accounts that are due, and demands their number.
func (w *town) eraseDue(want int) {
	w.Helper()
	done, err := w.records.EraseDue(w.Context())
	assert.NilError(w, err)
	assert.Equal(w, done, want)
}

// canaries are texts that identify the person.
func canaries(id, name string) []string {
	return []string{
		id, name + "@example.com", "First" + name, "Last" + name, "Street " + name, "Referral" + name, "Agent" + name, "Make" + name,
		"Avenue " + name, "Build" + name, "favorite-" + name, "basket-" + name, "Message " + name, "Subject" + name, "Number" + name,
		ordertest.Guests.Name(name + "@example.com"), ordertest.Guests.Subject("google", "Subject"+name),
	}
}

func TestAnAccountIsErasedAfterThirtyDays(t *testing.T) {
	w := newTown(t)
	ann, bob := w.settle("ann"), w.settle("bob")
	placed, theirs := w.order(ann, "ann"), w.order(bob, "bob")
	w.must(customer.AskDeletion(t.Context(), w.recorder, ann, w.Now()))
	w.Drained()
	w.Pass(customer.ReconsiderFor - time.Minute)
	w.eraseDue(0)
	w.must(customer.Profile(t.Context(), w.recorder, ann))

	// The order is open, but the account is closed and the profile is empty.
	w.Pass(2 * time.Minute)
	w.eraseDue(0)
	_, err := w.accounts.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{})
	assert.ErrorContains(t, err, "credentials-wrong")
	rest := w.containing(t, "Lastann", "Street ann", "Referralann", "Agentann", "Makeann", "Buildann", "favorite-ann")
	assert.DeepEqual(t, rest, []string(nil))
	assert.Equal(t, w.Order(placed.Token).Contact.FirstName, "Firstann")
	// A token that is still valid writes once more.
	_, err = customer.Vehicles.Add(t.Context(), w.recorder, ann, carOf("ann"))
	assert.ErrorContains(t, err, "session-ended")
	late := table.Item{Key: table.Key{PK: "customer#" + ann, SK: "vehicles"}, Data: []byte(`["Makeann"]`)}
	assert.NilError(t, w.Write(t.Context(), table.Put(late)))

	w.Advance(placed.ID, order.NotApproved)
	w.Drained()
	w.eraseDue(0) // the refused order is erased, but tokens may still be valid
	w.Pass(time.Hour)
	w.Drained()
	w.eraseDue(1)
	w.eraseDue(0)
	w.Pass(48 * time.Hour) // what expires is gone
	assert.DeepEqual(t, w.containing(t, canaries(ann, "ann")...), []string(nil))
	erased := w.Order(placed.Token)
	assert.Check(t, erased.Total == placed.Total && !erased.Erased.IsZero())

	// Another customer keeps everything.
	other, err := customer.Profile(t.Context(), w.recorder, bob)
	assert.NilError(t, err)
	assert.Equal(t, other.FirstName, "Firstbob")
	assert.Equal(t, w.Order(theirs.Token).Contact.FirstName, "Firstbob")
	w.must(w.accounts.SignIn(t.Context(), "bob@example.com", password, "", customer.Browser{}))
	w.settle("ann") // the address can sign up again
}

// The operator's erasure is by address, and at once.
func TestErasureByAddressCoversTheAccount(t *testing.T) {
	w := newTown(t)
	ann := w.settle("ann")
	claimed, asGuest := w.Cancel(w.order(ann, "ann").Token), w.Cancel(w.order("", "ann").Token)
	w.Drained()
	request := w.forms.Verify(w.forms.Send(form.Privacy, "ann"))
	erased := map[string]bool{}
	found, err := w.records.EraseEmail(t.Context(), " Ann@example.com", func(e order.Erasure) { erased[e.Order.Token] = e.Wait == "" })
	assert.NilError(t, err)
	assert.Check(t, found.Account && erased[claimed.Token] && erased[asGuest.Token], "%v", erased)
	answered, err := form.Load(t.Context(), w.recorder, request.ID)
	assert.NilError(t, err)
	assert.Check(t, found.Forms == 1 && answered.Outcome == form.OutcomeDeleted, "%+v", answered)
	w.Pass(time.Hour)
	w.Drained()
	w.eraseDue(1)              // removes what is left of the profile
	w.Pass(8 * 24 * time.Hour) // the address for the last mail is gone
	assert.DeepEqual(t, w.containing(t, canaries(ann, "ann")...), []string(nil))
	found = w.erase("ann@example.com")
	assert.Check(t, !found.Account)
}

// An erasure leaves of the points only the account and its entries, which still match.
func TestErasureKeepsTheBooksOfPoints(t *testing.T) {
	w := newTown(t)
	ann, bob := w.settle("ann"), w.settle("bob")
	ledger := loyalty.Ledger{Table: w.recorder, Rules: *w.Brand.Loyalty, Zone: time.UTC}
	ledger.Program.Achievements = []promo.Achievement{{ID: "first", Orders: 1, Gift: promo.Gift{Points: 5}}}
	for _, id := range []string{ann, bob} {
		w.must(ledger.Grant(t.Context(), id, loyalty.Grant{Type: loyalty.Birthday, Source: "2027", Gift: promo.Gift{Points: 10}}, w.Now()))
		assert.NilError(t, ledger.Count(t.Context(), id, loyalty.Completed{Order: "order-of-" + id}, w.Now()))
		assert.NilError(t, ledger.Adjust(t.Context(), id, 7, "Firstann's cold shake", "source-of-"+id, w.Now()))
		assert.NilError(t, loyalty.Warn(t.Context(), w.recorder, id, loyalty.Lot{Points: 1, Expires: w.Now()}))
	}
	w.erase("ann@example.com")
	rows := func(id string) (keys []string) {
		for i, err := range table.All(t.Context(), w.recorder, table.Query{PK: loyalty.Prefix + id}) {
			assert.NilError(t, err)
			keys = append(keys, strings.ReplaceAll(i.SK, id, "ID"))
			assert.Check(t, id != ann || !strings.Contains(string(i.Data), "cold shake"), i.SK)
		}
		return keys
	}
	assert.DeepEqual(t, rows(ann), []string{
		"account", "checked", "entry#0000000001", "entry#0000000002", "entry#0000000003",
		"once#adjust#source-of-ID",
	})
	for i, err := range table.All(t.Context(), w.recorder, table.Query{PK: loyalty.Prefix + ann}) {
		assert.NilError(t, err)
		row := i.SK + string(i.Data)
		gift := strings.HasPrefix(i.SK, "entry#") && strings.Contains(row, `"kind":"earn"`)
		assert.Check(t, !strings.Contains(row, "birthday") && !strings.Contains(row, `"reward"`), row)
		assert.Check(t, !gift || !strings.Contains(row, w.Now().Format(time.DateOnly)), row)
	}
	assert.Equal(t, len(rows(bob)), 13)
	wrong, err := loyalty.Check(t.Context(), w.recorder, ann)
	assert.NilError(t, err)
	assert.Equal(t, wrong, "")
}

// An export shows a reward, but not the contents of one that is wrapped.
func TestExportKeepsRewardsWrapped(t *testing.T) {
	w := newTown(t)
	ann := w.settle("ann")
	ledger := loyalty.Ledger{Table: w.recorder, Rules: *w.Brand.Loyalty, Zone: time.UTC}
	for source, wrapped := range map[string]bool{"1": false, "2": true} {
		g := loyalty.Grant{Type: loyalty.Mystery, Source: source, Gift: promo.Gift{Promotion: "burger-" + source}, Wrapped: wrapped}
		w.must(ledger.Grant(t.Context(), ann, g, w.Now()))
	}
	export, err := w.records.Export(t.Context(), ann, locale.En)
	assert.NilError(t, err)
	raw, err := json.Marshal(export.Rows["points"])
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(raw), "burger-1") && !strings.Contains(string(raw), "burger-2"), "%s", raw)
	assert.Assert(t, strings.Contains(string(raw), `"wrapped":true`), "%s", raw)
}

// mailbox records the addresses that it forgets.
type mailbox map[string]bool

func (m mailbox) ForgetAddress(_ context.Context, address string) error {
	m[address] = true
	return nil
}

func (w *town) changeEmail(id, to string) {
	w.Helper()
	ctx := w.Context()
	assert.NilError(w, w.accounts.AskEmail(ctx, id, to, to, ""))
	change, err := customer.FindEmailChange(ctx, w.recorder, id)
	assert.NilError(w, err)
	code, err := change.Code(ctx, w.accounts.Codes)
	assert.NilError(w, err)
	sessions, err := w.accounts.Sessions.List(ctx, id)
	assert.NilError(w, err)
	w.must(w.accounts.ConfirmEmail(ctx, id, sessions[0].ID, code))
}

func (m mailbox) ForgetCase(_ context.Context, id string) error {
	m["case "+id] = true
	return nil
}

func TestErasureForgetsTheMailsToEarlierAddresses(t *testing.T) {
	w, mails := newTown(t), mailbox{}
	w.records.Mails = mails
	ann := w.settle("ann")
	w.changeEmail(ann, "second@example.com")
	w.changeEmail(ann, "third@example.com")
	assert.NilError(t, w.accounts.AskEmail(t.Context(), ann, "fourth@example.com", "fourth@example.com", ""))
	talk := w.forms.Send(form.Talk, "ann")
	w.erase("third@example.com")
	assert.DeepEqual(t, mails, mailbox{
		"case " + talk.ID: true, "ann@example.com": true, "second@example.com": true, "third@example.com": true, "fourth@example.com": true,
	})
}

// An erasure by address removes a person from the forms of every kind, with their files. Of a privacy request the kind, the dates and the
// outcome stay for 24 months, and the choice not to be sold stays for good.
func TestErasureByAddressCoversForms(t *testing.T) {
	w := newTown(t)
	anns, bobs := w.sendForms("ann"), w.sendForms("bob")
	assert.Assert(t, len(anns[form.Review].Files) == 1 && len(anns[form.JobApplication].Files) == 1)
	found := w.erase("Ann@example.com")
	assert.Equal(t, found, person.Found{Forms: len(form.Kinds)})
	for _, c := range anns {
		for _, f := range c.Files {
			_, err := w.forms.Folder.Open(t.Context(), f.Name)
			assert.Check(t, errors.Is(err, fs.ErrNotExist), "%s of %s: %v", f.Name, c.Kind, err)
		}
	}

	// The mail about the deletion still has its address, and the event of each case its reference.
	done, err := form.LoadDone(t.Context(), w.recorder, anns[form.Privacy].ID)
	assert.NilError(t, err)
	assert.DeepEqual(t, done.Entry, form.Entry{Request: "delete", FirstName: "Firstann", Email: "ann@example.com"})
	pending, err := outbox.Pending(t.Context(), w.recorder)
	assert.NilError(t, err)
	ids := map[string]bool{}
	for _, d := range pending {
		ids[d.ID] = true
	}
	for _, c := range anns {
		assert.Check(t, ids[c.ID+"/form-event-erased"], c.Kind)
	}
	assert.Check(t, ids[anns[form.Privacy].ID+"/form-mail-done-1"])
	kept, err := form.Find(t.Context(), w.recorder, anns[form.Review].Reference)
	assert.NilError(t, err)
	assert.Check(t, kept.Reference != "" && kept.Print == "" && kept.Status == form.Closed && kept.Outcome == form.OutcomeErased, "%+v", kept)

	w.Pass(8 * 24 * time.Hour)
	name := ordertest.Guests.Name("ann@example.com")
	assert.DeepEqual(t, w.containing(t, canaries("none", "ann")...), []string{"no-sale#" + name + "/person has " + name})
	w.Pass(700 * 24 * time.Hour)
	record, err := form.Find(t.Context(), w.recorder, anns[form.Privacy].Reference)
	assert.NilError(t, err)
	was := anns[form.Privacy]
	assert.Check(t, record.Received.Equal(was.Received) && record.AnswerBy.Equal(was.AnswerBy), "%+v", record)
	assert.Equal(t, record.Outcome, form.OutcomeDeleted)
	assert.DeepEqual(t, record.Entry, form.Entry{Request: "delete"})
	for k, c := range anns {
		_, err := form.Find(t.Context(), w.recorder, c.Reference)
		assert.Check(t, (err == nil) == (k == form.Privacy || k == form.DoNotSell), "%s: %v", k, err)
	}

	found = w.erase("ann@example.com")
	assert.Equal(t, found, person.Found{})
	assert.Assert(t, len(w.containing(t, "Message bob")) > 0 && len(bobs) == len(anns), "another guest's forms")
}

// While an order has to wait, the request to delete stays open, so that its deadline is not forgotten.
func TestAPrivacyRequestStaysOpenUntilNothingWaits(t *testing.T) {
	w := newTown(t)
	request := w.forms.Verify(w.forms.Send(form.Privacy, "ann"))
	w.forms.Send(form.Feedback, "ann")
	placed := w.order("", "ann")
	status := func() form.Status {
		c, err := form.Load(t.Context(), w.recorder, request.ID)
		assert.NilError(t, err)
		return c.Status
	}
	found := w.erase("ann@example.com")
	assert.Check(t, found.Forms == 1 && status() == form.Open)
	w.Advance(placed.ID, order.NotApproved)
	w.Drained()
	found = w.erase("ann@example.com")
	assert.Check(t, found.Forms == 1 && status() == form.Closed)
}

// The forms of an account are those with its address and with the addresses of the last days.
func TestAnAccountIsErasedAndExportedWithItsForms(t *testing.T) {
	w := newTown(t)
	ann := w.settle("ann")
	feedback := w.forms.Send(form.Feedback, "ann")
	w.must(form.Close(t.Context(), w.recorder, feedback.ID, form.Closing{Note: "Called her."}, w.Now()))
	w.forms.Send(form.Talk, "new")
	w.forms.Send(form.DoNotSell, "new")
	w.forms.Send(form.Feedback, "other") // an address that is asked for and not confirmed
	request := w.forms.Verify(w.forms.Send(form.Privacy, "ann"))
	w.changeEmail(ann, "new@example.com")
	assert.NilError(t, w.accounts.AskEmail(t.Context(), ann, "other@example.com", "other@example.com", ""))

	notes := func(out person.Export) (n int) {
		for _, f := range out.Forms {
			n += len(f.Notes)
		}
		return n
	}
	requested, err := w.records.ExportEmail(t.Context(), "ann@example.com", locale.En)
	assert.NilError(t, err)
	out, err := w.records.Export(t.Context(), ann, locale.En)
	assert.NilError(t, err)
	assert.Check(t, notes(requested) == 1 && notes(out) == 0, "only people add the notes of the desk to an answer")
	kinds := map[form.Kind]int{}
	for _, f := range out.Forms {
		kinds[f.Kind]++
	}
	assert.DeepEqual(t, kinds, map[form.Kind]int{form.Feedback: 1, form.Talk: 1, form.DoNotSell: 1, form.Privacy: 1})
	assert.Check(t, out.NoSale)

	w.must(customer.AskDeletion(t.Context(), w.recorder, ann, w.Now()))
	w.Drained()
	w.Pass(customer.ReconsiderFor + time.Minute)
	w.must(w.records.EraseDue(t.Context()))
	assert.DeepEqual(t, w.containing(t, "Message new"), []string(nil))
	assert.Check(t, len(w.containing(t, "Message other")) == 1, "a form of another person")
	// The old address is gone after a week; its request is answered by an operator.
	c, err := form.Load(t.Context(), w.recorder, request.ID)
	assert.NilError(t, err)
	assert.Equal(t, c.Status, form.Open)
}

// Closing and erasing at the same time leave a closed case without its person.
func TestCloseAndEraseAtTheSameTime(t *testing.T) {
	w := newTown(t)
	for range 20 {
		c := w.forms.Send(form.Talk, "ann")
		var both sync.WaitGroup
		both.Go(func() {
			_, err := form.Close(t.Context(), w.recorder, c.ID, form.Closing{Outcome: form.OutcomeClosed, Note: "Called Firstann"}, w.Now())
			assert.Check(t, err == nil || errors.Is(err, form.ErrClosed), err)
		})
		both.Go(func() {
			_, err := w.records.EraseEmail(t.Context(), "ann@example.com", func(order.Erasure) {})
			assert.Check(t, err)
		})
		both.Wait()
		got, err := form.Load(t.Context(), w.recorder, c.ID)
		assert.NilError(t, err)
		assert.Check(t, got.Status == form.Closed && !got.Erased.IsZero() && len(got.Notes) == 0 && got.Entry.Email == "", "%+v", got)
	}
	assert.DeepEqual(t, w.containing(t, "Firstann", "ann@example.com"), []string(nil))
}

// meanwhile is a table that calls do after it has listed the deletions.
type meanwhile struct {
	table.Table
	do func()
}

func (m meanwhile) Query(ctx context.Context, q table.Query) (table.Page, error) {
	page, err := m.Table.Query(ctx, q)
	if q.PK == "deletions" {
		m.do()
	}
	return page, err
}

func TestAnAccountIsKeptByASignInWhileItsErasureBegins(t *testing.T) {
	w := newTown(t)
	ann := w.settle("ann")
	w.must(customer.AskDeletion(t.Context(), w.recorder, ann, w.Now()))
	w.Pass(customer.ReconsiderFor + time.Minute)
	w.records.Table = meanwhile{w.recorder, func() {
		w.must(w.accounts.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{}))
	}}
	w.eraseDue(0)
	w.must(customer.Profile(t.Context(), w.recorder, ann))
}

func TestExportHasEverythingAndNoSecrets(t *testing.T) {
	w := newTown(t)
	ann, bob := w.settle("ann"), w.settle("bob")
	w.order(ann, "ann")
	w.order(bob, "bob")
	out, err := w.records.Export(t.Context(), ann, locale.En)
	assert.NilError(t, err)
	raw, err := json.MarshalIndent(out, "", " ")
	assert.NilError(t, err)
	text := string(raw)
	for _, want := range []string{
		"ann@example.com", "Firstann", "Lastann", "Street ann", "Referralann", "Agentann", "Makeann", "Avenue ann",
		"Buildann", "favorite-ann", `"provider": "google"`, `"kind": "password"`,
	} {
		assert.Check(t, strings.Contains(text, want), "no %s in %s", want, text)
	}
	for _, never := range []string{"hash", "generation", "bob", ordertest.Guests.Subject("google", "Subjectann")} {
		assert.Check(t, !strings.Contains(text, never), "%s in %s", never, text)
	}
	assert.Equal(t, len(out.Orders), 1)
	assert.Equal(t, len(out.Rows["session"]), 2)
}
