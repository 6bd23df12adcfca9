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
	if !json.Valid(text) {
		return false
	}
	type level struct {
		object, key bool // a key is next
		names       map[string]bool
	}
	open := []level{{}}
	for i := 0; i < len(text); i++ {
		top := &open[len(open)-1]
		switch text[i] {
		case '{', '[':
			object := text[i] == '{'
			open = append(open, level{object, object, map[string]bool{}})
		case '}', ']':
			open = open[:len(open)-1]
		case ',':
			top.key = top.object
		case '"':
			end := i + 1
			for ; text[end] != '"'; end++ {
				if text[end] == '\\' {
					end++
				}
			}
			if top.key {
				name := string(text[i : end+1])
				if strings.Contains(name, `\`) { // the same name can be escaped differently
					_ = json.Unmarshal(text[i:end+1], &name)
					name = `"` + name + `"`
				}
				if top.names[name] {
					return true
				}
				top.names[name], top.key = true, false
			}
			i = end
		}
	}
	return false
}
