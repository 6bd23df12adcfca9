// Command lambda is the function as AWS Lambda starts it, fed by the stream of the table.
package main

import (
	"os"
	"time"

	"ordering/functions/publish"
	"ordering/functions/publish/eventbridge"
	"ordering/shared/cloud"
)

func main() {
	f := cloud.New("publish")
	f.Start(cloud.Stream(publish.Stream(f.Table(), eventbridge.New(f.Setting("EVENT_BUS"), os.Getenv, time.Now))))
}
