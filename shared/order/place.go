package order

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/basket"
	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/problem"
	"ordering/shared/promo"
	"ordering/shared/table"
	"ordering/shared/telemetry"
	"ordering/shared/tender"
	"ordering/shared/timeslot"
)

// Submission is a guest's request to order a basket.
type Submission struct {
	Basket  string
	Version int64  // of the basket on the guest's screen
	Key     string // Idempotency-Key
	Print   string // Fingerprint of the request body
	Request string // id of the request
	Network string // network of the guest; not counted if empty, for requests of this machine

	Country string // country of the guest's page: US or CA
	Locale  locale.Locale
	Contact guest.Contact
	// Customer is the id of the signed-in customer who places the order; empty for a guest.
	Customer string
	Vehicle  *guest.Vehicle // needed for curbside
	Kind     int            // KindCharge, or KindFree if nothing is left to pay
	Method   string         // the provider's token for the card
	Before   []TenderPart   // paid by other tenders, before the card pays the rest: see Service.divide
	Total    *money.Amount  // total on the guest's screen; nil when the request has none, as for a free order
}

// TenderPart is a tender that pays a part of an order, at most the Amount.
type TenderPart struct {
	Kind   int
	Amount money.Amount
	Method string // the provider's token
}

// rest is the part of a total that the last tender pays.
func (s Submission) rest(total money.Amount) money.Amount {
	for _, p := range s.Before {
		total.Minor -= p.Amount.Minor
	}
	return total
}

// PricingContexts loads the pricing context of a location.
type PricingContexts interface {
	Load(ctx context.Context, locationID string) (basket.PricingContext, error)
}

// Checkout makes orders from baskets.
type Checkout struct {
	*Service
	contexts PricingContexts
	guests   guest.Keeper
	pause    backoff.Pause
	// Later runs the rest of the work for a confirmed order, the capture, after the response to the guest. If it is nil, as where the
	// process is frozen after its response, the response comes last. In both cases the Reconciler finishes the order after a crash.
	Later func(func())
}

// NewCheckout returns a checkout. Guests names the guests under which orders are filed. Pause waits before a request polls again (attempt
// counts from 0) whether the concurrent request with the same key has been answered. It returns an error when no time is left: see Pause.
func NewCheckout(svc *Service, contexts PricingContexts, guests guest.Keeper, pause backoff.Pause) *Checkout {
	return &Checkout{Service: svc, contexts: contexts, guests: guests, pause: pause}
}

const (
	// placeWithin limits the time to place an order, which continues after a client disconnect. It is below the timeout of the function.
	placeWithin = 22 * time.Second
	// maxPolls is how often a request checks whether the concurrent request with the same key has been answered.
	maxPolls = 10
)

// Pause waits between two polls. Ten take nine seconds, twice a lease.
var Pause = backoff.Exponential(20*time.Millisecond, 2*time.Second)

// Place makes an order from a basket, once for an idempotency key: repetitions return the same order, and a concurrent one waits for the
// order of the first. The returned order is placed (Status.Placed), waits for the guest's bank (Authentication), or was not paid
// (NotPaid, with the Failure). All three are final answers to the key.
//
// Errors after which nothing was written and the basket is unchanged: problem.BasketNotFound, WrongCountry, BasketClosed, BasketChanged
// (another version), PriceChanged (another total, or changes that the guest has not accepted), the obstacles of basket.Assess,
// TimeslotFull, TimeslotPassed, HoldEnded and TooManyHolds, PaymentNeeded, PaymentNotNeeded, TooManyAttempts, IdempotencyKeyReused,
// Invalid (no vehicle for curbside). InFlight: another request is placing the order, retry. PaymentUnavailable, StoreUnavailable: the
// result is not known yet, retry with the same key. BasketChanged and PriceChanged have the current basket.Assessment as their Current.
func (c *Checkout) Place(ctx context.Context, s Submission) (Order, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), placeWithin)
	defer cancel()
	token, b, err := c.findByKey(ctx, s)
	if err != nil {
		return Order{}, err
	}
	if token == "" {
		o, refused := c.reserve(ctx, s, b)
		if refused == nil {
			return c.outcome(c.driveToAnswer(ctx, o))
		}
		// The conflict may be with this request's own order: made by a concurrent request with the same key, or written although the
		// table's answer was lost.
		made, err := c.findAfterRefusal(ctx, s)
		switch {
		case err != nil:
			return Order{}, err
		case made.Token == "":
			return Order{}, refused
		case made.ID == o.ID:
			return c.outcome(c.driveToAnswer(ctx, o))
		}
		token = made.Token
	}
	return c.outcome(c.awaitOutcome(ctx, token))
}

