package main

import (
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestMissingEnvironmentIsNamed(t *testing.T) {
	env := map[string]string{
		"TABLE": "ordering", "FORM_FILES": "files", "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "key", "GUEST_SECRET": "of this test", "STRIPE_SECRET_KEY": "sk_test",
		"KITCHEN_SECRETS": "of this test alone", "KITCHEN_URL": "https://pos.example/orders",
	}
	for name := range env {
		var out strings.Builder
		err := run(context.Background(), func(asked string) string {
			if asked == name {
				return ""
			}
			return env[asked]
		}, []string{"ada@example.com"}, nil, &out)
		if err == nil || !strings.Contains(err.Error(), "missing in the environment: "+name) || out.Len() > 0 {
			t.Errorf("without %s: %v", name, err)
		}
	}
	env["KITCHEN_SECRETS"] = "short"
	err := run(context.Background(), func(name string) string { return env[name] }, []string{"ada@example.com"}, nil, nil)
	assert.Assert(t, err != nil, "too short a secret: got no error")
}
