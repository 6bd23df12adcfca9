// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"path/filepath"

	"ordering/functions/api"
	"ordering/functions/geoip"
	"ordering/shared/cloud"
)

func main() {
	f := cloud.New("geoip")
	g := geoip.New(filepath.Join(os.Getenv("LAMBDA_TASK_ROOT"), geoip.File))
	f.Start(cloud.HTTP(api.Handler(g.Operations())))
}
