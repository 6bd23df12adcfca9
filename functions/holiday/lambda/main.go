// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"time"

	"ordering/functions/api"
	"ordering/functions/holiday"
	"ordering/shared/cloud"
)

func main() {
	f := cloud.New("holiday")
	h := holiday.New(f.Table(), f.Brand(), time.Now)
	f.Start(cloud.HTTP(api.Handler(h.Operations())), cloud.Jobs(h.Jobs()))
}
