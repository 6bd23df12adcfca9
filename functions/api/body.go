package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"ordering/shared/problem"
)

const (
	// maxBody is the default limit in bytes. The largest body is a basket line with its choices, a few KB.
	maxBody = 64 << 10
	// readWithin is how long a client may take to send a body.
	readWithin = 5 * time.Second
)

// receive reads the body into memory and checks it before the operation sees it. It calls admit before it validates the body. It returns
// the error of admit, problem.TooLarge, problem.Timeout, problem.MediaType, or problem.Malformed for a body that ends early, is not UTF-8,
// or has a duplicate key in an object.
func (o Operation) receive(w http.ResponseWriter, r *http.Request) error {
	if !hasContent(o.Method) {
		return nil
	}
	var body []byte
	if r.ContentLength != 0 {
		var err error
		if body, err = read(w, r, cmp.Or(o.MaxBodyBytes, maxBody)); err != nil {
			return err
		}
	}
	if o.admit != nil {
		if err := o.admit(r.Context(), r.Header, body); err != nil {
			return err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch {
	case len(body) == 0:
		return nil
	case !sentAsJSON(r.Header):
		return problem.New(problem.MediaType)
	case !utf8.Valid(body): // encoding/json would replace the invalid bytes silently
		return malformed("the body is not UTF-8")
	case repeatsName(body): // JSON parsers differ in which of the two values they use
		return malformed("an object has two members of one name")
	}
	r.Header.Set("Content-Type", "application/json") // huma compares the text
	return nil
}

// hasContent reports whether requests of the method have a body.
func hasContent(method string) bool {
	return method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch
}

func read(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	_ = huma.SetReadDeadline(w, time.Now().Add(readWithin)) // not in Lambda, where the body is in memory already
	defer func() { _ = huma.SetReadDeadline(w, time.Time{}) }()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var broken net.Error
	switch {
	case err == nil:
		return body, nil
	case errors.As(err, new(*http.MaxBytesError)):
		return nil, problem.New(problem.TooLarge)
	case errors.As(err, &broken) && broken.Timeout():
		return nil, problem.New(problem.Timeout)
	}
	return nil, malformed("the body ends early or is badly chunked").Because(err)
}

func malformed(why string) *problem.Problem {
	return problem.New(problem.Malformed).With(problem.Detail{Code: problem.Malformed, Message: why})
}

// sentAsJSON reports whether Content-Type is application/json, with no parameter except charset=utf-8. Browsers send some other types
// cross-site without a preflight.
func sentAsJSON(h http.Header) bool {
	kind, params, err := mime.ParseMediaType(strings.Join(h.Values("Content-Type"), ","))
	charset, given := params["charset"]
	if given {
		delete(params, "charset")
	}
	return err == nil && kind == "application/json" && len(params) == 0 && (!given || strings.EqualFold(charset, "utf-8"))
}

// repeatsName reports whether any object in the text has a duplicate key. It is false for text that is not JSON, which the operation
// refuses when it decodes the body.
func repeatsName(text []byte) bool {
	type level struct {
		names map[string]bool // nil in a list
		value bool            // a key was read, its value is next
	}
	var open []level
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return false
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			open = open[:len(open)-1]
			continue
		}
		if len(open) > 0 {
			top := &open[len(open)-1]
			if top.names != nil && !top.value {
				name := token.(string)
				if top.names[name] {
					return true
				}
				top.names[name], top.value = true, true
				continue
			}
			top.value = false
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{})
		}
	}
}
