// Package bucket stores the files that guests send with a form in a private bucket of Amazon S3.
package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"

	"ordering/shared/aws/sigv4"
	"ordering/shared/backoff"
	"ordering/shared/problem"
	"ordering/shared/upload"
)

// Bucket is an upload.Files. The lifecycle of the bucket deletes expired files.
type Bucket struct {
	name    string
	service *sigv4.Service
	pause   backoff.Pause
}

// within is the timeout of one request with its body. Three fit into the time of a function.
const within = 7 * time.Second

// New returns the bucket without opening a connection. It reads the credentials that Lambda sets in the environment: see sigv4.New.
// AWS_ENDPOINT_URL_S3 overrides the endpoint. The role may list the bucket, so S3 answers 404 for a missing object, not 403.
func New(name string, getenv func(string) string, now func() time.Time) *Bucket {
	return &Bucket{name, sigv4.New("s3", name+".s3", "S3", within, getenv, now), backoff.Jitter(200*time.Millisecond, time.Second)}
}

// Put implements upload.Files.
func (b *Bucket) Put(ctx context.Context, name, kind string, data []byte) error {
	path, err := upload.Path(name)
	if err != nil {
		return err
	}
	return b.do(ctx, http.MethodPut, path, http.Header{"Content-Type": {kind}}, data)
}

// Keep implements upload.Files. It copies the file and leaves the new one, so that a repeated call needs no right to read kept files.
func (b *Bucket) Keep(ctx context.Context, name string, days int) (string, error) {
	kept := upload.KeptName(name, days)
	if _, err := upload.Path(kept); err != nil {
		return "", err
	}
	return kept, b.do(ctx, http.MethodPut, kept, http.Header{"X-Amz-Copy-Source": {"/" + b.name + "/new/" + name}}, nil)
}

// Open implements upload.Files.
func (b *Bucket) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	path, err := upload.Path(name)
	if err != nil {
		return nil, err
	}
	answer, err := b.send(ctx, http.MethodGet, path, http.Header{}, nil)
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}

// Delete implements upload.Files. With a kept file it deletes the new one that Keep left.
func (b *Bucket) Delete(ctx context.Context, names ...string) error {
	for _, name := range names {
		path, err := upload.Path(name)
		if err != nil {
			return err
		}
		first := "new/" + name[strings.LastIndex(name, "/")+1:]
		for _, path := range slices.Compact([]string{path, first}) {
			if err := b.do(ctx, http.MethodDelete, path, http.Header{}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// attempts: S3 answers 503 (slow down) to many requests at once, and a retry soon succeeds.
const attempts = 3

// do sends a request and reads its short answer. S3 answers a copy with 200 before it is made, and the body says whether it failed.
func (b *Bucket) do(ctx context.Context, method, path string, header http.Header, body []byte) error {
	answer, err := b.send(ctx, method, path, header, body)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if err == nil && header.Get("X-Amz-Copy-Source") != "" && !bytes.Contains(text, []byte("<CopyObjectResult")) {
		err = errors.New("the file was not copied")
	}
	if err != nil {
		return problem.New(problem.StoreUnavailable).Because(fmt.Errorf("%s file: %w", method, err))
	}
	return nil
}

// send sends a request and repeats it while S3 cannot answer. It returns fs.ErrNotExist or problem.StoreUnavailable.
func (b *Bucket) send(ctx context.Context, method, path string, header http.Header, body []byte) (*http.Response, error) {
	var answer *http.Response
	err := sigv4.Retry(ctx, attempts, b.pause, func() (err error) {
		answer, err = b.service.Send(ctx, method, "/"+path, header.Clone(), body)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, problem.New(problem.StoreUnavailable).Because(fmt.Errorf("%s file: %w", method, err))
	}
	return answer, nil
}
