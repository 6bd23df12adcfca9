// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"runtime/debug"
	"time"

	"ordering/functions/api"
	"ordering/functions/images"
	"ordering/functions/images/s3"
	"ordering/shared/aws/lambdastart"
)

func main() {
	debug.SetMemoryLimit(160 << 20) // keeps package picture below 256 MB
	f := lambdastart.New("images")
	pictures := images.New(s3.New(f.Setting("ASSETS"), os.Getenv, time.Now), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(pictures.Operations(), nil)))
}
