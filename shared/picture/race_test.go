//go:build race

package picture

// The race detector uses several bytes for each one of the program.
const raced = true
