package profile

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"ordering/functions/api"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/loyalty"
	"ordering/shared/problem"
)

// id returns the customer of the call. The level of each operation guarantees that there is one.
func id(ctx context.Context) string {
	p, _ := api.PrincipalOf(ctx)
	return p.CustomerID
}

// shown returns a part of the profile as an answer. For problem.ProfileChanged it puts the stored part into the problem in the same form.
func shown[T, V any](s customer.Saved[T], err error, view func(customer.Saved[T]) V) (*versioned[V], error) {
	var p *problem.Problem
	if errors.As(err, &p) {
		if now, ok := p.Current.(customer.Saved[T]); ok {
			p.Current = view(now)
		}
	}
	if err != nil {
		return nil, err
	}
	return &versioned[V]{strconv.Quote(strconv.FormatInt(s.Version, 10)), view(s)}, nil
}

// ofCustomer is shown for the profile itself.
func ofCustomer[V any](c customer.Customer, err error, view func(customer.Customer) V) (*versioned[V], error) {
	return shown(c.Saved(), err, func(s customer.Saved[customer.Customer]) V { return view(s.Value) })
}

// change edits the profile if it still has the version that the customer saw.
func (s *Service) change(ctx context.Context, ifMatch string, edit func(*customer.Customer) error) (customer.Customer, error) {
	version, err := api.Version(ifMatch)
	if err != nil {
		return customer.Customer{}, err
	}
	return customer.ChangeProfile(ctx, s.table, id(ctx), version, edit)
}

// answer returns the profile of the customer that call returns, with the points that the customer has now and the objection to sale.
func (s *Service) answer(ctx context.Context, call func() (customer.Customer, error)) (*versioned[Profile], error) {
	account, err := loyalty.Load(ctx, s.table, id(ctx))
	if err != nil {
		return nil, err
	}
	points := account.Spendable(s.now())
	c, err := call()
	p, err := ofCustomer(c, err, func(c customer.Customer) Profile {
		v := Profile{
			Version: c.Saved().Version, FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, Phone: c.Phone, Birthday: c.Birthday,
			SpendablePoints: points,
		}
		if c.Deletion != nil {
			v.Deletion = &c.Deletion.Due
		}
		return v
	})
	if err != nil {
		return nil, err
	}
	guests, err := s.accounts.Guests.Current(ctx)
	if err != nil {
		return nil, fmt.Errorf("profile: read the guest secret: %w", err)
	}
	p.Body.NoSale, err = form.ObjectsToSale(ctx, s.table, guests.Name(p.Body.Email))
	return p, err
}

func (s *Service) profile(ctx context.Context, _ *struct{}) (*versioned[Profile], error) {
	return s.answer(ctx, func() (customer.Customer, error) { return customer.Profile(ctx, s.table, id(ctx)) })
}

func (s *Service) changeProfile(ctx context.Context, in *profileInput) (*versioned[Profile], error) {
	b := in.Body
	edit := func(c *customer.Customer) error {
		contact, found := guest.Contact{FirstName: b.FirstName, LastName: b.LastName, Phone: b.Phone, Email: c.Email}.Check("")
		if b.Birthday != nil && !b.Birthday.Valid() {
			found = append(found, problem.Finding(problem.Invalid, "/birthday/day"))
		} else if c.Birthday != nil && (b.Birthday == nil || *b.Birthday != *c.Birthday) {
			found = append(found, problem.Finding(problem.BirthdaySet, "/birthday/day"))
		}
		if len(found) > 0 {
			return problem.New(problem.Invalid).With(found...)
		}
		if c.Birthday == nil && b.Birthday != nil {
			c.BirthdaySet = s.now()
		}
		c.Contact, c.Birthday = contact, b.Birthday
		return nil
	}
	return s.answer(ctx, func() (customer.Customer, error) { return s.change(ctx, in.IfMatch, edit) })
}

func (s *Service) askEmail(ctx context.Context, in *emailInput) (*struct{}, error) {
	return nil, s.accounts.AskEmail(ctx, id(ctx), in.Body.Email, in.Body.ConfirmEmail, api.Network(ctx))
}

func (s *Service) askDeletion(ctx context.Context, _ *struct{}) (*versioned[Profile], error) {
	return s.answer(ctx, func() (customer.Customer, error) { return customer.AskDeletion(ctx, s.table, id(ctx), s.now()) })
}

