package api

import "ordering/functions/api/guard"

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

// CommonHeaders are the request headers that every operation accepts (specification §7). Embed them in an input.
type CommonHeaders struct {
	Language string `header:"Accept-Language" maxLength:"200" doc:"Language of labels in the answer: en, en-ca or fr-ca; the brand's menus also have pt-br, ja-jp and es-mx"`
}

// Functions of package guard.
var (
	RequestID          = guard.RequestID
	Country            = guard.Country
	Network            = guard.Network
	PrincipalOf        = guard.PrincipalOf
	LogAndWriteProblem = guard.LogAndWriteProblem
)
