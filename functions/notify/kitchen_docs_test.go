package notify

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/webhook"
)

// docs/pos.md has a real message and a valid signature.
func TestDocumentedKitchenMessage(t *testing.T) {
	raw, err := os.ReadFile("../../docs/pos.md")
	assert.NilError(t, err)
	page := string(raw)
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(page)
	assert.Assert(t, block != nil, "the page has no example message")
	strict := json.NewDecoder(strings.NewReader(block[1]))
	strict.DisallowUnknownFields()
	var m KitchenMessage
	err = strict.Decode(&m)
	assert.NilError(t, err)
	assert.Assert(t, m.Type == "order.placed" && len(m.Order.Lines) != 0 && m.Order.Location != nil, "%+v", m)
	for _, kind := range webhook.Kitchen("", nil).Sent {
		assert.Check(t, is.Contains(page, "`"+kind+"`"), "the page does not describe %s", kind)
	}
	example := regexp.MustCompile("`(an-[\\w-]+)` \\| `([^`]+)` \\| `(t=\\d+,v1=\\w+)`").FindStringSubmatch(page)
	assert.Assert(t, example != nil, "the page has no example signature")
	want := (webhook.Secrets{[]byte(example[1])}).Sign([]byte(example[2]), time.Unix(1795201200, 0))
	assert.Equal(t, example[3], want)
}
