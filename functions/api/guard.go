package api

import (
	"context"
	"net/http"

	"ordering/functions/api/guard"
	"ordering/shared/brand"
)

// Types of package guard.
type (
	Principal = guard.Principal
	Level     = guard.Level
	Identity  = guard.Identity
)

// The levels of package guard.
const (
	Guest     = guard.Guest
	SignedIn  = guard.SignedIn
	Fresh     = guard.Fresh
	Confirmed = guard.Confirmed
	System    = guard.System
)

// The errors of an Identity.
var (
	ErrTokenExpired = guard.ErrTokenExpired
	ErrTokenInvalid = guard.ErrTokenInvalid
	ErrSessionEnded = guard.ErrSessionEnded
)

// CommonHeaders are the request headers that every operation accepts (specification §7). Embed them in an input.
type CommonHeaders struct {
	Language string `header:"Accept-Language" maxLength:"200" doc:"Language of labels in the answer: en, en-ca or fr-ca; the brand's menus also have pt-br, ja-jp and es-mx"`
}

// RequestID is guard.RequestID.
func RequestID(ctx context.Context) string { return guard.RequestID(ctx) }

// Country is guard.Country.
func Country(ctx context.Context) string { return guard.Country(ctx) }

// Brand is guard.Brand.
func Brand(ctx context.Context) brand.Brand { return guard.Brand(ctx) }

// Network is guard.Network.
func Network(ctx context.Context) string { return guard.Network(ctx) }

// PrincipalOf is guard.PrincipalOf.
func PrincipalOf(ctx context.Context) (Principal, bool) { return guard.PrincipalOf(ctx) }

// LogAndWriteProblem is guard.LogAndWriteProblem.
func LogAndWriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	guard.LogAndWriteProblem(w, r, err)
}
