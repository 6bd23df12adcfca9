// Package origin keeps the API to the site's front: API Gateway asks it of each call, and keeps the answer for a while, whether the call
// carries the key that CloudFront adds. A call to the API's own address has passed no firewall and is refused.
package origin

import (
	"context"
	"crypto/subtle"

	"github.com/aws/aws-lambda-go/events"

	"ordering/shared/aws/lambdahttp"
)

// Header carries the key. CloudFront sets it over whatever a guest may have sent.
const Header = "x-origin-key"

// Authorize answers for one of the keys: the present one, and while they change the one before. It lets a call without one go on to its
// function, marked: API Gateway's own refusal is a 403, which CloudFront would replace by the site's 404 page.
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
