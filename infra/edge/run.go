package edge

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// Function is a CloudFront Function that runs here as it runs there.
type Function struct {
	mu   sync.Mutex // a runtime serves one call at a time, and a call takes some microseconds
	call func(event string) (string, error)
}

// Event is what a function is told; Response is empty in a viewer request.
type Event struct {
	Version  string    `json:"version"`
	Context  Context   `json:"context"`
	Request  *Request  `json:"request,omitempty"`
	Response *Response `json:"response,omitempty"`
}

// Context says which of the two events it is: viewer-request or viewer-response.
type Context struct {
	EventType string `json:"eventType"`
}

// Value is one value of a header or a cookie.
type Value struct {
	Value string `json:"value"`
}

// Parameter is one of a query, as it was written: percent-encoded.
type Parameter struct {
	Value      string  `json:"value"`
	MultiValue []Value `json:"multiValue,omitempty"` // all of that name, where there are several
}

// Cookie is one that an answer sets.
type Cookie struct {
	Value      string `json:"value"`
	Attributes string `json:"attributes"` // as Set-Cookie writes them: Path=/; Max-Age=60
}

// Request is a guest's request. Names of headers are in lower case.
type Request struct {
	Method      string               `json:"method"`
	URI         string               `json:"uri"`
	Querystring map[string]Parameter `json:"querystring"`
	Headers     map[string]Value     `json:"headers"`
	Cookies     map[string]Value     `json:"cookies"`
}

// Response is an answer to it.
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
	// Events and answers cross as text: no object of the one side can be changed by the other.
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

// Request runs a function of viewer requests: it gives back the request to go on with, or else the response that ends it.
func (f *Function) Request(r Request) (Request, *Response, error) {
	// CloudFront always gives the three.
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
		return Request{}, nil, fmt.Errorf("edge function: it gave back neither a request nor a response: %s", raw)
	}
	return on, nil, nil
}

// Response runs a function of viewer responses.
func (f *Function) Response(r Response) (Response, error) {
	raw, err := f.run(Event{Version: "1.0", Context: Context{"viewer-response"}, Response: &r})
	if err != nil {
		return Response{}, err
	}
	var on Response
	if err := json.Unmarshal(raw, &on); err != nil || on.StatusCode == 0 {
		return Response{}, fmt.Errorf("edge function: it gave back no response: %s", raw)
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
