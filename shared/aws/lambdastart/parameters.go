package lambdastart

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"ordering/shared/aws/sigv4"
	"ordering/shared/backoff"
	"ordering/shared/secret"
)

const (
	// trustFor is the cache duration of a secret. After a change the old value must stay valid for longer.
	trustFor = 5 * time.Minute
	// againAfter is the pause after a failed refresh while a cached value exists.
	againAfter = 30 * time.Second
	// attempts and between: many processes that start at once exceed the rate limit (40 a second, unless the account raises it).
	attempts = 5
	between  = 200 * time.Millisecond
)

// parameters reads secrets from the parameter store of AWS Systems Manager, under SECRETS_PATH. A secret in the
// environment takes precedence: it is for a developer's machine, and stacks never set one.
type parameters struct {
	getenv  func(string) string
	path    string
	service *sigv4.Service
	now     func() time.Time
	pause   backoff.Pause

	mu     sync.Mutex
	names  []string
	values map[string]string
	read   time.Time
}

func newParameters(getenv func(string) string, now func() time.Time) *parameters {
	return &parameters{
		getenv: getenv, path: getenv("SECRETS_PATH"), now: now, pause: backoff.Jitter(2*between, time.Minute),
		service: sigv4.New("ssm", "ssm", "SSM", 2*time.Second, getenv, now),
	}
}

func (p *parameters) source(name string) secret.Source {
	if value := p.getenv(name); value != "" {
		return secret.Fixed(value)
	}
	p.names = append(p.names, name)
	return func(ctx context.Context) (string, error) { return p.get(ctx, name) }
}

// get returns a secret. It is at most trustFor old, or older if it cannot be read now.
func (p *parameters) get(ctx context.Context, name string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := p.now().Sub(p.read); p.values == nil || age < 0 || age >= trustFor {
		values, err := p.fetch(ctx)
		switch {
		case err == nil:
			p.values, p.read = values, p.now()
		case p.values == nil:
			return "", err
		default:
			slog.ErrorContext(ctx, "secrets not refreshed, cached values are used", "error", err)
			p.read = p.now().Add(againAfter - trustFor)
		}
	}
	value, ok := p.values[name]
	if !ok {
		return "", fmt.Errorf("the secret %s is missing: put it into the parameter store as %s%s", name, p.path, name)
	}
	return value, nil
}

// fetch reads all secrets of the function in one call.
func (p *parameters) fetch(ctx context.Context) (map[string]string, error) {
	ask := struct {
		Names          []string
		WithDecryption bool
	}{WithDecryption: true}
	for _, name := range p.names {
		ask.Names = append(ask.Names, p.path+name)
	}
	var found struct {
		Parameters []struct{ Name, Value string }
	}
	err := sigv4.Retry(ctx, attempts, p.pause, func() error {
		return p.service.Call(ctx, "/", "AmazonSSM.GetParameters", ask, &found)
	})
	if err != nil {
		return nil, fmt.Errorf("secrets cannot be read: %w", err)
	}
	values := make(map[string]string, len(found.Parameters))
	for _, one := range found.Parameters {
		values[one.Name[len(p.path):]] = one.Value
	}
	return values, nil
}
