package origin

import (
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"

	"ordering/shared/aws/lambdahttp"
)

func TestAuthorize(t *testing.T) {
	for name, c := range map[string]struct {
		keys    []string
		headers map[string]string
		want    bool
	}{
		"the key":                 {[]string{"now", "before"}, map[string]string{Header: "now"}, true},
		"the previous key":        {[]string{"now", "before"}, map[string]string{Header: "before"}, true},
		"another":                 {[]string{"now", "before"}, map[string]string{Header: "never"}, false},
		"a prefix of a key":       {[]string{"now", "before"}, map[string]string{Header: "no"}, false},
		"no key":                  {[]string{"now"}, nil, false},
		"an empty configured key": {[]string{""}, map[string]string{Header: ""}, false},
		"no keys at all":          {nil, map[string]string{Header: ""}, false},
	} {
		got, err := Authorize(c.keys)(t.Context(), events.APIGatewayV2CustomAuthorizerV2Request{Headers: c.headers})
		refused := got.Context[lambdahttp.Refused] != nil
		assert.Check(t, err == nil && got.IsAuthorized && refused != c.want, "%s: %+v %v", name, got, err)
	}
}
