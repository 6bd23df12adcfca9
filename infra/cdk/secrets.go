package main

import (
	"fmt"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"
)

// The functions' own secrets (functions.Secret) are parameters that an operator creates in the parameter store, encrypted with the stage's
// key. CloudFormation cannot create such parameters, so no template contains one.

// newOriginKeys returns the keys that CloudFront sends to the gate, the current one first. AWS generates them, and CloudFormation fills
// them in at deployment. During a rotation the previous key stays valid, because CloudFront needs some minutes to distribute the new one. A
// rotation is a deployment with the next number, and no call is refused.
func (y *system) newOriginKeys() []*string {
	var keys []*string
	for n := y.OriginKey; n >= max(1, y.OriginKey-1); n-- {
		secret := awssecretsmanager.NewSecret(y.stack, str(fmt.Sprintf("OriginKey%d", n)), &awssecretsmanager.SecretProps{
			SecretName: str(fmt.Sprintf("%sORIGIN_KEY_%d", y.secrets(), n)), RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
			Description:          str("What CloudFront shows to the API"),
			GenerateSecretString: &awssecretsmanager.SecretStringGenerator{PasswordLength: jsii.Number(48), ExcludePunctuation: jsii.Bool(true)},
		})
		keys = append(keys, secret.SecretValue().UnsafeUnwrap())
	}
	return keys
}
