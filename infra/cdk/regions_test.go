//go:build !race

package main

import (
	"strings"
)

// crossing checks that the system reads CloudFront's resources in us-east-1 from the outputs of that stack, so that they can change.
func (r *review) crossing() {
	site := r.system.properties(r.one("CloudFront::Distribution")).at("DistributionConfig")
	reads := func(n node, id string) {
		from := n.at("Fn::GetStackOutput")
		r.want(from.at("StackName").is(r.name+"-front") && from.at("Region").is("us-east-1") && refers(r.front.at("Outputs", from.at("OutputName").text(), "Value"), id), "the site does not read %q of %s-front: %s", id, r.name, n.text())
	}
	reads(site.at("WebACLId"), r.front.first("WAFv2::WebACL"))
	if r.stage.ZoneID != "" {
		id := r.front.first("CertificateManager::Certificate")
		reads(site.at("ViewerCertificate", "AcmCertificateArn"), id)
		r.want(r.front.at("Resources", id, "UpdateReplacePolicy").is("Retain") && r.front.at("Resources", id, "DeletionPolicy").is("Retain"), "the certificate is deleted while the site uses it")
	}
}

// copied checks that the replica's region has a key of the same alias, which stays.
func (r *review) copied() {
	if r.stage.Replica == "" {
		r.want(r.replica.v == nil, "a copy that nobody asked for")
		return
	}
	id := r.replica.first("KMS::Key")
	r.want(r.replica.at("Resources", id, "DeletionPolicy").is(keptOnceMade) && r.replica.at("Resources", id, "UpdateReplacePolicy").is("Retain"), "the copy's key goes with its stack")
	r.want(r.replica.properties(id).at("EnableKeyRotation").is(true), "the copy's key stays the same for ever")
	statements := r.replica.properties(id).at("KeyPolicy", "Statement").list()
	r.want(len(statements) == 1 && statements[0].at("Action").is("kms:*") && strings.Contains(statements[0].at("Principal").text(), ":root"), "who may use the copy's key: %v", statements)
	alias := r.replica.properties(r.replica.first("KMS::Alias"))
	r.want(alias.at("AliasName").is("alias/"+r.name) && refers(alias.at("TargetKeyId"), id), "the copy's key has another name")
	for _, in := range r.system.properties(r.system.first("DynamoDB::GlobalTable")).at("Replicas").list() {
		own := strings.Contains(in.at("SSESpecification").text(), ":kms:"+r.stage.Replica+":") && strings.Contains(in.at("SSESpecification").text(), ":alias/"+r.name)
		r.want(own == in.at("Region").is(r.stage.Replica), "the table in %s has the key %s", in.at("Region").text(), in.at("SSESpecification").text())
	}
}