// findAfterRefusal returns the order that this or a concurrent request made; the zero Order without one. The basket may have
// forgotten the key: it keeps the last ones.
func (c *Checkout) findAfterRefusal(ctx context.Context, s Submission) (Order, error) {
	token, _, err := c.findByKey(ctx, s)
	if err == nil && token == "" {
		token, err = c.madeBy(ctx, s)
	}
	if err != nil || token == "" {
		return Order{}, err
	}
	return Load(ctx, c.table, token)
}

// outcome returns the answer to a placing. A placed order is returned even if the provider fails afterwards: the Reconciler captures
// the payment.
func (c *Checkout) outcome(o Order, err error) (Order, error) {
	switch {
	case err == nil || o.Status != "" && o.Status != Pending:
		return o, nil
	case errors.Is(err, tender.ErrUnavailable):
		return o, problem.New(problem.PaymentUnavailable).Because(err)
	}
	return o, err
}

// driveToAnswer drives an order until its guest can be answered. Later runs the rest.
func (c *Checkout) driveToAnswer(ctx context.Context, o Order) (Order, error) {
	if c.Later == nil {
		return c.drive(ctx, o)
	}
	o, err := c.driveWhile(ctx, o, func(o Order) bool { return !o.Status.Placed() })
	if err == nil && c.step(o) != nil {
		c.Later(func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), placeWithin)
			defer cancel()
			if _, err := c.drive(ctx, o); err != nil {
				slog.WarnContext(ctx, "order: deferred", "request", o.Request, "status", o.Status, "error", err)
			}
		})
	}
	return o, err
}

// awaitOutcome waits for an order that another request is placing. It takes the order over if its lease is free.
func (c *Checkout) awaitOutcome(ctx context.Context, token string) (Order, error) {
	for attempt := range maxPolls {
		o, err := Load(ctx, c.table, token)
		if err != nil || o.Status != Pending {
			return o, err
		}
		if o, err = c.acquireLease(ctx, o); err == nil {
			return c.driveToAnswer(ctx, o)
		}
		if !errors.Is(err, errLeased) {
			return o, err
		}
		if err := c.pause(ctx, attempt); err != nil {
			break
		}
	}
	return Order{}, problem.New(problem.InFlight)
}

