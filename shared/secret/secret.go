// Package secret provides secret values at the time of use, so that they can change while the process runs. A secret is
// a function and not a field, so that logs and test failures do not print it.
package secret

import "context"

// Source returns the current value of a secret. It caches the value, so that calls are cheap.
type Source func(context.Context) (string, error)

// Fixed returns a Source with a constant value.
func Fixed(value string) Source {
	return func(context.Context) (string, error) { return value, nil }
}
