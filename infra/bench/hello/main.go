// Command hello is the least that a Lambda function in Go can be: the measure for the cold starts of ours.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/lambda"
)

func main() {
	lambda.Start(func(context.Context) error { return nil })
}
