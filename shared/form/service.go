package form

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"ordering/shared/brand"
	"ordering/shared/claim"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/limit"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/telemetry"
)

// The limits within a day. LimitMails bounds the mails to an address that anyone can cause: copies and codes. LimitCopies is less, so that
// copies of forms that others send leave the person a code.
var (
	LimitForms   = limit.Limit{Kind: "forms", OfNetwork: 30, First: 5 * time.Minute, Longest: 5 * time.Minute}
	LimitUploads = limit.Limit{Kind: "uploads", OfNetwork: 60, First: 5 * time.Minute, Longest: 5 * time.Minute}
	LimitMails   = limit.Limit{Kind: "form-mails", Free: 3, First: 24 * time.Hour, Longest: 24 * time.Hour, Quiet: true}
	LimitCopies  = limit.Limit{Kind: "form-copies", Free: 2, First: 24 * time.Hour, Longest: 24 * time.Hour, Quiet: true}
)

// Service takes forms.
type Service struct {
	Table     table.Table
	Brand     brand.Brand
	Guests    guest.Keeper
	Codes     customer.Codes
	Files     Files
	Locations *location.Store
	Now       func() time.Time
}

// Tokens returns the tokens of the service.
func (s *Service) Tokens() Tokens { return Tokens{s.Guests, s.Now} }

// Attempts returns the counter of these limits.
func (s *Service) Attempts() limit.Counter {
	return limit.Counter{Table: s.Table, Now: s.Now, Limited: problem.FormsLimited}
}

// CountBounded returns the error of a count of a network's forms or uploads, and counts a network that has reached its limit.
func CountBounded(ctx context.Context, err error) error {
	if problem.Is(err, problem.FormsLimited) {
		telemetry.Count(ctx, telemetry.FormsBounded)
	}
	return err
}

// Request is a form that a guest sends.
type Request struct {
	Kind    Kind
	Entry   Entry
	Token   string // see Tokens
	Website string // hidden from people: only programs fill it in
	Key     string // idempotency key
	Locale  locale.Locale
	Country string // of the guest's site
	Network string // pseudonym; "" if it is not known
}

// Receipt is the answer to a form.
type Receipt struct {
	Reference string `json:"reference" doc:"Names the form when the guest calls or writes: R7K2-M9QX"`
	Case      string `json:"case,omitempty" doc:"Of a privacy request: the id to verify it with"`
	// The dates are those of a verified privacy request.
	AcknowledgeBy string `json:"acknowledgeBy,omitempty" doc:"Date by which a person confirms the privacy request"`
	AnswerBy      string `json:"answerBy,omitempty" doc:"Date by which the privacy request is answered"`
}

// Receipt returns the receipt of the case.
func (c Case) Receipt() Receipt {
	r := Receipt{Reference: c.Reference}
	if c.Kind == Privacy {
		r.Case = c.ID
	}
	if !c.AnswerBy.IsZero() {
		r.AcknowledgeBy, r.AnswerBy = c.AcknowledgeBy.Format(time.DateOnly), c.AnswerBy.Format(time.DateOnly)
	}
	return r
}

// Send stores a form and its mails and event in one write. A repeated request gets the same receipt. It returns problem.Invalid with all
// findings, problem.IdempotencyKeyReused, FormTokenExpired, FormTooFast, FormsLimited, ContestClosed or ContestEntered.
func (s *Service) Send(ctx context.Context, r Request) (Receipt, error) {
	if err := order.CheckKey(r.Key); err != nil {
		return Receipt{}, err
	}
	if r.Website != "" {
		return Receipt{}, invalid(problem.Finding(problem.Invalid, "/website"))
	}
	entry, found := r.Entry.Check(r.Kind, s.Now())
	if len(found) > 0 {
		return Receipt{}, invalid(found...)
	}
	guests, err := s.Guests.Current(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("form: read the guest secret: %w", err)
	}
	// The print identifies the form's content: a repeated request with another form is refused.
	print, id := guests.Print(string(r.Kind)+"\x00"+string(table.Encode(entry))), idOf(r.Key)
	if again, known, err := s.repeated(ctx, id, print); known || err != nil {
		return again, err
	}
	if err := s.Tokens().Check(ctx, r.Token); err != nil {
		return Receipt{}, err
	}
	now := s.Now().UTC()
	c := Case{
		ID: id, Kind: r.Kind, Entry: entry, Locale: string(r.Locale), Country: r.Country, Received: now, Status: Open, Print: print,
	}
	if r.Kind == Privacy {
		c.Status, c.Code = Unverified, Code{Nth: 1, Mailed: now}
	}
	if err := s.store(ctx, &c, r.Network, guests); err != nil {
		// The same request at the same time may have been faster: it has the case, the files and the last free place of a limit.
		if again, known, failed := s.repeated(ctx, id, print); known || failed != nil {
			return again, failed
		}
		return Receipt{}, err
	}
	telemetry.Count(ctx, telemetry.FormsReceived)
	return c.Receipt(), nil
}

