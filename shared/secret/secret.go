// Package secret is how what nobody may read reaches whoever needs it: asked for at each use, so that it can change while the
// process runs, and never a field that a log or a test's failure would print.
package secret

import "context"

// Source gives a secret as it is now. It keeps the value for as long as it trusts it: asking is cheap.
type Source func(context.Context) (string, error)

// Fixed is a secret that does not change while this process lives.
func Fixed(value string) Source {
	return func(context.Context) (string, error) { return value, nil }
}
