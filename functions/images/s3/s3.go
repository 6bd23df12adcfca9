// Package s3 gives the function of pictures the brand's files out of a bucket of Amazon S3: its one call.
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

// within is how long a file may take, with all of its bytes.
const within = 10 * time.Second

// New opens nothing: it speaks to the bucket with a name from the environment that Lambda gives a function: see sigv4.New.
// AWS_ENDPOINT_URL_S3 points it elsewhere.
func New(bucket string, getenv func(string) string, now func() time.Time) *Bucket {
	return &Bucket{sigv4.New("s3", bucket+".s3", "S3", within, getenv, now), backoff.Jitter(between, time.Second)}
}

// attempts and between: S3 asks who reads much of it at once to slow down (503), and is right a moment later.
const (
	attempts = 3
	between  = 100 * time.Millisecond
)

// Open asks for the object of that name, where pictures are: what else is in the bucket S3 would refuse. A role that may not list the
// bucket is told 403 of what is not there: this one may.
func (b *Bucket) Open(ctx context.Context, path string) (*images.File, error) {
	if !slices.ContainsFunc(images.Roots(), func(root string) bool { return strings.HasPrefix(path, root) }) {
		return nil, fs.ErrNotExist
	}
	var err error
	for attempt := range attempts {
		if attempt > 0 {
			_ = b.pause(ctx, attempt)
		}
		var answer *http.Response
		if answer, err = b.service.Get(ctx, "/"+path); err == nil {
			return &images.File{ReadCloser: answer.Body, Size: answer.ContentLength, Version: answer.Header.Get("ETag")}, nil
		}
		var refused *sigv4.Refused
		if ctx.Err() != nil || errors.As(err, &refused) && refused.Status < 500 {
			if refused != nil && refused.Status == http.StatusNotFound {
				return nil, fs.ErrNotExist
			}
			break
		}
	}
	return nil, fmt.Errorf("%w: %w", images.ErrAway, err)
}
