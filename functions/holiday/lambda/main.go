// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/holiday"
	"ordering/shared/cloud"
	"ordering/shared/table/dynamo"
)

func main() {
	f := cloud.New("holiday")
	h := holiday.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), time.Now)
	f.Start(cloud.HTTP(api.Handler(h.Operations())), cloud.Jobs(h.Jobs()))
}