// reserve writes the order of a basket (nil: not found) with all that it needs in one transaction: the order, its
// snapshot and its id, its item in the guest's file, the basket as being placed, with the idempotency key and its count of
// attempts, the place in the timeslot, and the other counts of attempts.
func (c *Checkout) reserve(ctx context.Context, s Submission, b *basket.Basket) (Order, error) {
	if b == nil {
		return Order{}, problem.New(problem.BasketNotFound)
	}
	pc, err := c.contexts.Load(ctx, b.LocationID)
	if err == nil {
		err = pc.Accepts(*b, s.Country)
	}
	if err != nil {
		return Order{}, err
	}
	pc.SignedIn = s.Customer != ""
	b.Locale = s.Locale // findings are in the language of the request
	guests, err := c.guests.Current(ctx)
	if err != nil {
		return Order{}, err
	}
	customers, lost := customersOf(guests, s.Contact, s.Customer), len(b.Lost)
	b.Lost = slices.DeleteFunc(b.LostAt(pc.Now), func(l promo.Lost) bool { return l.Customer != "" && !slices.Contains(customers, l.Customer) })
	a := basket.Assess(*b, pc)
	if err := checkSubmission(a, s); problem.Is(err, problem.PriceChanged) && len(b.Lost) < lost {
		return Order{}, c.saveLost(ctx, s, *b, pc, nil)
	} else if err != nil {
		return Order{}, err
	}
	if s.Vehicle, err = s.vehicleFor(b.Handoff); err != nil {
		return Order{}, err
	}
	o := draft(a, s)
	c.addTenders(&o, s)
	o.Guest = guests.Name(s.Contact.Email)
	o.OrderBy = timeslot.OrderBy(pc.Location, o.Start, a.Need)
	placing := &Placing{Assessment: a, Guests: guests, Customer: s.Customer}
	if s.Network != "" {
		placing.Client = timeslot.Client{Name: guests.Network(s.Network), Limit: pc.Brand.HoldsPerClient}
	}
	counts := s.attempts(guests, pc.Brand, c.now())
	tried, err := b.Attempt(pc.Brand, c.now())
	if err != nil {
		return Order{}, err
	}
	locked := tried.Placing(o.Token).Remember(s.Key, s.Print)
	o, err = c.commit(ctx, PointReserve, o, placing, func(o *Order, claims claim.Claim) ([]table.Op, error) {
		now := c.now()
		o.PlacedAt = now.Truncate(time.Millisecond)
		o.reach(Pending, now)
		o.lease(now)
		ops, err := claims.Claim(ctx, now)
		ops = append(ops, table.Create(o.snapshot()), table.Create(o.idItem()), table.Create(o.guestItem(s.Customer)), locked.Save(now))
		return append(ops, counts...), err
	})
	// Also after an error: the write may have been made although its answer was lost.
	locked.Version++
	o.version, o.locked = 1, &locked
	var exceeded *promo.ExceededError
	switch {
	case errors.As(err, &exceeded):
		tried.Lost = slices.Concat(b.Lost, exceeded.Lost)
		return o, c.saveLost(ctx, s, tried, pc, counts)
	case table.Failed(err, basket.Key(b.ID)):
		return o, c.reloadAfterConflict(ctx, s, pc)
	case problem.Is(err, problem.TooManyHolds):
		telemetry.Count(ctx, telemetry.HoldsBounded)
		return o, err
	case err != nil:
		return o, cmp.Or(c.tooMany(ctx, err, counts), err)
	}
	slog.InfoContext(ctx, "order started", "request", o.Request, "location", o.Location.ID, "number", o.Number)
	return o, nil
}

// saveLost saves a basket after its lost promotions changed. It returns PriceChanged with the new assessment. It also writes
// counts: the answer shows whether a customer used a promotion, so it counts as an attempt to pay.
func (c *Checkout) saveLost(ctx context.Context, s Submission, b basket.Basket, pc basket.PricingContext, counts []table.Op) error {
	err := c.table.Write(ctx, append(counts, b.Save(c.now()))...)
	if table.Failed(err, basket.Key(b.ID)) {
		return c.reloadAfterConflict(ctx, s, pc)
	}
	if err != nil {
		return cmp.Or(c.tooMany(ctx, err, counts), err)
	}
	b.Version++
	return outdated(problem.PriceChanged, basket.Assess(b, pc))
}

// checkSubmission returns the first problem that keeps a submission from becoming an order, except those of the timeslot: only the
// claim of a place shows whether an expired hold's timeslot is still free.
func checkSubmission(a basket.Assessment, s Submission) error {
	if err := a.Basket.Changeable(); err != nil {
		return err
	}
	if a.Basket.Version != s.Version {
		return outdated(problem.BasketChanged, a)
	}
	var found []problem.Detail
	for _, o := range a.Obstacles {
		if o.Code != problem.HoldEnded {
			found = append(found, o.Detail.In(s.Locale))
		}
	}
	if len(found) > 0 {
		first := problem.New(found[0].Code).With(found...)
		first.Params = found[0].Params
		return first
	}
	if len(a.Changes) > 0 || s.Total != nil && *s.Total != a.Total {
		return outdated(problem.PriceChanged, a)
	}
	rest := s.rest(a.Total).Minor
	wrong := slices.ContainsFunc(s.Before, func(p TenderPart) bool { return p.Amount.Minor <= 0 || p.Amount.Currency != a.Total.Currency })
	switch free := rest == 0; {
	case rest < 0 || wrong || free && s.Kind != KindFree:
		return problem.New(problem.PaymentNotNeeded)
	case !free && s.Kind == KindFree:
		return problem.New(problem.PaymentNeeded)
	}
	return nil
}

// outdated rejects a submission that is out of date. The problem carries the current basket.Assessment.
func outdated(code problem.Code, a basket.Assessment) error {
	return problem.New(code).Having(a)
}