func (s *Service) cancelDeletion(ctx context.Context, _ *struct{}) (*versioned[Profile], error) {
	return s.answer(ctx, func() (customer.Customer, error) { return customer.CancelDeletion(ctx, s.table, id(ctx)) })
}

func primaryAddress(c customer.Customer) PrimaryAddress {
	v := PrimaryAddress{Version: c.Saved().Version}
	if c.Address != (customer.SavedAddress{}) {
		v.Address = &c.Address
	}
	return v
}

func (s *Service) address(ctx context.Context, _ *struct{}) (*versioned[PrimaryAddress], error) {
	c, err := customer.Profile(ctx, s.table, id(ctx))
	return ofCustomer(c, err, primaryAddress)
}

func (s *Service) setAddress(ctx context.Context, in *addressInput) (*versioned[PrimaryAddress], error) {
	address, found := in.Body.Check()
	if len(found) > 0 {
		return nil, problem.New(problem.Invalid).With(found...)
	}
	address.ID = ""
	c, err := s.change(ctx, in.IfMatch, func(c *customer.Customer) error { c.Address = address; return nil })
	return ofCustomer(c, err, primaryAddress)
}

func (s *Service) removeAddress(ctx context.Context, in *revisionInput) (*versioned[PrimaryAddress], error) {
	c, err := s.change(ctx, in.IfMatch, func(c *customer.Customer) error { c.Address = customer.SavedAddress{}; return nil })
	return ofCustomer(c, err, primaryAddress)
}

func choices(n customer.Saved[customer.Notifications]) Notifications {
	return Notifications{n.Version, Marketing{n.Value.Email.On, n.Value.Text.On}}
}

func (s *Service) notifications(ctx context.Context, _ *struct{}) (*versioned[Notifications], error) {
	if _, err := customer.Profile(ctx, s.table, id(ctx)); err != nil {
		return nil, err
	}
	n, err := customer.FindNotifications(ctx, s.table, id(ctx))
	return shown(n, err, choices)
}

func (s *Service) setNotifications(ctx context.Context, in *notificationsInput) (*versioned[Notifications], error) {
	version, err := api.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	n, err := customer.SetNotifications(ctx, s.table, id(ctx), version, in.Body.Email, in.Body.Text, s.now())
	return shown(n, err, choices)
}

func (s *Service) referrals(ctx context.Context, _ *struct{}) (*referralsOutput, error) {
	c, err := customer.Profile(ctx, s.table, id(ctx))
	if err != nil {
		return nil, err
	}
	out := new(referralsOutput)
	out.Body.ReferralCode, out.Body.Friends = c.Referral, []Friend{}
	if !s.brand.Flags.Rewards {
		return out, nil
	}
	if out.Body.OwnCode, err = customer.OfferReferral(ctx, s.table, c.ID); err != nil {
		return nil, err
	}
	grants, err := loyalty.Grants(ctx, s.table, c.ID)
	if err != nil {
		return nil, err
	}
	for _, g := range grants {
		if g.Type == loyalty.Referral && g.Source != loyalty.AsFriend {
			out.Body.Friends = append(out.Body.Friends, Friend{g.Given, g.Gift.Points, g.Gift.Label.In(c.Language)})
		}
	}
	return out, nil
}

func ofFavorites(all []string, err error) (*favoritesOutput, error) {
	if err != nil {
		return nil, err
	}
	return &favoritesOutput{Favorites{append([]string{}, all...)}}, nil
}

func (s *Service) favorites(ctx context.Context, _ *struct{}) (*favoritesOutput, error) {
	if _, err := customer.Profile(ctx, s.table, id(ctx)); err != nil {
		return nil, err
	}
	return ofFavorites(customer.Favorites(ctx, s.table, id(ctx)))
}

func (s *Service) setFavorite(ctx context.Context, in *favoriteInput) (*favoritesOutput, error) {
	if _, err := s.locations.Get(ctx, in.LocationID); err != nil {
		return nil, err
	}
	return ofFavorites(customer.SetFavorite(ctx, s.table, id(ctx), in.LocationID, true))
}

func (s *Service) removeFavorite(ctx context.Context, in *favoriteInput) (*favoritesOutput, error) {
	return ofFavorites(customer.SetFavorite(ctx, s.table, id(ctx), in.LocationID, false))
}
