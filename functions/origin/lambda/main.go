// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"strings"

	"ordering/functions/origin"
	"ordering/shared/cloud"
)

func main() {
	f := cloud.New("origin")
	f.Start(cloud.Gate(origin.Authorize(strings.Split(os.Getenv("ORIGIN_KEYS"), ","))))
}
