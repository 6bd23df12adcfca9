// Package privacy exports what is stored about a customer, and erases the accounts that customers asked to delete. It is not part of the
// function profile because it may read and delete every row about a person.
package privacy

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/person"
	"ordering/shared/problem"
	"ordering/shared/schedule"
)

// Privacy serves the operations.
type Privacy struct {
	brand   brand.Brand
	records *person.Records
}

// New returns the function over the records.
func New(b brand.Brand, r *person.Records) *Privacy { return &Privacy{b, r} }

type exportInput struct{ api.CommonHeaders }

type exportOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         person.Export
}

// Operations describes the calls of this function.
func (p *Privacy) Operations() []api.Operation {
	export := huma.Operation{
		OperationID: "export-profile", Method: http.MethodGet, Path: api.Main + "/my-profile/export", Tags: []string{"account"},
		Summary: "Everything that is stored about the customer",
	}
	return api.For(p.brand, api.Describe(export, p.export).RequireLevel(api.Confirmed).WithProblems([]problem.Code{problem.SessionEnded}))
}

func (p *Privacy) export(ctx context.Context, in *exportInput) (*exportOutput, error) {
	who, _ := api.PrincipalOf(ctx)
	if _, err := customer.Profile(ctx, p.records.Table, who.CustomerID); err != nil {
		return nil, err
	}
	all, err := p.records.Export(ctx, who.CustomerID, locale.Parse(in.Language))
	if err != nil {
		return nil, err
	}
	return &exportOutput{"no-store", all}, nil
}

const erase = "erase-accounts"

// Schedules lists the jobs. The first call for an account ends it, and one at least fifteen minutes later completes its erasure.
var Schedules = []schedule.Schedule{{Job: erase, Every: time.Hour}}

// Jobs returns the handlers of the schedules.
func (p *Privacy) Jobs() schedule.Jobs {
	return schedule.Jobs{erase: func(ctx context.Context) error {
		done, err := p.records.EraseDue(ctx)
		if done > 0 {
			slog.InfoContext(ctx, "accounts erased", "accounts", done)
		}
		return err
	}}
}
