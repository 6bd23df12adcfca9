package main

import (
	"fmt"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/shared/form"
	"ordering/shared/upload"
)

// Prefixes of the files in the bucket FORM_FILES. Those of a stored form are below kept/<days>/.
const (
	newFiles  = "new/"
	keptFiles = "kept/"
)

// newFormFiles makes the private bucket of the files that guests send with forms. Its lifecycle deletes them, and it keeps no versions, so
// that a deleted file is gone. No URL serves them.
func (y *system) newFormFiles() {
	expires := func(prefix string, days int) *awss3.LifecycleRule {
		return &awss3.LifecycleRule{Prefix: str(prefix), Expiration: awscdk.Duration_Days(jsii.Number(days))}
	}
	days := fileDays()
	rules := []*awss3.LifecycleRule{
		{AbortIncompleteMultipartUploadAfter: awscdk.Duration_Days(jsii.Number(1))}, expires(newFiles, upload.NewDays),
		// The longest also for files of a retention that a release has changed.
		expires(keptFiles, slices.Max(days)),
	}
	for _, n := range days {
		rules = append(rules, expires(fmt.Sprintf("%s%d/", keptFiles, n), n))
	}
	y.formFiles = awss3.NewBucket(y.stack, str("FormFiles"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), ObjectOwnership: awss3.ObjectOwnership_BUCKET_OWNER_ENFORCED,
		Encryption: awss3.BucketEncryption_KMS, EncryptionKey: y.key, BucketKeyEnabled: jsii.Bool(true),
		EnforceSSL: jsii.Bool(true), MinimumTLSVersion: jsii.Number(1.2),
		RemovalPolicy: awscdk.RemovalPolicy_RETAIN_ON_UPDATE_OR_DELETE, LifecycleRules: &rules,
	})
}

// fileDays returns the retentions of the kinds of forms.
func fileDays() (all []int) {
	for _, rules := range form.Kinds {
		all = append(all, rules.Days)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fileRights lets the function that stores files read new ones and write both, and one that erases files delete both. No function may read
// a kept file: operators do.
func (y *system) fileRights(p *policy, f functions.Function) {
	objects := func(prefix string) string { return *y.formFiles.ArnForObjects(str(prefix + "*")) }
	if f.Files {
		p.allow("StoreFiles", []string{objects(newFiles), objects(keptFiles)}, nil, "s3:PutObject")
		p.allow("NewFiles", []string{objects(newFiles)}, nil, "s3:GetObject") // to copy one
		p.allow("MissingFiles", []string{*y.formFiles.BucketArn()}, nil, "s3:ListBucket")
		p.allow("FilesKey", []string{*y.key.KeyArn()}, y.onlyThrough("s3"), "kms:Decrypt", "kms:GenerateDataKey")
	}
	if f.ErasesFiles {
		p.allow("EraseFiles", []string{objects(newFiles), objects(keptFiles)}, nil, "s3:DeleteObject")
	}
}
