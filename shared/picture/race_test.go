//go:build race

package picture

// The race detector remembers several bytes for each one that is used.
const raced = true
