// Command infra is the CDK app: it builds each stage of the system on AWS from the manifest of functions.
package main

import (
	"fmt"
	"os"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

func main() {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	stages, err := stagesOf(app)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, s := range stages {
		build(app, s, functions.All(), binaries())
	}
	app.Synth(nil)
}

// binaries returns the folder with one folder per function, each with its bootstrap for linux/arm64.
func binaries() string {
	if dir := os.Getenv("LAMBDA_BINARIES"); dir != "" {
		return dir
	}
	return ".local/build/lambda"
}
