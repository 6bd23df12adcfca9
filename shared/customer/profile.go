package customer

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/menu"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Birthday is a day of the year.
type Birthday struct {
	Day   int `json:"day" minimum:"1" maximum:"31"`
	Month int `json:"month" minimum:"1" maximum:"12"`
}

// Valid reports whether a leap year has the day.
func (b Birthday) Valid() bool {
	at := time.Date(2024, time.Month(b.Month), b.Day, 0, 0, 0, 0, time.UTC)
	return at.Day() == b.Day && int(at.Month()) == b.Month
}

// SavedVehicle is a car for curbside orders.
type SavedVehicle struct {
	ID string `json:"id,omitempty" maxLength:"64" doc:"Ignored in a request"`
	guest.Vehicle
}

func (v SavedVehicle) check() (got SavedVehicle, found []problem.Detail) {
	got.Vehicle, found = v.Vehicle.Check("")
	return got, found
}

// SavedAddress is an address of a profile. Type and Country have the ids of the specification (§3).
type SavedAddress struct {
	ID      string `json:"id,omitempty" maxLength:"64" doc:"Ignored in a request"`
	Type    int    `json:"type" enum:"1,2,3" doc:"HOME 1, WORK 2, OTHER 3"`
	Country int    `json:"country" enum:"1,2" doc:"US 1, CA 2"`
	Address
	Unit         string `json:"unit,omitempty" maxLength:"60" doc:"Apartment, suite or building"`
	Instructions string `json:"instructions,omitempty" maxLength:"300" doc:"For the courier, in plain text"`
}

// fromSignUp returns the address of a sign-up form, which may be empty, in a profile.
func fromSignUp(a Address, country string) SavedAddress {
	switch {
	case a == Address{}:
		return SavedAddress{}
	case country == "CA":
		return SavedAddress{Type: 1, Country: 2, Address: a}
	}
	return SavedAddress{Type: 1, Country: 1, Address: a}
}

// Check returns the address in its stored form, and all problems as JSON pointers.
func (a SavedAddress) Check() (SavedAddress, []problem.Detail) {
	got, found := a.Address.Check("", map[int]string{1: "US", 2: "CA"}[a.Country])
	a.Address, a.Unit, a.Instructions = got, strings.TrimSpace(a.Unit), strings.TrimSpace(a.Instructions)
	if guest.HasWebAddress(a.Instructions) {
		found = append(found, problem.Finding(problem.WebAddress, "/instructions"))
	}
	return a, found
}

// Build is an item as the customer likes it, with a name, to order again. The cart checks it against the menu when it is ordered.
type Build struct {
	ID       string        `json:"id,omitempty" maxLength:"64" doc:"Ignored in a request"`
	Name     string        `json:"name" maxLength:"160" doc:"At most 40 characters"`
	Location string        `json:"locationId,omitempty" maxLength:"64" doc:"The restaurant where it was built"`
	Item     string        `json:"itemId" minLength:"1" maxLength:"64"`
	Choices  []menu.Choice `json:"choices,omitzero" maxItems:"60" doc:"All choices including the defaults; absent: the defaults"`
}

const (
	longestName  = 40      // of a build, in characters
	largestBuild = 4 << 10 // of a build as JSON, in bytes
)

func (b Build) check() (Build, []problem.Detail) {
	var found []problem.Detail
	b.Name = strings.Join(strings.Fields(b.Name), " ")
	switch {
	case b.Name == "":
		found = append(found, problem.Finding(problem.FieldRequired, "/name"))
	case utf8.RuneCountInString(b.Name) > longestName:
		found = append(found, problem.Finding(problem.FieldTooLong, "/name", "max", longestName))
	case guest.HasWebAddress(b.Name):
		found = append(found, problem.Finding(problem.WebAddress, "/name"))
	}
	if len(table.Encode(b)) > largestBuild {
		found = append(found, problem.Finding(problem.FieldTooLong, "/choices", "max", largestBuild))
	}
	return b, found
}

// Consent is whether a customer wants advertising over a channel, and since when.
type Consent struct {
	On bool      `json:"on"`
	At time.Time `json:"at,omitzero"`
}

