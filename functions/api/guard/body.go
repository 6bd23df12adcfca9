package guard

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ordering/shared/problem"
)

const (
	// maxBody is the default limit in bytes. The largest body is a basket line with its choices, a few KB.
	maxBody = 64 << 10
	// readWithin is how long a client may take to send a body, and fileWithin a file: 4 MB take 60 s at 0.6 Mbit/s.
	readWithin = 5 * time.Second
	fileWithin = time.Minute
)

// openFile bounds the time and size of a file. The operation reads it when it has room. Reading returns problem.TooLarge, problem.Timeout,
// or problem.Malformed for a body that ends early.
func (o Operation) openFile(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(fileWithin)) // not in Lambda, where the body is in memory already
	r.Body = fileBody{http.MaxBytesReader(w, r.Body, o.MaxBody)}
}

// discardFile reads what the operation left of a file. Without it net/http would close the connection on a client that is still sending,
// which would then not see the answer.
func discardFile(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// fileBody is the body of a file. Its errors are problems.
type fileBody struct{ io.ReadCloser }

func (b fileBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = readError(err)
	}
	return n, err
}

// receive reads the body into memory and checks it before the operation sees it. It calls admit before it validates the body. It returns
// the error of admit, problem.TooLarge, problem.Timeout, problem.MediaType, or problem.Malformed for a body that ends early, is not UTF-8,
// or has a duplicate key in an object. It does not read a file.
func (o Operation) receive(w http.ResponseWriter, r *http.Request) error {
	switch {
	case !hasContent(o.Method):
		return nil
	case o.FileTypes != nil:
		if !slices.ContainsFunc(o.FileTypes, func(kind string) bool { return sentAs(r.Header, kind) }) {
			return problem.New(problem.MediaType)
		}
		return nil
	}
	var body []byte
	if r.ContentLength != 0 {
		var err error
		if body, err = read(w, r, cmp.Or(o.MaxBody, maxBody)); err != nil {
			return err
		}
	}
	if o.Admit != nil {
		if err := o.Admit(r.Context(), r.Header, body); err != nil {
			return err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch {
	case len(body) == 0:
		return nil
	case !sentAs(r.Header, o.mediaType()):
		return problem.New(problem.MediaType)
	case !utf8.Valid(body): // encoding/json would replace the invalid bytes silently
		return malformed("the body is not UTF-8")
	case o.Form:
		return nil
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
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Now().Add(readWithin)) // not in Lambda, where the body is in memory already
	defer func() { _ = conn.SetReadDeadline(time.Time{}) }()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		return nil, readError(err)
	}
	return body, nil
}

// readError returns the problem for an error of reading a body.
func readError(err error) *problem.Problem {
	var broken net.Error
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return problem.New(problem.TooLarge)
	case errors.As(err, &broken) && broken.Timeout():
		return problem.New(problem.Timeout)
	}
	return malformed("the body ends early or is badly chunked").Because(err)
}

func malformed(why string) *problem.Problem {
	return problem.New(problem.Malformed).With(problem.Detail{Code: problem.Malformed, Message: why})
}

// mediaType returns the media type of the operation's body.
func (o Operation) mediaType() string {
	if o.Form {
		return "application/x-www-form-urlencoded"
	}
	return "application/json"
}

// sentAs reports whether Content-Type is the media type, with no parameter except charset=utf-8. Browsers send some types, such as forms,
// cross-site without a preflight.
func sentAs(h http.Header, want string) bool {
	kind, params, err := mime.ParseMediaType(strings.Join(h.Values("Content-Type"), ","))
	charset, given := params["charset"]
	if given {
		delete(params, "charset")
	}
	return err == nil && kind == want && len(params) == 0 && (!given || strings.EqualFold(charset, "utf-8"))
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