// reloadAfterConflict reads a basket again after a write conflict. It returns why the basket cannot be ordered, or BasketChanged with
// its new assessment.
func (c *Checkout) reloadAfterConflict(ctx context.Context, s Submission, pc basket.PricingContext) error {
	b, err := LoadBasket(ctx, c.table, s.Basket)
	if err == nil {
		err = b.Changeable()
	}
	if err != nil {
		return err
	}
	b.Locale = s.Locale
	return outdated(problem.BasketChanged, basket.Assess(b, pc))
}

// draft returns the order of a basket without what the claim of the timeslot sets.
func draft(a basket.Assessment, s Submission) Order {
	b, l := a.Basket, a.Context.Location
	o := Order{
		Snapshot: Snapshot{
			// 130 bits each: neither can be guessed, nor derived from the other.
			Token: tokenOf(b.ID, s.Key), ID: strings.ToLower(rand.Text()), Basket: b.ID, Locale: s.Locale, Handoff: b.Handoff, Category: b.Category,
			Location: Location{ID: l.ID, ExternalID: l.ExternalID, Slug: l.Slug, Label: l.Label, Address: l.Address, Phone: l.Phone, TimeZone: l.TimeZone},
			Contact:  s.Contact, Vehicle: s.Vehicle, Instructions: b.Instructions, Cutlery: b.Cutlery, Minutes: a.Need.Minutes,
			Start: b.Hold.Start.UTC(), End: b.Hold.Start.UTC().Add(timeslot.Length),
			Totals: a.Totals,
		},
		Progress: Progress{Status: Pending, Request: s.Request},
	}
	if b.Handoff == location.Curbside {
		o.Arrival = &Arrival{State: ArrivalPlaced}
	}
	program := a.Context.Promotions.Program()
	for _, p := range a.Lines {
		ordered := line(p)
		ordered.EarnsNothing = program.EarnsNothing(p.ItemID, p.Item.Sections)
		o.Lines = append(o.Lines, ordered)
	}
	o.Rate = program.Rate(o.Start.In(l.Timezone()))
	o.omitDerivedTaxes()
	return o
}

// addTenders adds the tenders of a submission to its order. Those with a provider are remote: they are to be authorised.
func (svc *Service) addTenders(o *Order, s Submission) {
	parts := svc.divide(s, o.Total)
	for _, p := range parts {
		o.Tenders = append(o.Tenders, Tender{Kind: p.Kind, Amount: p.Amount, State: PaymentNone})
	}
	for n, p := range parts {
		if svc.Providers[p.Kind] != nil {
			t := o.edit(n)
			t.State, t.Method = PaymentRequested, p.Method
			o.recordCall(n, callAuthorise)
		}
	}
}

// divide divides a total among the tenders of a submission. Tenders before the card pay less, the last of them first, or nothing, if the
// card could not be charged the rest.
func (svc *Service) divide(s Submission, total money.Amount) []TenderPart {
	parts := slices.Clone(s.Before)
	if s.Kind == KindFree {
		return parts
	}
	rest := s.rest(total)
	if p := svc.Providers[s.Kind]; p != nil {
		for n, part := range slices.Backward(parts) {
			parts[n].Amount, rest = tender.Split(part.Amount.Plus(rest), part.Amount, p.Minimum(total.Currency))
		}
	}
	parts = slices.DeleteFunc(parts, func(p TenderPart) bool { return p.Amount.Minor == 0 })
	return append(parts, TenderPart{Kind: s.Kind, Amount: rest, Method: s.Method})
}

func line(p basket.PricedLine) Line {
	l := Line{
		ID: p.ID, ItemID: p.ItemID, ExternalID: p.Item.ExternalID, Slug: p.Item.Slug, Label: p.Item.Label, Quantity: p.Quantity,
		ListPrice: p.Chosen.Unit, UnitPrice: p.Chosen.Unit, Price: p.Price, Discount: p.Discount, Tax: p.Tax, TaxClass: string(p.Item.TaxClass),
		Instructions: p.Instructions, Choices: p.Choices, Seen: p.Seen, Picture: p.Item.Picture, Stack: p.Chosen.Stack,
	}
	for _, m := range p.Chosen.Listed() {
		l.Modifiers = append(l.Modifiers, Modifier{Group: m.Group, ID: m.Modifier, ExternalID: m.ExternalID, Label: m.Label, Quantity: m.Quantity, Price: m.Price, Depth: m.Depth})
		l.ListPrice = l.ListPrice.Minus(m.Price)
	}
	return l
}
