//go:build !race

package main

import (
	"slices"
	"strings"
)

// crossing is how the system learns of its firewall, which is in us-east-1, where it is in another region itself: CDK's own functions carry
// the ARN over in a parameter, and may do nothing else.
func (r *review) crossing() {
	if r.stage.Region == "us-east-1" {
		r.want(len(r.system.resources("Custom::CrossRegionExportReader")) == 0, "something is carried over within one region")
		return
	}
	wall := r.front.first("WAFv2::WebACL")
	written := r.front.properties(r.front.first("Custom::CrossRegionExportWriter"))
	read := r.system.properties(r.system.first("Custom::CrossRegionExportReader"))
	names := written.at("WriterProps", "exports").keys()
	r.want(len(names) == 1 && refers(written.at("WriterProps", "exports", names[0]), wall) && written.at("WriterProps", "region").is(r.stage.Region), "the firewall's name is not carried to %s: %s", r.stage.Region, written.text())
	r.want(slices.Equal(read.at("ReaderProps", "imports").keys(), names) && strings.HasPrefix(strings.Join(names, ""), "/cdk/exports/"+r.name+"/"), "the firewall's name is not read: %s", read.text())
	for _, side := range []struct {
		template
		called           node
		actions, written string
	}{
		{r.front, written, "ssm:DeleteParameters ssm:GetParameters ssm:ListTagsForResource ssm:PutParameter", ":parameter/cdk/exports/*"},
		{r.system, read, "ssm:AddTagsToResource ssm:GetParameters ssm:RemoveTagsFromResource", ":parameter/cdk/exports/" + r.name + "/*"},
	} {
		var carriers int
		for _, id := range side.resources("Lambda::Function") {
			if !refers(side.called.at("ServiceToken"), id) {
				continue
			}
			carriers++
			for _, role := range side.resources("IAM::Role") {
				if !refers(side.properties(id).at("Role"), role) {
					continue
				}
				takes := side.properties(role).at("AssumeRolePolicyDocument", "Statement")
				r.want(same(takes, `[{"Action":"sts:AssumeRole","Effect":"Allow","Principal":{"Service":"lambda.amazonaws.com"}}]`), "who takes the role that carries over: %s", takes.text())
				s := side.properties(role).at("Policies", 0, "PolicyDocument", "Statement")
				on := s.at(0, "Resource").text()
				r.want(len(s.list()) == 1 && strings.Join(s.at(0, "Action").texts(), " ") == side.actions && strings.Contains(on, "arn:aws:ssm:"+r.stage.Region+":") && strings.Contains(on, side.written+`"`), "what carries over may: %s", s.text())
			}
		}
		r.want(carriers == 1, "%d functions carry the firewall's name over", carriers)
	}
}

// copied is what the table's copy needs in its own region: a key of the same alias, which stays.
func (r *review) copied() {
	if r.stage.Replica == "" {
		r.want(r.replica.v == nil, "a copy that nobody asked for")
		return
	}
	id := r.replica.first("KMS::Key")
	r.want(r.replica.at("Resources", id, "DeletionPolicy").is("Retain") && r.replica.at("Resources", id, "UpdateReplacePolicy").is("Retain"), "the copy's key goes with its stack")
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
