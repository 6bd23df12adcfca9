// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"strings"

	"github.com/aws/aws-lambda-go/lambda"

	"ordering/functions/origin"
)

func main() {
	lambda.Start(origin.Authorize(strings.Split(os.Getenv("ORIGIN_KEYS"), ",")))
}
