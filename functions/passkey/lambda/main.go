// Command lambda runs the function on AWS Lambda. The function auth invokes it.
package main

import (
	"ordering/shared/aws/assertion"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/customer/webauthn"
)

func main() { lambdastart.New("passkey").Start(assertion.Answer(webauthn.Authenticators{})) }