// Notifications are the customer's choices. Advertising is off until the customer turns it on.
type Notifications struct {
	Email Consent `json:"email"`
	Text  Consent `json:"text"`
}

// Saved is a part of a profile: a row of the partition customer#<id>. Its version grows by one with each change; it is 0 before the first.
type Saved[T any] struct {
	Version int64 `json:"version"`
	Value   T     `json:"value"`
}

// AnyVersion is for changes that cannot lose another change, such as an addition.
const AnyVersion = -1

func find[T any](ctx context.Context, t table.Table, customer, row string) (s Saved[T], err error) {
	s.Version, err = readIfAny(ctx, t, table.Key{PK: profileKey(customer).PK, SK: row}, row, &s.Value)
	return s, err
}

// change writes what edit makes of a part of a profile. If the part has another version than required, it returns problem.ProfileChanged
// with the part. For an erased account it returns problem.SessionEnded.
func change[T any](
	ctx context.Context, t table.Table, customer, row string, required int64, edit func(T) (T, error),
) (next Saved[T], err error) {
	err = claim.Write(ctx, t, claim.Pause, func() ([]table.Op, error) {
		if _, err := Profile(ctx, t, customer); err != nil {
			return nil, err
		}
		s, err := find[T](ctx, t, customer, row)
		if err != nil {
			return nil, err
		}
		if required != AnyVersion && required != s.Version {
			return nil, problem.New(problem.ProfileChanged).Having(s)
		}
		before := table.Encode(s.Value)
		if s.Value, err = edit(s.Value); err != nil {
			return nil, err
		}
		if next = s; bytes.Equal(before, table.Encode(s.Value)) {
			return nil, nil
		}
		next.Version++
		item := table.Item{Key: table.Key{PK: profileKey(customer).PK, SK: row}, Data: table.Encode(s.Value)}
		if s.Version == 0 {
			return []table.Op{table.Create(item)}, nil
		}
		return []table.Op{table.Replace(item, s.Version)}, nil
	}, profileKey(customer).PK)
	return next, err
}

// Profile returns the customer of a token, or problem.SessionEnded if the account was erased.
func Profile(ctx context.Context, t table.Table, id string) (Customer, error) {
	c, err := Find(ctx, t, id)
	if errors.Is(err, table.ErrNotFound) {
		return Customer{}, problem.New(problem.SessionEnded)
	}
	return c, err
}

// ChangeProfile writes what edit makes of a profile of the required version. It returns problem.ProfileChanged with the profile if it has
// another version.
func ChangeProfile(
	ctx context.Context, t table.Table, id string, required int64, edit func(*Customer) error, more ...table.Op,
) (c Customer, err error) {
	err = claim.Write(ctx, t, claim.Pause, func() ([]table.Op, error) {
		if c, err = Profile(ctx, t, id); err != nil {
			return nil, err
		}
		if required != AnyVersion && required != c.version {
			return nil, problem.New(problem.ProfileChanged).Having(c.Saved())
		}
		if err := edit(&c); err != nil {
			return nil, err
		}
		op := table.Replace(c.item(), c.version)
		c.version++
		return append([]table.Op{op}, more...), nil
	}, profileKey(id).PK)
	return c, err
}

// List is a list of a profile with entries that have ids. The whole list is one row.
type List[T any] struct {
	row   string
	most  int
	id    func(*T) *string
	check func(T) (T, []problem.Detail)
}

// The lists of a profile.
var (
	Vehicles          = List[SavedVehicle]{"vehicles", 10, func(v *SavedVehicle) *string { return &v.ID }, SavedVehicle.check}
	DeliveryAddresses = List[SavedAddress]{"delivery-addresses", 10, func(a *SavedAddress) *string { return &a.ID }, SavedAddress.Check}
	Builds            = List[Build]{"builds", 24, func(b *Build) *string { return &b.ID }, Build.check}
)

// Find returns the list.
func (l List[T]) Find(ctx context.Context, t table.Table, customer string) (Saved[[]T], error) {
	return find[[]T](ctx, t, customer, l.row)
}

