// Command lambda runs the function on AWS Lambda. The function auth invokes it.
package main

import (
	"ordering/shared/aws/hashing"
	"ordering/shared/aws/lambdastart"
)

func main() { lambdastart.New("password").Start(hashing.Answer) }
