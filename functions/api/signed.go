package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"ordering/shared/problem"
	"ordering/shared/webhook"
)

// Signed is an argument for AuthenticatedBy that accepts only the webhooks of a system.
func Signed(s webhook.System, now func() time.Time) func(context.Context, http.Header, []byte) error {
	return func(ctx context.Context, header http.Header, body []byte) error {
		err := s.Verify(ctx, header.Get(s.Header), body, now())
		if errors.Is(err, webhook.ErrSignature) {
			slog.WarnContext(ctx, "webhook signature refused", "system", s.Name)
			return problem.New(problem.BadSignature)
		}
		return err
	}
}