// Add adds an entry under a new id. An equal entry is not added again, so that a repeated call changes nothing. It returns
// problem.Invalid, or problem.ProfileFull.
func (l List[T]) Add(ctx context.Context, t table.Table, customer string, entry T) (Saved[[]T], error) {
	return l.change(ctx, t, customer, AnyVersion, &entry, func(all []T) ([]T, error) {
		for _, e := range all {
			if *l.id(&entry) = *l.id(&e); bytes.Equal(table.Encode(e), table.Encode(entry)) {
				return all, nil
			}
		}
		if len(all) >= l.most {
			return nil, problem.New(problem.ProfileFull, "max", l.most)
		}
		*l.id(&entry) = strings.ToLower(rand.Text()[:12])
		return append(all, entry), nil
	})
}

// Replace changes the entry with the id. It returns problem.ProfileChanged with the list if the list has another version,
// problem.NotFound, or problem.Invalid.
func (l List[T]) Replace(ctx context.Context, t table.Table, customer string, version int64, id string, entry T) (Saved[[]T], error) {
	return l.change(ctx, t, customer, version, &entry, func(all []T) ([]T, error) {
		i := l.index(all, id)
		if i < 0 {
			return nil, problem.New(problem.NotFound)
		}
		*l.id(&entry) = id
		all[i] = entry
		return all, nil
	})
}

// Remove removes the entry with the id. It returns problem.ProfileChanged with the list if the list has another version, or
// problem.NotFound.
func (l List[T]) Remove(ctx context.Context, t table.Table, customer string, version int64, id string) (Saved[[]T], error) {
	return l.change(ctx, t, customer, version, nil, func(all []T) ([]T, error) {
		i := l.index(all, id)
		if i < 0 {
			return nil, problem.New(problem.NotFound)
		}
		return slices.Delete(all, i, i+1), nil
	})
}

// change checks the entry, if there is one, and edits the list.
func (l List[T]) change(
	ctx context.Context, t table.Table, customer string, version int64, entry *T, edit func([]T) ([]T, error),
) (Saved[[]T], error) {
	if entry != nil {
		checked, found := l.check(*entry)
		if len(found) > 0 {
			return Saved[[]T]{}, problem.New(problem.Invalid).With(found...)
		}
		*entry = checked
	}
	return change(ctx, t, customer, l.row, version, edit)
}

func (l List[T]) index(all []T, id string) int {
	return slices.IndexFunc(all, func(e T) bool { return *l.id(&e) == id })
}

// mostFavorites bounds the favourite restaurants.
const mostFavorites = 100

const (
	favorites     = "favorites"
	notifications = "notifications"
)

// Favorites returns the ids of the favourite restaurants, the latest last.
func Favorites(ctx context.Context, t table.Table, customer string) ([]string, error) {
	s, err := find[[]string](ctx, t, customer, favorites)
	return s.Value, err
}

// SetFavorite makes a restaurant a favourite, or no favourite. A repeated call changes nothing. It returns problem.ProfileFull.
func SetFavorite(ctx context.Context, t table.Table, customer, location string, on bool) ([]string, error) {
	s, err := change(ctx, t, customer, favorites, AnyVersion, func(all []string) ([]string, error) {
		i := slices.Index(all, location)
		switch {
		case on == (i >= 0):
			return all, nil
		case !on:
			return slices.Delete(all, i, i+1), nil
		case len(all) >= mostFavorites:
			return nil, problem.New(problem.ProfileFull, "max", mostFavorites)
		}
		return append(all, location), nil
	})
	return s.Value, err
}

// FindNotifications returns the customer's choices.
func FindNotifications(ctx context.Context, t table.Table, customer string) (Saved[Notifications], error) {
	return find[Notifications](ctx, t, customer, notifications)
}

// SetNotifications writes the choices, and the time of each that differs from before. It returns problem.ProfileChanged with the choices
// if they have another version.
func SetNotifications(
	ctx context.Context, t table.Table, customer string, version int64, email, text bool, now time.Time,
) (Saved[Notifications], error) {
	return change(ctx, t, customer, notifications, version, func(n Notifications) (Notifications, error) {
		if n.Email.On != email {
			n.Email = Consent{email, now}
		}
		if n.Text.On != text {
			n.Text = Consent{text, now}
		}
		return n, nil
	})
}