// store completes a new case and writes it with everything that belongs to it.
func (s *Service) store(ctx context.Context, c *Case, network string, guests guest.Secret) error {
	taken, err := s.complete(ctx, c)
	if err != nil {
		return err
	}
	nth := 0
	err = claim.Write(ctx, s.Table, claim.Pause, func() ([]table.Op, error) {
		ops, err := s.Attempts().Ops(ctx, LimitForms.From(network))
		if err != nil {
			return nil, CountBounded(ctx, err)
		}
		notices, err := s.notices(ctx, *c, guests)
		if err != nil {
			return nil, err
		}
		if err := s.keep(ctx, c, taken); err != nil {
			return nil, err
		}
		c.Reference = referenceOf(guests, c.ID, nth)
		nth++
		ops = append(ops, table.Create(c.item()), table.Create(c.ofPerson(guests.Name(c.Entry.Email))), table.Create(c.ofReference()))
		return append(append(append(ops, notices...), taken.ops...), s.ownRows(*c, guests)...), nil
	}, limit.Contended, referencePrefix)
	switch {
	case err == nil, errors.As(err, new(*problem.Problem)):
		return err
	case table.Failed(err, key(c.ID)): // the same request at the same time, see Send
		return fmt.Errorf("form: case of a repeated request: %w", table.ErrUnavailable)
	case c.Kind == Contest && conflictAt(err, "contest-entry#"):
		return problem.New(problem.ContestEntered)
	case conflictAt(err, "upload#"):
		return invalid(taken.gone(c.Entry)...)
	}
	return fmt.Errorf("form: store a case: %w", err)
}

func invalid(found ...problem.Detail) error { return problem.New(problem.Invalid).With(found...) }

// conflictAt reports whether the error is a conflict in a partition with the prefix.
func conflictAt(err error, prefix string) bool {
	var c *table.Conflict
	return errors.As(err, &c) && slices.ContainsFunc(c.Keys, func(k table.Key) bool { return strings.HasPrefix(k.PK, prefix) })
}

// repeated returns the receipt of an earlier request with the same idempotency key. It returns problem.IdempotencyKeyReused if that
// request was another one.
func (s *Service) repeated(ctx context.Context, id, print string) (r Receipt, known bool, err error) {
	c, err := Load(ctx, s.Table, id)
	switch {
	case problem.Is(err, problem.NotFound):
		return Receipt{}, false, nil
	case err != nil:
		return Receipt{}, false, err
	case c.Print != print:
		return Receipt{}, true, problem.New(problem.IdempotencyKeyReused)
	}
	return c.Receipt(), true, nil
}

// complete checks the case against the restaurants, orders, uploads and the contest, and removes what is not stored. It returns the files
// that the case takes.
func (s *Service) complete(ctx context.Context, c *Case) (taken claims, err error) {
	for _, check := range []func(context.Context, *Case) ([]problem.Detail, error){s.checkLocation, s.checkOrder, s.checkContest} {
		found, err := check(ctx, c)
		if err != nil {
			return claims{}, err
		}
		taken.found = append(taken.found, found...)
	}
	for i, name := range c.Entry.Photos {
		if err := taken.claim(ctx, s.Table, c.Kind, name, fmt.Sprintf("/photos/%d", i)); err != nil {
			return claims{}, err
		}
	}
	if c.Entry.Resume != "" {
		if err := taken.claim(ctx, s.Table, c.Kind, c.Entry.Resume, "/resume"); err != nil {
			return claims{}, err
		}
	}
	if len(taken.found) > 0 {
		return claims{}, invalid(taken.found...)
	}
	c.Entry.BirthDate, c.Entry.OrderToken = "", ""
	return taken, nil
}

// keep keeps the files of the case, once. It is called before the write: otherwise a crash after it would lose them. A file without a case
// expires, too.
func (s *Service) keep(ctx context.Context, c *Case, taken claims) error {
	for _, f := range taken.files[len(c.Files):] {
		kept, err := s.Files.Keep(ctx, f.Name, Kinds[c.Kind].Days)
		if errors.Is(err, fs.ErrNotExist) {
			return invalid(taken.gone(c.Entry)...)
		}
		if err != nil {
			return fmt.Errorf("form: keep a file: %w", err)
		}
		c.Files = append(c.Files, File{kept, f.Type, f.Bytes})
	}
	return nil
}

