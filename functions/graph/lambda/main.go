// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/graph"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("graph")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	who := identity.New(t, f.Brand(), f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(graph.New(t, f.Brand(), time.Now).Operations(), who)))
}
