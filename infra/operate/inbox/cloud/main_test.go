package main

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"
)

// The command asks for the environment of a stage before it reads anything.
func TestMissingEnvironmentIsNamed(t *testing.T) {
	err := run(t.Context(), func(string) string { return "" }, []string{"list"}, nil, io.Discard)
	assert.ErrorContains(t, err, "missing in the environment: TABLE, FORM_FILES, AWS_REGION")
}
