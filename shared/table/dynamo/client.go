package dynamo

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"ordering/shared/aws/sigv4"
)

// NewClient returns a client configured only by the environment of a Lambda function (AWS_REGION, AWS_ACCESS_KEY_ID,
// AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN). It reads no files and no metadata service and uses no provider chain,
// because these slow down a cold start. AWS_ENDPOINT_URL_DYNAMODB overrides the endpoint. NewClient does no I/O.
func NewClient(getenv func(string) string) *dynamodb.Client {
	o := dynamodb.Options{
		Region:                getenv("AWS_REGION"),
		AccountIDEndpointMode: aws.AccountIDEndpointModeDisabled,
		HTTPClient:            httpClient(),
		Retryer:               aws.NopRetryer{}, // the engine retries
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return sigv4.Credentials(getenv), nil
		}),
	}
	if endpoint := getenv("AWS_ENDPOINT_URL_DYNAMODB"); endpoint != "" {
		o.BaseEndpoint = &endpoint
	}
	return dynamodb.New(o)
}

// Named returns the table called name, with a client from NewClient.
func Named(name string, getenv func(string) string, now func() time.Time) *Store {
	return New(NewClient(getenv), name, now)
}

// httpClient has timeouts that leave time for a retry.
func httpClient() *http.Client {
	return &http.Client{
		Timeout: 3 * time.Second,
		Transport: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: time.Second}).DialContext,
			TLSHandshakeTimeout: time.Second,
			MaxIdleConnsPerHost: 256,
			IdleConnTimeout:     90 * time.Second,
		},
	}
}
