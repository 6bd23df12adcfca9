package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"ordering/shared/outbox"
	"ordering/shared/webhook"
)

// sender sends signed messages to another system. It follows no redirects, so that a signed message goes to no other address.
type sender struct {
	webhook.System
	Client *http.Client // nil means a default client
	Now    func() time.Time
}

// webhookTimeout is short, because the other system only has to store the message.
const webhookTimeout = 5 * time.Second

// refusal is the HTTP status of a system that does not accept the message itself.
type refusal int

func (r refusal) Error() string { return fmt.Sprintf("refused the message with %d", int(r)) }

// erase sends the message of an erasure. A system that does not have the data has nothing to erase.
func (s sender) erase(ctx context.Context, m any) error {
	err := s.post(ctx, m)
	var refused refusal
	if errors.As(err, &refused) && (refused == http.StatusNotFound || refused == http.StatusGone) {
		return nil
	}
	return err
}

// Send sends a signed message to another system. See post for its errors.
func Send(ctx context.Context, to webhook.System, m any, now func() time.Time) error {
	return sender{System: to, Now: now}.post(ctx, m)
}

// post sends a signed message. It returns an outbox.Unreachable error if a retry can succeed, and a refusal if not.
func (s sender) post(ctx context.Context, m any) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("%s: message: %w", s.Name, err)
	}
	ctx, cancel := context.WithTimeout(ctx, webhookTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: request: %w", s.Name, err)
	}
	r.Header.Set("Content-Type", "application/json")
	signature, err := s.Sign(ctx, body, s.Now())
	if err != nil {
		return outbox.Unreachable(fmt.Errorf("%s: %w", s.Name, err))
	}
	r.Header.Set(s.Header, signature)
	client := http.Client{Timeout: webhookTimeout}
	if s.Client != nil {
		client = *s.Client
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := client.Do(r)
	var failed *url.Error
	if errors.As(err, &failed) { // it quotes the URL, which may have a password
		err = failed.Err
	}
	if err != nil {
		return outbox.Unreachable(fmt.Errorf("%s: %w", s.Name, err))
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // to reuse the connection
	switch status := answer.StatusCode; {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusUnauthorized: // a clock or a secret is wrong, not the message
		return outbox.Unreachable(fmt.Errorf("%s: does not accept our signature", s.Name))
	case status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout:
		return outbox.Unreachable(fmt.Errorf("%s: answered %d", s.Name, status))
	default:
		return fmt.Errorf("%s: %w", s.Name, refusal(status))
	}
}
