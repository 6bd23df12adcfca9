// Package s3 reads the brand's picture files from a bucket of Amazon S3.
package s3

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	"ordering/functions/images"
	"ordering/shared/aws/sigv4"
	"ordering/shared/backoff"
)

// Bucket is an images.Source.
type Bucket struct {
	service *sigv4.Service
	pause   backoff.Pause
}

// within is the timeout for one file, including its body.
const within = 10 * time.Second

// New returns the bucket without opening a connection. It reads the credentials that Lambda sets in the environment: see sigv4.New.
// AWS_ENDPOINT_URL_S3 overrides the endpoint.
func New(bucket string, getenv func(string) string, now func() time.Time) *Bucket {
	return &Bucket{sigv4.New("s3", bucket+".s3", "S3", within, getenv, now), backoff.Jitter(2*between, time.Second)}
}

// attempts and between: S3 answers 503 (slow down) to many reads at once, and a retry soon succeeds.
const (
	attempts = 3
	between  = 100 * time.Millisecond
)

// Open gets the object of that name below images.Roots; the role may read no others. The role may list the bucket, so S3 answers 404 for a
// missing object, not 403.
func (b *Bucket) Open(ctx context.Context, path string) (*images.File, error) {
	if !slices.ContainsFunc(images.Roots(), func(root string) bool { return strings.HasPrefix(path, root) }) {
		return nil, fs.ErrNotExist
	}
	var answer *http.Response
	err := sigv4.Retry(ctx, attempts, b.pause, func() (err error) {
		answer, err = b.service.Send(ctx, http.MethodGet, "/"+path, http.Header{}, nil)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, fmt.Errorf("%w: %w", images.ErrUnavailable, err)
	}
	return &images.File{ReadCloser: answer.Body, Size: answer.ContentLength, Version: answer.Header.Get("ETag")}, nil
}