// gone returns the findings of all files: another case took one of them.
func (c claims) gone(e Entry) (found []problem.Detail) {
	for i := range e.Photos {
		found = append(found, problem.Finding(problem.UploadUnknown, fmt.Sprintf("/photos/%d", i)))
	}
	if e.Resume != "" {
		found = append(found, problem.Finding(problem.UploadUnknown, "/resume"))
	}
	return found
}

func (s *Service) checkLocation(ctx context.Context, c *Case) ([]problem.Detail, error) {
	if c.Entry.LocationID == "" {
		return nil, nil
	}
	l, err := s.Locations.Get(ctx, c.Entry.LocationID)
	code := problem.Code("")
	switch {
	case problem.Is(err, problem.LocationNotFound):
		code = problem.LocationNotFound
	case err != nil:
		return nil, err
	case c.Kind == Review && l.Status != location.StatusOpen:
		code = problem.LocationNotReviewable
	case c.Kind == JobApplication && l.Status == location.StatusClosed:
		code = problem.LocationNotFound // one that opens soon takes applications
	}
	if code == "" {
		return nil, nil
	}
	return []problem.Detail{problem.Finding(code, "/locationId")}, nil
}

// checkOrder replaces the token of the order, which grants access to it, by its number.
func (s *Service) checkOrder(ctx context.Context, c *Case) ([]problem.Detail, error) {
	if c.Entry.OrderToken == "" {
		return nil, nil
	}
	o, err := order.Load(ctx, s.Table, c.Entry.OrderToken)
	switch {
	case problem.Is(err, problem.OrderNotFound), err == nil && !o.Status.Placed():
		return []problem.Detail{problem.Finding(problem.OrderNotFound, "/orderToken")}, nil
	case err != nil:
		return nil, err
	case o.Location.ID != c.Entry.LocationID:
		return []problem.Detail{problem.Finding(problem.Invalid, "/locationId")}, nil
	}
	c.Entry.OrderNumber = o.Number
	return nil, nil
}

// notices returns the rows of the outbox for a new case. Beyond the limits there is no copy; a privacy request, which needs its code, is
// refused.
func (s *Service) notices(ctx context.Context, c Case, guests guest.Secret) ([]table.Op, error) {
	mail := MailCopy
	if c.Kind == Privacy {
		mail = MailCode
	} else if !Kinds[c.Kind].Copy {
		mail = ""
	}
	var ops []table.Op
	if mail != "" {
		address := guests.Mailbox(c.Entry.Email)
		limits := []limit.Attempt{LimitMails.Of(address)}
		if mail == MailCopy {
			limits = append(limits, LimitCopies.Of(address))
		}
		counted, err := s.Attempts().Ops(ctx, limits...)
		switch {
		case err == nil:
			ops = append(counted, SendMail(c.ID, mail, 1, c.Received))
		case mail == MailCode || !problem.Is(err, problem.FormsLimited):
			return nil, err
		}
	}
	if c.Status == Unverified {
		return ops, nil
	}
	return append(ops, SendMail(c.ID, MailDesk, 1, c.Received), SendEvent(c.ID, EventReceived, c.Received)), nil
}

// ownRows returns the rows that some kinds have besides the case.
func (s *Service) ownRows(c Case, guests guest.Secret) []table.Op {
	switch c.Kind {
	case Contest:
		return []table.Op{table.Create(table.Item{Key: c.contestKey(guests), Data: []byte("{}"), Expires: c.Expires()})}
	case DoNotSell:
		return []table.Op{table.Put(table.Item{Key: noSaleKey(guests.Name(c.Entry.Email)), Data: []byte("{}")})}
	}
	return nil
}

// contestKey is the key of the person's one entry of the contest.
func (c Case) contestKey(guests guest.Secret) table.Key {
	return table.Key{PK: "contest-entry#" + c.Contest + "#" + guests.Mailbox(c.Entry.Email), SK: "entry"}
}

func noSaleKey(name string) table.Key { return table.Key{PK: "no-sale#" + name, SK: "person"} }

// ObjectsToSale reports whether the person with this pseudonym of an address sent DoNotSell.
func ObjectsToSale(ctx context.Context, t table.Table, name string) (bool, error) {
	_, err := t.Get(ctx, noSaleKey(name))
	if errors.Is(err, table.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("form: read an objection to sale: %w", err)
	}
	return true, nil
}
