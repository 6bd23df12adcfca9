package edge

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// Function runs a CloudFront Function locally.
type Function struct {
	mu   sync.Mutex // a runtime serves one call at a time, and a call takes some microseconds
	call func(event string) (string, error)
}

// Event is the input of a function; Response is empty in a viewer request.
type Event struct {
	Version  string    `json:"version"`
	Context  Context   `json:"context"`
	Request  *Request  `json:"request,omitempty"`
	Response *Response `json:"response,omitempty"`
}

// Context is the event type: viewer-request or viewer-response.
type Context struct {
	EventType string `json:"eventType"`
}

// Value is one value of a header or a cookie.
type Value struct {
	Value string `json:"value"`
}

// Parameter is a query parameter, percent-encoded as in the URL.
type Parameter struct {
	Value      string  `json:"value"`
	MultiValue []Value `json:"multiValue,omitempty"` // all values of a repeated parameter
}

// Cookie is a cookie that a response sets.
type Cookie struct {
	Value      string `json:"value"`
	Attributes string `json:"attributes"` // as in Set-Cookie: Path=/; Max-Age=60
}

// Request is a viewer's request. Header names are in lower case.
type Request struct {
	Method      string               `json:"method"`
	URI         string               `json:"uri"`
	Querystring map[string]Parameter `json:"querystring"`
	Headers     map[string]Value     `json:"headers"`
	Cookies     map[string]Value     `json:"cookies"`
}

// Response is the response to a request.
type Response struct {
	StatusCode        int               `json:"statusCode"`
	StatusDescription string            `json:"statusDescription,omitempty"`
	Headers           map[string]Value  `json:"headers"`
	Cookies           map[string]Cookie `json:"cookies,omitempty"`
	Body              string            `json:"body,omitempty"`
}

// New compiles a function: a script with a handler.
func New(script string) (*Function, error) {
	vm := goja.New()
	// Events and results cross as JSON text, so that no object is shared.
	v, err := vm.RunString(script + "\n;(function (event) { return JSON.stringify(handler(JSON.parse(event))) })")
	if err != nil {
		return nil, fmt.Errorf("edge function: %w", err)
	}
	call, _ := goja.AssertFunction(v)
	return &Function{call: func(event string) (string, error) {
		answer, err := call(goja.Undefined(), vm.ToValue(event))
		if err != nil {
			return "", err
		}
		return answer.String(), nil
	}}, nil
}

// Request runs a viewer-request function. It returns the request to continue with, or the response that ends it.
func (f *Function) Request(r Request) (Request, *Response, error) {
	// CloudFront always sets all three.
	if r.Querystring == nil {
		r.Querystring = map[string]Parameter{}
	}
	for _, m := range []*map[string]Value{&r.Headers, &r.Cookies} {
		if *m == nil {
			*m = map[string]Value{}
		}
	}
	raw, err := f.run(Event{Version: "1.0", Context: Context{"viewer-request"}, Request: &r})
	if err != nil {
		return Request{}, nil, err
	}
	var response Response
	if err := json.Unmarshal(raw, &response); err == nil && response.StatusCode != 0 {
		return Request{}, &response, nil
	}
	var on Request
	if err := json.Unmarshal(raw, &on); err != nil || on.URI == "" {
		return Request{}, nil, fmt.Errorf("edge function: it returned neither a request nor a response: %s", raw)
	}
	return on, nil, nil
}

// Response runs a viewer-response function.
func (f *Function) Response(r Response) (Response, error) {
	raw, err := f.run(Event{Version: "1.0", Context: Context{"viewer-response"}, Response: &r})
	if err != nil {
		return Response{}, err
	}
	var on Response
	if err := json.Unmarshal(raw, &on); err != nil || on.StatusCode == 0 {
		return Response{}, fmt.Errorf("edge function: it returned no response: %s", raw)
	}
	return on, nil
}

func (f *Function) run(e Event) ([]byte, error) {
	raw, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("edge function: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	answer, err := f.call(string(raw))
	if err != nil {
		return nil, fmt.Errorf("edge function: %w", err)
	}
	return []byte(answer), nil
}
