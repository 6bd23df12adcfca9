// Package profile serves what a customer keeps: contact, vehicles, addresses, favourite restaurants, builds and choices about mail.
package profile

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Service serves the operations.
type Service struct {
	table     table.Table
	brand     brand.Brand
	locations *location.Store
	accounts  *customer.Accounts // for changes of the address
	now       func() time.Time
}

// New returns the function over the table.
func New(t table.Table, b brand.Brand, guests guest.Keeper, now func() time.Time) *Service {
	return &Service{
		table: t, brand: b, locations: location.NewStore(t, now), now: now,
		accounts: &customer.Accounts{Table: t, Guests: guests, Now: now},
	}
}

// Profile is a customer as the customer sees it.
type Profile struct {
	Version         int64              `json:"version"`
	FirstName       string             `json:"firstName"`
	LastName        string             `json:"lastName"`
	Email           string             `json:"email"`
	Phone           string             `json:"phone" doc:"E.164"`
	Birthday        *customer.Birthday `json:"birthday,omitempty"`
	SpendablePoints int64              `json:"spendablePoints" doc:"Points of the loyalty programme; 0 without one"`
	NoSale          bool               `json:"noSale,omitempty" doc:"The person with this address objected to sale and sharing: do-not-sell"`
	Deletion        *time.Time         `json:"deletion,omitempty" doc:"UTC; when the account will be erased, if the customer asked for it"`
}

// PrimaryAddress is the customer's own address. Version is the profile's.
type PrimaryAddress struct {
	Version int64                  `json:"version"`
	Address *customer.SavedAddress `json:"address,omitempty"`
}

// Marketing is whether the customer wants advertising, by channel.
type Marketing struct {
	Email bool `json:"email"`
	Text  bool `json:"text" doc:"Text messages to the phone"`
}

// Notifications are the customer's choices.
type Notifications struct {
	Version   int64     `json:"version"`
	Marketing Marketing `json:"marketing"`
}

// List is a list of the profile.
type List[T any] struct {
	Version int64 `json:"version" doc:"For If-Match"`
	Entries []T   `json:"entries"`
}

// versioned is an answer with the version for If-Match.
type versioned[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

// Revision is the header of a change that another browser may have made obsolete.
type Revision struct {
	IfMatch string `header:"If-Match" maxLength:"40" doc:"Version that the customer saw"`
}

type profileInput struct {
	Revision
	Body struct {
		FirstName string             `json:"firstName" maxLength:"100"`
		LastName  string             `json:"lastName" maxLength:"100"`
		Phone     string             `json:"phone" maxLength:"40"`
		Birthday  *customer.Birthday `json:"birthday,omitempty"`
	}
}

type emailInput struct {
	Body struct {
		Email        string `json:"email" maxLength:"254"`
		ConfirmEmail string `json:"confirmEmail" maxLength:"254"`
	}
}

type addressInput struct {
	Revision
	Body customer.SavedAddress
}

type revisionInput struct{ Revision }

type notificationsInput struct {
	Revision
	Body Marketing
}

type addInput[T any] struct{ Body T }

type replaceInput[T any] struct {
	Revision
	ID   string `path:"id" maxLength:"64" doc:"Of the entry"`
	Body T
}

type removeInput struct {
	Revision
	ID string `path:"id" maxLength:"64" doc:"Of the entry"`
}

type favoriteInput struct {
	LocationID string `path:"locationId" maxLength:"64"`
}

// Favorites are the ids of the favourite restaurants.
type Favorites struct {
	Locations []string `json:"locationIds"`
}

type favoritesOutput struct{ Body Favorites }

// Friend is a friend who came with the customer's code.
type Friend struct {
	Given  time.Time `json:"given" doc:"UTC"`
	Points int64     `json:"points,omitempty" doc:"Given as points"`
	Label  string    `json:"label,omitempty" doc:"Of a coupon; list-rewards has it too"`
}

type referralsOutput struct {
	Body struct {
		ReferralCode string   `json:"referralCode,omitempty" doc:"The code that the customer entered at the sign-up"`
		OwnCode      string   `json:"ownCode,omitempty" doc:"The code that the customer gives to friends. Absent without a loyalty programme"`
		Friends      []Friend `json:"friends" doc:"What the customer was given for friends, the newest first"`
	}
}

// Problems that several operations share.
var (
	ended    = []problem.Code{problem.SessionEnded} // the account was erased, but the token has not expired
	changing = []problem.Code{problem.SessionEnded, problem.ProfileChanged, problem.VersionMissing}
	full     = []problem.Code{problem.ProfileFull}
)

const (
	base         = api.Main + "/my-profile"
	get, put     = http.MethodGet, http.MethodPut
	post, remove = http.MethodPost, http.MethodDelete
)

func op(id, method, path, summary string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{"account"}}
}

