package notify

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/form"
	"ordering/shared/webhook"
)

// docs/desk.md has a real message, and describes every type and kind.
func TestDocumentedDeskMessage(t *testing.T) {
	raw, err := os.ReadFile("../../docs/desk.md")
	assert.NilError(t, err)
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(string(raw))
	assert.Assert(t, block != nil, "the page has no example message")
	strict := json.NewDecoder(strings.NewReader(block[1]))
	strict.DisallowUnknownFields()
	var m DeskMessage
	assert.NilError(t, strict.Decode(&m))
	assert.Equal(t, m.Type, webhook.FormVerified)
	again, err := json.MarshalIndent(m, "", "  ")
	assert.NilError(t, err)
	assert.Equal(t, string(again)+"\n", block[1])
	for _, kind := range webhook.Desk("", nil).Sent {
		assert.Check(t, is.Contains(string(raw), "`"+kind+"`"))
	}
	for kind := range form.Kinds {
		assert.Check(t, is.Contains(string(raw), "`"+string(kind)+"`"))
	}
}
