// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"path/filepath"

	"ordering/functions/api"
	"ordering/functions/geoip"
	"ordering/shared/aws/lambdastart"
)

func main() {
	f := lambdastart.New("geoip")
	g := geoip.New(filepath.Join(os.Getenv("LAMBDA_TASK_ROOT"), geoip.File))
	f.Start(lambdastart.HTTP(api.Handler(g.Operations(), nil)))
}
