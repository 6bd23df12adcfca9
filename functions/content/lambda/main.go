// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"time"

	"ordering/functions/api"
	"ordering/functions/content"
	"ordering/shared/cloud"
)

func main() {
	f := cloud.New("content")
	f.Start(cloud.HTTP(api.Handler(content.New(f.Table(), f.Brand(), time.Now).Operations())))
}
