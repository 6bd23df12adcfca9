package bucket

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/problem"
	"ordering/shared/upload/uploadtest"
)

// s3 is a small fake of S3: its objects by path, and the statuses and bodies of its next answers.
type s3 struct {
	t       *testing.T
	objects map[string]string
	types   map[string]string
	next    []answer
	calls   int
}

type answer struct {
	status int
	body   string
}

func (s *s3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls++
	assert.Check(s.t, strings.Contains(r.Header.Get("Authorization"), "/us-east-1/s3/aws4_request"), "%s %s is not signed", r.Method, r.URL)
	body, _ := io.ReadAll(r.Body)
	if len(s.next) > 0 {
		w.WriteHeader(s.next[0].status)
		_, _ = io.WriteString(w, s.next[0].body)
		s.next = s.next[1:]
		return
	}
	source := strings.TrimPrefix(r.Header.Get("X-Amz-Copy-Source"), "/forms")
	object, found := s.objects[r.URL.Path]
	switch {
	case r.Method == http.MethodDelete:
		delete(s.objects, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPut && source != "":
		if object, found = s.objects[source]; !found {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		s.objects[r.URL.Path] = object
		_, _ = io.WriteString(w, `<?xml version="1.0"?><CopyObjectResult/>`)
	case r.Method == http.MethodPut:
		s.objects[r.URL.Path], s.types[r.URL.Path] = string(body), r.Header.Get("Content-Type")
	case !found:
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = io.WriteString(w, object)
	}
}

func start(t *testing.T, next ...answer) (*Bucket, *s3) {
	fake := &s3{t: t, objects: map[string]string{}, types: map[string]string{}, next: next}
	server := httptest.NewServer(fake)
	t.Cleanup(server.Close)
	env := map[string]string{
		"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": "of this test", "AWS_ENDPOINT_URL_S3": server.URL,
	}
	b := New("forms", func(name string) string { return env[name] }, time.Now)
	b.pause = func(context.Context, int) error { return nil }
	return b, fake
}

func TestBucketIsAStoreOfFiles(t *testing.T) {
	b, fake := start(t)
	uploadtest.Files(t, b)
	assert.DeepEqual(t, fake.objects, map[string]string{})
	for path, kind := range fake.types {
		assert.Assert(t, strings.HasPrefix(path, "/new/") && kind != "", path)
	}
}

func TestFailuresOfS3(t *testing.T) {
	const name = "abcdefghijklmnopqrstuvwxyz.jpg"
	for what, c := range map[string]struct {
		answers []answer
		calls   int
		failed  bool
	}{
		"slow down once":                 {[]answer{{503, "<Code>SlowDown</Code>"}}, 2, false},
		"down":                           {[]answer{{500, ""}, {500, ""}, {503, ""}}, attempts, true},
		"not allowed":                    {[]answer{{403, "canary"}}, 1, true},
		"a copy that failed after a 200": {[]answer{{200, "<Error><Code>InternalError</Code></Error>"}}, 1, true},
	} {
		b, fake := start(t, c.answers...)
		fake.objects["/new/"+name] = "a photo"
		_, err := b.Keep(t.Context(), name, 30)
		assert.Check(t, problem.Is(err, problem.StoreUnavailable) == c.failed && (err != nil) == c.failed, "%s: %v", what, err)
		assert.Check(t, err == nil || !strings.Contains(err.Error(), "canary"))
		assert.Check(t, fake.calls == c.calls, "%s: %d calls", what, fake.calls)
		if c.failed {
			assert.DeepEqual(t, maps.Clone(fake.objects), map[string]string{"/new/" + name: "a photo"})
		}
	}
}