// Operations describes the calls of this function. All but the favourites and the builds require a session that has not ended.
func (s *Service) Operations() []api.Operation {
	const favorite = api.Ordering + "/locations/favorite"
	change := op(
		"change-email", post, base+"/email",
		"Mail a code to a new e-mail address, for confirm-email. The answer is the same if the address has another account",
	)
	change.DefaultStatus = http.StatusAccepted
	all := []api.Operation{
		api.Describe(op("get-profile", get, base, "The customer's names, contact, birthday and points"), s.profile).
			RequireLevel(api.Fresh).WithProblems(ended),
		api.Describe(op("change-profile", put, base, "Change names, phone and birthday"), s.changeProfile).
			RequireLevel(api.Fresh).WithProblems(changing),
		api.Describe(change, s.askEmail).RequireLevel(api.Confirmed).WithProblems(ended, []problem.Code{problem.SignInsLimited}),
		api.Describe(op("delete-profile", post, base+"/deletion", "Erase the account after 30 days. Signing in again cancels it"), s.askDeletion).
			RequireLevel(api.Confirmed).WithProblems(ended),
		api.Describe(op("keep-profile", remove, base+"/deletion", "Cancel the deletion of the account"), s.cancelDeletion).
			RequireLevel(api.Fresh).WithProblems(ended),
		api.Describe(op("get-primary-address", get, base+"/primary-address", "The customer's own address"), s.address).
			RequireLevel(api.Fresh).WithProblems(ended),
		api.Describe(op("set-primary-address", put, base+"/primary-address", "Set the customer's own address"), s.setAddress).
			RequireLevel(api.Fresh).WithProblems(changing),
		api.Describe(op("remove-primary-address", remove, base+"/primary-address", "Remove the customer's own address"), s.removeAddress).
			RequireLevel(api.Fresh).WithProblems(changing),
		api.Describe(
			op("get-notifications", get, base+"/notifications", "Which advertising the customer wants; none until chosen"),
			s.notifications,
		).RequireLevel(api.Fresh).WithProblems(ended),
		api.Describe(op("set-notifications", put, base+"/notifications", "Choose advertising by channel"), s.setNotifications).
			RequireLevel(api.Fresh).WithProblems(changing),
		api.Describe(op("get-referrals", get, base+"/referrals", "The customer's referral code"), s.referrals).
			RequireLevel(api.Fresh).WithProblems(ended),
		api.Describe(op("list-favorites", get, favorite, "The customer's favorite restaurants"), s.favorites).
			RequireLevel(api.SignedIn).WithProblems(ended),
		api.Describe(op("set-favorite", put, favorite+"/{locationId}", "Make a restaurant a favorite"), s.setFavorite).
			RequireLevel(api.Fresh).WithProblems(ended, full, []problem.Code{problem.LocationNotFound}),
		api.Describe(op("remove-favorite", remove, favorite+"/{locationId}", "Make a restaurant no favorite"), s.removeFavorite).
			RequireLevel(api.Fresh).WithProblems(ended),
	}
	all = append(all, lists(s, "vehicle", "vehicles", api.Fresh, customer.Vehicles)...)
	all = append(all, lists(s, "delivery-address", "delivery-addresses", api.Fresh, customer.DeliveryAddresses)...)
	all = append(all, lists(s, "build", "builds", api.SignedIn, customer.Builds)...)
	return api.For(s.brand, all...)
}

// lists describes the calls of a list of the profile. Each answers with the whole list. reading is the level of the call that lists it.
func lists[T any](s *Service, one, many string, reading api.Level, l customer.List[T]) []api.Operation {
	path, entry, words := base+"/"+many, base+"/"+many+"/{id}", strings.ReplaceAll(many, "-", " ")
	answer := func(all customer.Saved[[]T], err error) (*versioned[List[T]], error) {
		return shown(all, err, func(all customer.Saved[[]T]) List[T] { return List[T]{all.Version, append([]T{}, all.Value...)} })
	}
	find := func(ctx context.Context, _ *struct{}) (*versioned[List[T]], error) {
		if _, err := customer.Profile(ctx, s.table, id(ctx)); err != nil {
			return nil, err
		}
		return answer(l.Find(ctx, s.table, id(ctx)))
	}
	add := func(ctx context.Context, in *addInput[T]) (*versioned[List[T]], error) {
		return answer(l.Add(ctx, s.table, id(ctx), in.Body))
	}
	replace := func(ctx context.Context, in *replaceInput[T]) (*versioned[List[T]], error) {
		version, err := api.Version(in.IfMatch)
		if err != nil {
			return nil, err
		}
		return answer(l.Replace(ctx, s.table, id(ctx), version, in.ID, in.Body))
	}
	removeEntry := func(ctx context.Context, in *removeInput) (*versioned[List[T]], error) {
		version, err := api.Version(in.IfMatch)
		if err != nil {
			return nil, err
		}
		return answer(l.Remove(ctx, s.table, id(ctx), version, in.ID))
	}
	return []api.Operation{
		api.Describe(op("list-"+many, get, path, "The customer's "+words), find).
			RequireLevel(reading).WithProblems(ended),
		api.Describe(op("add-"+one, post, path, "Add to the customer's "+words+". An equal entry is not added again"), add).
			RequireLevel(api.Fresh).WithProblems(ended, full),
		api.Describe(op("change-"+one, put, entry, "Change one of the customer's "+words), replace).
			RequireLevel(api.Fresh).WithProblems(changing),
		api.Describe(op("remove-"+one, remove, entry, "Remove one of the customer's "+words), removeEntry).
			RequireLevel(api.Fresh).WithProblems(changing),
	}
}
