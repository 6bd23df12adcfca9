// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"strings"

	"ordering/functions/origin"
	"ordering/shared/aws/lambdastart"
)

func main() {
	f := lambdastart.New("origin")
	f.Start(lambdastart.Gate(origin.Authorize(strings.Split(os.Getenv("ORIGIN_KEYS"), ","))))
}
