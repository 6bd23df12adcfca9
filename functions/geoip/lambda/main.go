// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"path/filepath"

	"ordering/functions/api/guard"
	"ordering/functions/geoip/country"
	"ordering/shared/aws/lambdastart"
)

func main() {
	f := lambdastart.New("geoip")
	countries := country.In(filepath.Join(os.Getenv("LAMBDA_TASK_ROOT"), country.File))
	f.Start(lambdastart.HTTP(guard.Handler([]guard.Operation{countries.Operation()}, nil)))
}
