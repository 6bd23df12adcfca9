package main

import (
	"fmt"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"
)

// The functions' own secrets (functions.Secret) are parameters that an operator puts into the parameter store, encrypted with the
// stage's key: CloudFormation cannot make such parameters, so that no template can hold one.

// newOriginKeys are the keys by which the API knows the site's front, the present one first: made by AWS, and filled into CloudFront and
// the gate by CloudFormation as it deploys. While a key changes the one before is known too, for CloudFront takes some minutes to
// begin with the new one in every place; so a rotation is a deployment with the next number, and nothing is refused meanwhile.
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
