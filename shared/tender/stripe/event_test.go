package stripe

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// docs/deploy.md lists the events to enable in Stripe's dashboard.
func TestDocumentedEventTypes(t *testing.T) {
	page, err := os.ReadFile("../../../docs/deploy.md")
	assert.NilError(t, err)
	_, section, _ := strings.Cut(string(page), "\n## Webhooks of Stripe\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for _, m := range regexp.MustCompile("`((?:charge|refund|payment_intent)\\.[a-z_.]+)`").FindAllStringSubmatch(section, -1) {
		listed = append(listed, m[1])
	}
	want := slices.Sorted(slices.Values(Webhooks(nil).Types))
	slices.Sort(listed)
	assert.DeepEqual(t, listed, want)
}
