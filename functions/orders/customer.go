package orders

import (
	"context"
	"errors"
	"log/slog"

	"ordering/functions/api"
	"ordering/shared/basket"
	"ordering/shared/category"
	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/order/orderview"
	"ordering/shared/problem"
	"ordering/shared/table"
)

type signedInInput struct {
	Body struct {
		OrderID string `json:"orderId,omitempty" maxLength:"64" doc:"Token of the guest's basket, which is kept"`
	}
}

type signedInOutput struct {
	Body struct {
		Claimed int              `json:"claimed" doc:"Guest orders of the last 30 days with the customer's address; now the customer's"`
		Baskets []CustomerBasket `json:"baskets" doc:"On other devices, the newest first. None is merged: use its token"`
	}
}

// CustomerBasket is a basket that a customer left on another device.
type CustomerBasket struct {
	OrderID    string         `json:"orderId"`
	LocationID string         `json:"locationId"`
	Handoff    int            `json:"handoff"`
	Category   category.Slug  `json:"category"`
	Count      int            `json:"count" doc:"Number of items"`
	Currency   money.Currency `json:"currency" enum:"usd,cad" doc:"A page of the other country cannot order it"`
}

// Page selects a page of a customer's orders.
type Page struct {
	api.CommonHeaders
	First int    `query:"first" minimum:"1" maximum:"20" default:"10" doc:"Orders of a page, which may have fewer"`
	After string `query:"after" maxLength:"1000" doc:"The cursor of the previous page"`
}

type myOrdersInput struct{ Page }

type customerOrdersInput struct {
	Page
	Email string `path:"email" maxLength:"254" doc:"The customer's own address"`
}

type customerOrdersOutput struct {
	Body struct {
		Orders []orderview.Order `json:"orders" doc:"Newest first"`
		Cursor string            `json:"cursor,omitempty" doc:"Absent on the last page"`
	}
}

// find returns the customer who asks.
func (o *Orders) find(ctx context.Context) (customer.Customer, error) {
	p, _ := api.PrincipalOf(ctx)
	c, err := customer.Find(ctx, o.table, p.CustomerID)
	if errors.Is(err, table.ErrNotFound) { // erased since the token was issued
		return customer.Customer{}, problem.New(problem.SessionEnded)
	}
	return c, err
}

// signedIn moves a guest's orders and basket to the customer who signed in. The site calls it after each sign-in. A repeated call changes
// nothing. The address of an account is always confirmed, so the orders are those of the mailbox's owner.
func (o *Orders) signedIn(ctx context.Context, in *signedInInput) (*signedInOutput, error) {
	c, err := o.find(ctx)
	if err != nil {
		return nil, err
	}
	guests, err := o.guests.Current(ctx)
	if err != nil {
		return nil, err
	}
	out := new(signedInOutput)
	claimed, own, err := order.Claim(ctx, o.table, guests, c.Email, c.ID, o.now())
	if err != nil {
		return nil, err
	}
	// Also those of earlier calls, which may have failed here.
	for _, token := range own {
		if err := o.earning.Order(ctx, token); err != nil {
			slog.WarnContext(ctx, "points of a claimed order deferred", "error", err)
		}
	}
	out.Body.Claimed = claimed
	if id := in.Body.OrderID; id != "" {
		b, err := basket.Load(ctx, o.table, id)
		if err == nil && b.Changeable() == nil {
			err = o.table.Write(ctx, basket.ListFor(c.ID, id, o.now()))
		}
		if err != nil && !problem.Is(err, problem.BasketNotFound) {
			return nil, err
		}
	}
	baskets, err := basket.Elsewhere(ctx, o.table, c.ID, in.Body.OrderID)
	if err != nil {
		return nil, err
	}
	out.Body.Baskets = []CustomerBasket{}
	for _, b := range baskets {
		out.Body.Baskets = append(out.Body.Baskets, CustomerBasket{b.ID, b.LocationID, int(b.Handoff), b.Category, b.Count(), b.Currency})
	}
	return out, nil
}

// ofCustomer lists the orders of the customer with the address. Any other address is not found, whether or not it has an account.
func (o *Orders) ofCustomer(ctx context.Context, in *customerOrdersInput) (*customerOrdersOutput, error) {
	c, err := o.find(ctx)
	if err != nil {
		return nil, err
	}
	guests, err := o.guests.Current(ctx)
	if err != nil {
		return nil, err
	}
	if guests.Name(in.Email) != guests.Name(c.Email) {
		return nil, problem.New(problem.OrderNotFound)
	}
	return o.page(ctx, c.ID, in.Page)
}

// mine returns a page of the customer's orders.
func (o *Orders) mine(ctx context.Context, in *myOrdersInput) (*customerOrdersOutput, error) {
	c, err := o.find(ctx)
	if err != nil {
		return nil, err
	}
	return o.page(ctx, c.ID, in.Page)
}

func (o *Orders) page(ctx context.Context, customer string, in Page) (*customerOrdersOutput, error) {
	page, err := order.OfCustomer(ctx, o.table, customer, in.First, in.After)
	if errors.Is(err, table.ErrBadCursor) {
		return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/query/after"))
	}
	if err != nil {
		return nil, err
	}
	out := new(customerOrdersOutput)
	out.Body.Orders = []orderview.Order{}
	for _, found := range page.Orders {
		out.Body.Orders = append(out.Body.Orders, orderview.Of(found, locale.Parse(in.Language), o.now()))
	}
	if page.More {
		out.Body.Cursor = page.Cursor
	}
	return out, nil
}
