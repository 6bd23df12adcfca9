package stripe

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docs/deploy.md lists the events to enable in Stripe's dashboard.
func TestDocumentedEventTypes(t *testing.T) {
	page, err := os.ReadFile("../../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Webhooks of Stripe\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for _, m := range regexp.MustCompile("`((?:charge|refund|payment_intent)\\.[a-z_.]+)`").FindAllStringSubmatch(section, -1) {
		listed = append(listed, m[1])
	}
	want := slices.Sorted(slices.Values(Webhooks(nil).Types))
	if slices.Sort(listed); !slices.Equal(listed, want) {
		t.Errorf("the page lists %q, want %q", listed, want)
	}
}
