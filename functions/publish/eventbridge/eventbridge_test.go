package eventbridge

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/publish"
	"ordering/shared/order"
)

func TestPut(t *testing.T) {
	at := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		status int
		answer string
		want   string // in the error
	}{
		"taken":     {200, `{"FailedEntryCount":0,"Entries":[{"EventId":"1"}]}`, ""},
		"refused":   {200, `{"FailedEntryCount":1,"Entries":[{"ErrorCode":"ThrottlingException","ErrorMessage":"detail"}]}`, "refused an event: ThrottlingException"},
		"no rights": {400, `{"__type":"AccessDeniedException","message":"detail"}`, "AccessDeniedException"},
	} {
		var target, authorization string
		var body struct{ Entries []entry }
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			target, authorization = r.Header.Get("X-Amz-Target"), r.Header.Get("Authorization")
			raw, _ := io.ReadAll(r.Body)
			assert.Check(t, json.Unmarshal(raw, &body))
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.answer)
		}))
		env := map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key", "AWS_ENDPOINT_URL_EVENTBRIDGE": server.URL}
		err := New("orders", func(name string) string { return env[name] }, func() time.Time { return at }).Put(t.Context(), publish.Event{ID: "o/ready", Status: order.Ready, At: at, Order: "o"})
		server.Close()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "detail")) {
			t.Errorf("%s: %v", name, err)
		}
		assert.Check(t, errors.Is(err, publish.ErrRefused) == (name == "refused"), "%s: %v", name, err)
		assert.Check(t, is.Equal(target, "AWSEvents.PutEvents"))
		assert.Check(t, is.Contains(authorization, "/us-east-1/events/aws4_request"))
		assert.Assert(t, is.Len(body.Entries, 1))
		e := body.Entries[0]
		if e.EventBusName != "orders" || e.Source != Source || e.DetailType != DetailType || e.Time != at.Unix() || !strings.Contains(e.Detail, `"status":"ready"`) {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
