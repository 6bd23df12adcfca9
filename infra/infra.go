// Package infra is replaced by the CDK app.
package infra
