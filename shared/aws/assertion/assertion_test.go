package assertion_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/aws/assertion"
	"ordering/shared/customer"
	"ordering/shared/table"
)

// fake accepts the answers of "ann".
type fake struct{}

func (fake) Register(ctx context.Context, c customer.Ceremony, answer json.RawMessage) (json.RawMessage, error) {
	return fake{}.Verify(ctx, c, json.RawMessage(`"new"`), answer)
}

func (fake) Verify(_ context.Context, c customer.Ceremony, credential, answer json.RawMessage) (json.RawMessage, error) {
	if c.Customer != "ann" {
		return nil, customer.ErrPasskeyRefused
	}
	return json.Marshal([]any{c, credential, answer})
}

func TestRemote(t *testing.T) {
	busy := false
	lambda := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Check(t, r.URL.String() == "/2015-03-31/functions/grill-passkey/invocations?Qualifier=live", r.URL)
		if busy {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		event, err := io.ReadAll(r.Body)
		assert.Check(t, err)
		result, known, err := assertion.Answer(fake{})(r.Context(), event)
		assert.Check(t, known && err == nil, "%s: %v", event, err)
		assert.Check(t, json.NewEncoder(w).Encode(result))
	}))
	defer lambda.Close()
	env := map[string]string{"AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_LAMBDA": lambda.URL}
	remote := assertion.Remote("grill-passkey", func(name string) string { return env[name] }, time.Now)
	at := customer.Site{ID: "grill.example", Origins: []string{"https://grill.example"}}
	ann := customer.Ceremony{Site: at, Challenge: "c", Customer: "ann"}
	got, err := remote.Register(t.Context(), ann, json.RawMessage(`{"id":"x"}`))
	assert.NilError(t, err)
	want := `[{"id":"grill.example","origins":["https://grill.example"],"challenge":"c","customer":"ann"},"new",{"id":"x"}]`
	assert.Equal(t, string(got), want)
	got, err = remote.Verify(t.Context(), ann, got, json.RawMessage(`{}`))
	assert.Assert(t, err == nil && len(got) > len(want), "%s, %v", got, err)
	_, err = remote.Verify(t.Context(), customer.Ceremony{Customer: "bob"}, got, json.RawMessage(`{}`))
	assert.Assert(t, errors.Is(err, customer.ErrPasskeyRefused))
	busy = true
	_, err = remote.Register(t.Context(), ann, json.RawMessage(`{}`))
	assert.Assert(t, errors.Is(err, table.ErrUnavailable) && !errors.Is(err, customer.ErrPasskeyRefused), "%v", err)
	_, known, _ := assertion.Answer(fake{})(t.Context(), json.RawMessage(`{"rawPath":"/"}`))
	assert.Assert(t, !known)
}
