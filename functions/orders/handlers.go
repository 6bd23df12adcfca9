package orders

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/loyalty/earning"
	"ordering/shared/order"
	"ordering/shared/order/orderview"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// Orders serves the operations.
type Orders struct {
	table   table.Table
	orders  *order.Service
	earning *earning.Earning
	pos     webhook.System
	guests  guest.Keeper
	brand   brand.Brand
	site    string
	now     func() time.Time
}

// New returns the function. The secrets sign the kitchens' webhooks; guests names the guests that orders are filed under; site is the site's
// scheme and host.
func New(t table.Table, b brand.Brand, p tender.Payments, secrets webhook.Keys, guests guest.Keeper, site string, now func() time.Time) *Orders {
	return &Orders{
		table: t, brand: b, orders: order.NewService(t, p, now), earning: earning.New(t, b, now),
		pos: webhook.Kitchen("", secrets), guests: guests,
		site: strings.TrimSuffix(site, "/"), now: now,
	}
}

func (o *Orders) order(ctx context.Context, in *tokenInput) (*orderOutput, error) {
	found, err := order.Load(ctx, o.table, in.OrderToken)
	if err != nil {
		return nil, err
	}
	view := orderview.Of(found, locale.Parse(in.Language), o.now())
	view.Earned, err = o.earning.Earned(ctx, found)
	return &orderOutput{view}, err
}

func (o *Orders) status(ctx context.Context, in *statusInput) (*statusOutput, error) {
	p, err := order.LoadProgress(ctx, o.table, in.StatusID)
	if err != nil {
		return nil, err
	}
	s := orderview.StatusOf(p, o.now())
	tag := strconv.FormatInt(p.Version(), 10)
	if s.Arrival != nil && s.Arrival.Awaited {
		tag += "-awaited" // changes with time, without a write
	}
	tag = `"` + tag + `"`
	if api.Matches(in.IfNoneMatch, tag) {
		return &statusOutput{Status: http.StatusNotModified, ETag: tag}, nil
	}
	return &statusOutput{Status: http.StatusOK, ETag: tag, Body: &s}, nil
}

func (o *Orders) cancel(ctx context.Context, in *cancelInput) (*orderOutput, error) {
	if err := order.CheckKey(in.IdempotencyKey); err != nil {
		return nil, err
	}
	// The key is not stored: cancelling is idempotent, and each call returns the order.
	cancelled, err := o.orders.Cancel(ctx, in.OrderToken)
	if err != nil {
		return nil, err
	}
	return &orderOutput{orderview.Of(cancelled, locale.Parse(in.Language), o.now())}, nil
}

// arrive needs no idempotency key: an order has one arrival, and a repeated call changes nothing.
func (o *Orders) arrive(ctx context.Context, in *arrivalInput) (*orderOutput, error) {
	var car *guest.Vehicle
	if said := in.Body.Vehicle; said != nil {
		checked, found := said.Check("/vehicle")
		if len(found) > 0 {
			return nil, problem.New(problem.Invalid).With(found...)
		}
		car = &checked
	}
	there, err := o.orders.Arrive(ctx, in.OrderToken, car)
	if err != nil {
		return nil, err
	}
	return &orderOutput{orderview.Of(there, locale.Parse(in.Language), o.now())}, nil
}

func (o *Orders) kitchen(ctx context.Context, in *kitchenInput) (*struct{}, error) {
	_, err := o.orders.Advance(ctx, in.Body.Order, order.Event{Status: order.Status(in.Body.Status), At: in.Body.At, Reason: in.Body.Reason})
	return &struct{}{}, err
}
