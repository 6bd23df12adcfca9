// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"time"

	"ordering/functions/api"
	"ordering/functions/locations"
	"ordering/shared/cloud"
)

func main() {
	f := cloud.New("locations")
	f.Start(cloud.HTTP(api.Handler(locations.New(f.Table(), f.Brand(), time.Now).Operations())))
}
