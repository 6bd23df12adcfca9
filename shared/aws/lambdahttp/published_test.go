package lambdahttp

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// published are events in the form that AWS documents for payload format 2.0 (API Gateway developer guide, "Create AWS
// Lambda proxy integrations for HTTP APIs"), with the additional members of an authoriser, a certificate or a stage.
var published = map[string]string{
	"the guide's example": `{"version":"2.0","routeKey":"$default","rawPath":"/my/path","rawQueryString":"parameter1=value1&parameter1=value2&parameter2=value",
		"cookies":["cookie1","cookie2"],"headers":{"header1":"value1","header2":"value1,value2"},"queryStringParameters":{"parameter1":"value1,value2","parameter2":"value"},
		"requestContext":{"accountId":"123456789012","apiId":"api-id","authentication":{"clientCert":{"clientCertPem":"PEM","subjectDN":"www.example.com","issuerDN":"Example issuer",
		"serialNumber":"a1:a1","validity":{"notBefore":"May 28 12:30:02 2019 GMT","notAfter":"Aug  5 09:36:04 2021 GMT"}}},
		"authorizer":{"jwt":{"claims":{"claim1":"value1"},"scopes":["scope1"]}},"domainName":"id.execute-api.us-east-1.amazonaws.com","domainPrefix":"id",
		"http":{"method":"POST","path":"/my/path","protocol":"HTTP/1.1","sourceIp":"192.0.2.1","userAgent":"agent"},"requestId":"JKJaXmPLvHcESHA=","routeKey":"$default",
		"stage":"$default","time":"12/Mar/2020:19:03:58 +0000","timeEpoch":1583348638390},"body":"eyJ0ZXN0IjoiYm9keSJ9","pathParameters":{"parameter1":"value1"},
		"isBase64Encoded":true,"stageVariables":{"stageVariable1":"value1"}}`,
	"a lambda authoriser": `{"version":"2.0","routeKey":"GET /my/{path}","rawPath":"/my/caf\u00e9","rawQueryString":"","headers":{"accept":"*/*"},
		"requestContext":{"accountId":"123456789012","apiId":"api-id","authorizer":{"lambda":{"key":"value"}},"domainName":"id.execute-api.us-east-1.amazonaws.com","domainPrefix":"id",
		"http":{"method":"GET","path":"/my/caf\u00e9","protocol":"HTTP/1.1","sourceIp":"2001:db8::1","userAgent":"agent"},"requestId":"id-of-a-request","routeKey":"GET /my/{path}",
		"stage":"$default","time":"12/Mar/2020:19:03:58 +0000","timeEpoch":1583348638390},"isBase64Encoded":false}`,
	"iam": `{"version":"2.0","routeKey":"$default","rawPath":"/","rawQueryString":"","headers":{},"requestContext":{"accountId":"123456789012","apiId":"api-id",
		"authorizer":{"iam":{"accessKey":"AKIA","accountId":"123456789012","callerId":"AIDA","cognitoIdentity":null,"principalOrgId":null,"userArn":"arn:aws:iam::123456789012:user/a","userId":"AIDA"}},
		"http":{"method":"DELETE","path":"/","protocol":"HTTP/1.1","sourceIp":"192.0.2.1","userAgent":"agent"},"requestId":"id-of-a-request","stage":"$default"},"isBase64Encoded":false}`,
}

func TestPublishedEvents(t *testing.T) {
	for name, want := range map[string]struct {
		line, host, from, cookie, header, body, id string
	}{
		"the guide's example": {
			"POST /my/path?parameter1=value1&parameter1=value2&parameter2=value", "id.execute-api.us-east-1.amazonaws.com", "192.0.2.1",
			"cookie1; cookie2", "value1,value2", `{"test":"body"}`, "JKJaXmPLvHcESHA=",
		},
		"a lambda authoriser": {"GET /my/caf%C3%A9", "id.execute-api.us-east-1.amazonaws.com", "2001:db8::1", "", "", "", "id-of-a-request"},
		"iam":                 {"DELETE /", "", "192.0.2.1", "", "", "", "id-of-a-request"},
	} {
		t.Run(name, func(t *testing.T) {
			var e events.APIGatewayV2HTTPRequest
			assert.NilError(t, json.Unmarshal([]byte(published[name]), &e))
			_, err := Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				got := []string{r.Method + " " + r.RequestURI, r.Host, r.RemoteAddr, r.Header.Get("Cookie"), r.Header.Get("Header2"), string(body), r.Header.Get("X-Request-Id")}
				for n, w := range []string{want.line, want.host, want.from, want.cookie, want.header, want.body, want.id} {
					assert.Check(t, is.Equal(got[n], w))
				}
			}))(t.Context(), e)
			assert.NilError(t, err)
		})
	}
}
