// Package sigv4 makes the few calls of AWS services that need no client of the SDK, each of which would double a function: a POST of
// JSON, or a GET, signed (version 4) with what Lambda gives a function.
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
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// Service is one service of AWS in the function's region.
type Service struct {
	name, region, endpoint string
	getenv                 func(string) string
	signer                 *v4.Signer
	client                 *http.Client
	now                    func() time.Time
}

// maxAnswer is far above any answer that is read here, in bytes.
const maxAnswer = 1 << 20

// New speaks to a service, by the name that signs its calls and the host that it has in front of the region. It reads the environment
// that Lambda gives a function (AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN) and nothing else;
// AWS_ENDPOINT_URL_<VARIABLE> points it elsewhere. It does no I/O.
func New(name, host, variable string, within time.Duration, getenv func(string) string, now func() time.Time) *Service {
	region := getenv("AWS_REGION")
	endpoint := cmp.Or(getenv("AWS_ENDPOINT_URL_"+variable), "https://"+host+"."+region+".amazonaws.com")
	return &Service{
		name: name, region: region, endpoint: strings.TrimSuffix(endpoint, "/"), getenv: getenv, signer: v4.NewSigner(), now: now,
		// What is signed goes where it was addressed, nowhere else.
		client: &http.Client{Timeout: within, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// Refused is an answer that is not what was asked for. It says the code only: the words of a service may quote what was sent.
type Refused struct {
	Service, Code string
	Status        int
}

func (r *Refused) Error() string { return r.Service + ": " + r.Code }

// ErrNoAnswer says that the service could not be reached. The error of net/http is left out: it may quote what was sent.
var ErrNoAnswer = errors.New("no answer")

// Call posts in as JSON to a path of the service and reads the answer into out, which may be nil. Target names the operation where the
// service wants it so (protocol AWS JSON 1.1), else it is empty. *Refused, or an error that is ErrNoAnswer.
func (s *Service) Call(ctx context.Context, path, target string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("%s: body: %w", s.name, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: request: %w", s.name, err)
	}
	r.Header.Set("Content-Type", "application/json")
	if target != "" {
		r.Header.Set("Content-Type", "application/x-amz-json-1.1")
		r.Header.Set("X-Amz-Target", target)
	}
	answer, err := s.send(ctx, r, sha256.Sum256(body))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if out == nil {
		return nil
	}
	told, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err := json.Unmarshal(told, out); err != nil {
		return &Refused{Service: s.name, Code: "an answer that is not JSON", Status: answer.StatusCode}
	}
	return nil
}

// Get asks for what is at a path of the service. Who calls closes the body of the answer. *Refused, or an error that is ErrNoAnswer.
func (s *Service) Get(ctx context.Context, path string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.endpoint+path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: request: %w", s.name, err)
	}
	return s.send(ctx, r, sha256.Sum256(nil))
}

// send signs a request, with the hash of its body, and gives the answer if that is no refusal.
func (s *Service) send(ctx context.Context, r *http.Request, sum [sha256.Size]byte) (*http.Response, error) {
	hash := hex.EncodeToString(sum[:])
	r.Header.Set("X-Amz-Content-Sha256", hash) // S3 wants it to be told
	if err := s.signer.SignHTTP(ctx, Credentials(s.getenv), r, hash, s.name, s.region, s.now()); err != nil {
		return nil, fmt.Errorf("%s: sign: %w", s.name, err)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, ErrNoAnswer)
	}
	if answer.StatusCode >= 200 && answer.StatusCode < 300 {
		return answer, nil
	}
	defer answer.Body.Close()
	told, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return nil, &Refused{Service: s.name, Code: codeOf(answer, told), Status: answer.StatusCode}
}

// Credentials reads the credentials that Lambda gives a function from its environment.
func Credentials(getenv func(string) string) aws.Credentials {
	return aws.Credentials{
		AccessKeyID: getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: getenv("AWS_SECRET_ACCESS_KEY"),
		SessionToken: getenv("AWS_SESSION_TOKEN"), Source: "environment",
	}
}

// codeOf is the code of an error: in a header of the answer or in its body, with its namespace before a # and an address after
// a colon (restJson1, "Operation error serialization"). Without one it is the status.
func codeOf(answer *http.Response, body []byte) string {
	var told struct {
		Type string `json:"__type"`
		Code string `json:"code"`
	}
	_ = json.Unmarshal(body, &told)
	code, _, _ := strings.Cut(cmp.Or(answer.Header.Get("X-Amzn-Errortype"), told.Code, told.Type), ":")
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
