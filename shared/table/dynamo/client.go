package dynamo

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// NewClient makes a client from the environment that Lambda gives a function (AWS_REGION, AWS_ACCESS_KEY_ID,
// AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN) and nothing else: no files, no metadata service, no chain of providers, all
// of which a cold start would pay for. AWS_ENDPOINT_URL_DYNAMODB points it elsewhere. It does no I/O.
func NewClient(getenv func(string) string) *dynamodb.Client {
	o := dynamodb.Options{
		Region:                getenv("AWS_REGION"),
		AccountIDEndpointMode: aws.AccountIDEndpointModeDisabled,
		HTTPClient:            httpClient(),
		Retryer:               aws.NopRetryer{}, // the engine tries again by itself
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{
				AccessKeyID: getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: getenv("AWS_SECRET_ACCESS_KEY"),
				SessionToken: getenv("AWS_SESSION_TOKEN"), Source: "environment",
			}, nil
		}),
	}
	if endpoint := getenv("AWS_ENDPOINT_URL_DYNAMODB"); endpoint != "" {
		o.BaseEndpoint = &endpoint
	}
	return dynamodb.New(o)
}

// Named is the table of that name as a function on Lambda reaches it: see NewClient.
func Named(name string, getenv func(string) string, now func() time.Time) *Store {
	return New(NewClient(getenv), name, now)
}

// httpClient gives a try up soon enough for another to be of use.
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
