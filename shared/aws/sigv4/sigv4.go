// Package sigv4 makes AWS requests that need no SDK client, which would double the size of a function. It signs them (version 4) with the
// credentials of the Lambda environment.
package sigv4

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"ordering/shared/backoff"
)

// Service is an AWS service in the function's region.
type Service struct {
	name, region, endpoint string
	getenv                 func(string) string
	signer                 *v4.Signer
	client                 *http.Client
	now                    func() time.Time
}

// maxAnswer is a limit far above any response that is read here, in bytes.
const maxAnswer = 1 << 20

// New returns a service by its signing name and its host before the region. It reads only the environment of a Lambda function (AWS_REGION,
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN). AWS_ENDPOINT_URL_<VARIABLE> overrides the endpoint. It does no I/O.
func New(name, host, variable string, within time.Duration, getenv func(string) string, now func() time.Time) *Service {
	region := getenv("AWS_REGION")
	endpoint := cmp.Or(getenv("AWS_ENDPOINT_URL_"+variable), "https://"+host+"."+region+".amazonaws.com")
	return &Service{
		name: name, region: region, endpoint: strings.TrimSuffix(endpoint, "/"), getenv: getenv, signer: v4.NewSigner(), now: now,
		// A signed request must not follow a redirect to another host.
		client: &http.Client{Timeout: within, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// Refused is an error response. It has only the code: the service's message may quote the request.
type Refused struct {
	Service, Code string
	Status        int
}

func (r *Refused) Error() string { return r.Service + ": " + r.Code }

// Is reports whether the response means that the object does not exist, for errors.Is with fs.ErrNotExist.
func (r *Refused) Is(target error) bool {
	return target == fs.ErrNotExist && r.Status == http.StatusNotFound
}

// Retry calls do, at most attempts times and with pauses, while the service does not answer, fails (500 and above) or throttles. It returns
// the error of the last call.
func Retry(ctx context.Context, attempts int, pause backoff.Pause, do func() error) error {
	for attempt := 0; ; attempt++ {
		err := do()
		var refused *Refused
		final := errors.As(err, &refused) && refused.Status < http.StatusInternalServerError && refused.Code != "ThrottlingException"
		if err == nil || final || attempt == attempts-1 || pause(ctx, attempt) != nil {
			return err
		}
	}
}

// ErrNoAnswer means that the service could not be reached. It does not wrap the error of net/http, which may quote the request.
var ErrNoAnswer = errors.New("no answer")

// Call posts in as JSON to a path of the service and decodes the response into out, which may be nil. target names the
// operation in the protocol AWS JSON 1.1 and is empty otherwise. The error is *Refused or ErrNoAnswer.
func (s *Service) Call(ctx context.Context, path, target string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("%s: body: %w", s.name, err)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if target != "" {
		header = http.Header{"Content-Type": {"application/x-amz-json-1.1"}, "X-Amz-Target": {target}}
	}
	answer, err := s.Send(ctx, http.MethodPost, path, header, body)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if out == nil {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err := json.Unmarshal(text, out); err != nil {
		return &Refused{Service: s.name, Code: "an answer that is not JSON", Status: answer.StatusCode}
	}
	return nil
}

// Send signs a request and sends it. The caller closes the response's body. The error is *Refused, also for an error status, or ErrNoAnswer.
func (s *Service) Send(ctx context.Context, method, path string, header http.Header, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, s.endpoint+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: request: %w", s.name, err)
	}
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	r.Header = header
	r.Header.Set("X-Amz-Content-Sha256", hash) // S3 requires it
	if err := s.signer.SignHTTP(ctx, Credentials(s.getenv), r, hash, s.name, s.region, s.now()); err != nil {
		return nil, fmt.Errorf("%s: sign: %w", s.name, err)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, ErrNoAnswer)
	}
	failed := answer.Header.Get("X-Amz-Function-Error") != "" // Lambda answers 200 when the invoked function fails
	if answer.StatusCode >= 200 && answer.StatusCode < 300 && !failed {
		return answer, nil
	}
	defer answer.Body.Close()
	if failed {
		return nil, &Refused{Service: s.name, Code: "FunctionError", Status: http.StatusInternalServerError}
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return nil, &Refused{Service: s.name, Code: codeOf(answer, text), Status: answer.StatusCode}
}

// Credentials returns the credentials in the environment of a Lambda function.
func Credentials(getenv func(string) string) aws.Credentials {
	return aws.Credentials{
		AccessKeyID: getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: getenv("AWS_SECRET_ACCESS_KEY"),
		SessionToken: getenv("AWS_SESSION_TOKEN"), Source: "environment",
	}
}

// codeOf returns the code of an error, from a header or the body of the response: after the namespace and a #, before a
// colon (restJson1, "Operation error serialization"). Without one it returns the status.
func codeOf(answer *http.Response, body []byte) string {
	var text struct {
		Type string `json:"__type"`
		Code string `json:"code"`
	}
	_ = json.Unmarshal(body, &text)
	code, _, _ := strings.Cut(cmp.Or(answer.Header.Get("X-Amzn-Errortype"), text.Code, text.Type), ":")
	if _, name, ok := strings.Cut(code, "#"); ok {
		code = name
	}
	for _, c := range code {
		if c < 'A' || c > 'z' {
			code = "" // not a code, and perhaps a text about the guest
			break
		}
	}
	return cmp.Or(code, fmt.Sprintf("status %d", answer.StatusCode))
}
