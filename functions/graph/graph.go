// Package graph serves a signed-in customer's orders over GraphQL.
package graph

import (
	"context"
	_ "embed"
	"errors"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/functions/api/graphql"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/order/orderview"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Schema is the GraphQL schema.
//
//go:embed schema.graphql
var Schema string

// Path is the path of the only operation (specification §7).
const Path = "/graphql"

// maxFirst limits the orders of a page: each is a read of the table.
const maxFirst = 20

// Graph serves the operation.
type Graph struct {
	own   brand.Brand // the only brand that it serves
	table table.Table
	now   func() time.Time
	graph *graphql.Graph
}

// New returns the function, which reads the table.
func New(t table.Table, own brand.Brand, now func() time.Time) *Graph {
	g := &Graph{own: own, table: t, now: now}
	g.graph = graphql.New(Schema, "functions/graph/schema.graphql", g.resolvers(), graphql.WriteErrors)
	return g
}

// Operations describes the operation of this function. It is Fresh: an ended session must not read a customer's orders.
func (g *Graph) Operations() []api.Operation {
	return api.For(g.own, g.graph.Operation(huma.Operation{
		OperationID: "query-orders", Path: Path, Tags: []string{"account"},
		Summary: "The customer and their orders, by the schema in functions/graph/schema.graphql",
	}).RequireLevel(api.Fresh))
}

// person is the customer as the schema shows them.
type person struct {
	FirstName, LastName, Email, Phone string
	SpendablePoints                   int
}

type connection struct {
	Nodes    []node
	PageInfo pageInfo
}

type pageInfo struct {
	EndCursor   string
	HasNextPage bool
}

type node struct {
	ID string
	orderview.Order
}

// resolvers returns the resolvers of the fields of Query. Each key of the table has the id of the token's customer.
func (g *Graph) resolvers() map[string]graphql.Resolver {
	of := func(resolve func(ctx context.Context, customer string, arguments map[string]any) (any, error)) graphql.Resolver {
		return func(ctx context.Context, arguments map[string]any) (any, error) {
			p, ok := api.PrincipalOf(ctx)
			if !ok {
				return nil, problem.New(problem.SignInNeeded)
			}
			return resolve(ctx, p.CustomerID, arguments)
		}
	}
	return map[string]graphql.Resolver{"me": of(g.me), "orders": of(g.orders), "order": of(g.order), "favourites": of(g.favourites)}
}

func (g *Graph) me(ctx context.Context, id string, _ map[string]any) (any, error) {
	c, err := customer.Find(ctx, g.table, id)
	if errors.Is(err, table.ErrNotFound) { // erased since the token was issued
		return nil, problem.New(problem.SessionEnded)
	}
	if err != nil {
		return nil, err
	}
	account, err := loyalty.Load(ctx, g.table, id)
	return person{c.FirstName, c.LastName, c.Email, c.Phone, int(account.Spendable(g.now()))}, err
}

func (g *Graph) orders(ctx context.Context, id string, arguments map[string]any) (any, error) {
	first, _ := arguments["first"].(int64)
	after, _ := arguments["after"].(string)
	if first < 1 || first > maxFirst {
		return nil, invalid("first")
	}
	page, err := order.OfCustomer(ctx, g.table, id, int(first), after)
	if errors.Is(err, table.ErrBadCursor) {
		return nil, invalid("after")
	}
	if err != nil {
		return nil, err
	}
	found := connection{PageInfo: pageInfo{page.Cursor, page.More}}
	for _, o := range page.Orders {
		found.Nodes = append(found.Nodes, g.node(o, arguments))
	}
	return found, nil
}

func (g *Graph) order(ctx context.Context, id string, arguments map[string]any) (any, error) {
	token, _ := arguments["id"].(string)
	o, err := order.LoadOfCustomer(ctx, g.table, id, token)
	if problem.Is(err, problem.OrderNotFound) {
		return (*node)(nil), nil
	}
	if err != nil {
		return nil, err
	}
	return g.node(o, arguments), nil
}

func (g *Graph) favourites(ctx context.Context, id string, _ map[string]any) (any, error) {
	return customer.Favorites(ctx, g.table, id)
}

func (g *Graph) node(o order.Order, arguments map[string]any) node {
	l, _ := arguments["locale"].(string)
	return node{o.Token, orderview.Of(o, locale.Parse(l), g.now())}
}

func invalid(argument string) error {
	return problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/variables/"+argument))
}
