package notify

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"ordering/shared/webhook"
)

// docs/pos.md has a real message and a valid signature.
func TestDocumentedKitchenMessage(t *testing.T) {
	raw, err := os.ReadFile("../../docs/pos.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(page)
	if block == nil {
		t.Fatal("the page shows no message")
	}
	strict := json.NewDecoder(strings.NewReader(block[1]))
	strict.DisallowUnknownFields()
	var m KitchenMessage
	if err := strict.Decode(&m); err != nil || m.Type != "order.placed" || len(m.Order.Lines) == 0 || m.Order.Location == nil {
		t.Errorf("%v: %+v", err, m)
	}
	for _, kind := range webhook.Kitchen("", nil).Sent {
		if !strings.Contains(page, "`"+kind+"`") {
			t.Errorf("the page does not name %s", kind)
		}
	}
	example := regexp.MustCompile("`(an-[\\w-]+)` \\| `([^`]+)` \\| `(t=\\d+,v1=\\w+)`").FindStringSubmatch(page)
	if example == nil {
		t.Fatal("the page shows no signature")
	}
	if want := (webhook.Secrets{[]byte(example[1])}).Sign([]byte(example[2]), time.Unix(1795201200, 0)); example[3] != want {
		t.Errorf("the page shows the signature %s, want %s", example[3], want)
	}
}
