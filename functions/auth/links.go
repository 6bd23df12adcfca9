package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"ordering/functions/api"
	"ordering/shared/customer"
	"ordering/shared/problem"
)

// LinkedProvider is a provider that signs the customer in.
type LinkedProvider struct {
	ID     string    `json:"id" enum:"google,apple,facebook"`
	Linked time.Time `json:"linked"`
}

type linksOutput struct{ Body []LinkedProvider }

type beginLinkInput struct {
	Provider string `path:"provider" maxLength:"20" doc:"google, apple or facebook"`
	Body     struct {
		ReturnTo string `json:"returnTo" maxLength:"500" doc:"Path of the page that finishes it, which gets the fragment as the parameter part"`
	}
}

type finishLinkInput struct {
	Provider string `path:"provider" maxLength:"20" doc:"google, apple or facebook"`
	Cookie   string `header:"Cookie" hidden:"true"`
	Body     struct {
		Code string `json:"code" maxLength:"100" doc:"The one-time code of the page's URL"`
	}
}

type providerInput struct {
	Provider string `path:"provider" maxLength:"20" doc:"google, apple or facebook"`
}

// linkOperations describes the calls about a signed-in customer's providers. An attempt at a provider begins with a POST; its page
// finishes it with a PUT.
func (a *Auth) linkOperations() []api.Operation {
	const get, post, put, remove = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete
	const ok, empty = http.StatusOK, http.StatusNoContent
	const confirmation, link = "/confirm/social/{provider}", "/linked-providers/{provider}"
	begins := []problem.Code{problem.NotFound, problem.SocialUnavailable}
	ends := []problem.Code{problem.SocialRefused}
	return api.For(a.brand,
		api.Describe(op("begin-confirm-social", post, confirmation, "Begin to confirm by signing in again at a linked provider", ok),
			a.beginAs(customer.ToConfirm)).RequireLevel(api.Fresh).WithProblems(begins),
		api.Describe(op("confirm-social", put, confirmation, "Confirm with the answer of a linked provider", empty),
			a.finishAs(customer.ToConfirm, a.accounts.ConfirmSocial)).RequireLevel(api.Fresh).WithProblems(ends),
		api.Describe(op("list-linked-providers", get, "/linked-providers", "The providers that sign the customer in", ok), a.links).
			RequireLevel(api.Fresh),
		api.Describe(op("begin-link-provider", post, link, "Begin to link a provider", ok), a.beginAs(customer.ToLink)).
			RequireLevel(api.Confirmed).WithProblems(begins),
		api.Describe(op("link-provider", put, link, "Let the person of a provider's answer sign the customer in", empty),
			a.finishAs(customer.ToLink, a.accounts.LinkSocial)).RequireLevel(api.Fresh).WithProblems(ends, []problem.Code{problem.SocialTaken}),
		api.Describe(op("unlink-provider", remove, link, "End sign-ins with a provider", empty), a.unlink).
			RequireLevel(api.Confirmed).WithProblems([]problem.Code{problem.NotFound, problem.LastSignIn}),
	)
}

// beginAs returns the handler that begins a signed-in customer's attempt.
func (a *Auth) beginAs(purpose customer.Purpose) func(context.Context, *beginLinkInput) (*beginOutput, error) {
	return func(ctx context.Context, in *beginLinkInput) (*beginOutput, error) {
		provider := a.social.Find(in.Provider)
		if provider == nil {
			return nil, problem.New(problem.NotFound)
		}
		page, _, _ := strings.Cut(in.Body.ReturnTo, "#")
		if !customer.LocalPath(in.Body.ReturnTo) || strings.Contains(page, "?") {
			return nil, problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, "/returnTo"))
		}
		p, _ := api.PrincipalOf(ctx)
		at, err := a.accounts.BeginAttempt(ctx, customer.Attempt{
			Provider: in.Provider, Redirect: a.callback(in.Provider), Page: page, ReturnTo: in.Body.ReturnTo,
			Purpose: purpose, Customer: p.CustomerID, Begun: a.social.Now(),
		}, "")
		if err != nil {
			return nil, err
		}
		to, err := provider.Begin(ctx, at)
		if err != nil {
			return nil, socialProblem(ctx, in.Provider, err)
		}
		cookie := a.setCookie(socialCookie, at.Cookie, customer.AttemptFor)
		return &beginOutput{SetCookie: []string{cookie}, Body: Begun{URL: to, State: at.State}}, nil
	}
}

// finishAs returns the handler that calls use with the person who arrived from an attempt of the customer for the purpose.
func (a *Auth) finishAs(
	purpose customer.Purpose, use func(ctx context.Context, customer, session string, arrival customer.Arrival) error,
) func(context.Context, *finishLinkInput) (*struct{}, error) {
	return func(ctx context.Context, in *finishLinkInput) (*struct{}, error) {
		p, _ := api.PrincipalOf(ctx)
		cookie := a.cookie(in.Cookie, socialCookie)
		arrived, err := a.accounts.TakeArrival(ctx, in.Provider, in.Body.Code, cookie, purpose, p.CustomerID)
		if err == nil {
			err = use(ctx, p.CustomerID, p.SessionID, arrived.Arrival)
		}
		return nil, socialProblem(ctx, in.Provider, err)
	}
}

func (a *Auth) links(ctx context.Context, _ *struct{}) (*linksOutput, error) {
	p, _ := api.PrincipalOf(ctx)
	all, err := a.accounts.Links(ctx, p.CustomerID)
	if err != nil {
		return nil, err
	}
	out := &linksOutput{Body: make([]LinkedProvider, len(all))}
	for i, l := range all {
		out.Body[i] = LinkedProvider{l.Provider, l.Linked}
	}
	return out, nil
}

func (a *Auth) unlink(ctx context.Context, in *providerInput) (*struct{}, error) {
	p, _ := api.PrincipalOf(ctx)
	offered := func(id string) bool { return a.social.Find(id) != nil }
	return nil, a.accounts.UnlinkSocial(ctx, p.CustomerID, in.Provider, offered)
}
