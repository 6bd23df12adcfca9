// Package origin is the API's authorizer: it checks that a call has the key that CloudFront adds, and API Gateway caches the result. A call
// to the API's own address has passed no firewall and is refused.
package origin

import (
	"context"
	"crypto/subtle"

	"github.com/aws/aws-lambda-go/events"

	"ordering/shared/aws/lambdahttp"
)

// Header contains the key. CloudFront overwrites a value from the client.
const Header = "x-origin-key"

// Authorize accepts any of the keys: the current one and, during a rotation, the previous one. It passes a call without a key to its
// function as refused: API Gateway's own refusal is a 403, which CloudFront would replace by the site's 404 page.
func Authorize(keys []string) func(context.Context, events.APIGatewayV2CustomAuthorizerV2Request) (events.APIGatewayV2CustomAuthorizerSimpleResponse, error) {
	return func(_ context.Context, e events.APIGatewayV2CustomAuthorizerV2Request) (events.APIGatewayV2CustomAuthorizerSimpleResponse, error) {
		shown := []byte(e.Headers[Header])
		known := 0
		for _, key := range keys {
			if key != "" {
				known |= subtle.ConstantTimeCompare(shown, []byte(key))
			}
		}
		answer := events.APIGatewayV2CustomAuthorizerSimpleResponse{IsAuthorized: true}
		if known != 1 {
			answer.Context = map[string]any{lambdahttp.Refused: true}
		}
		return answer, nil
	}
}
