package main

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestMissingEnvironmentIsNamed(t *testing.T) {
	complete := map[string]string{
		"TABLE": "ordering", "FORM_FILES": "files", "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "key", "GUEST_SECRET": "of this test", "STRIPE_SECRET_KEY": "sk_test",
		"KITCHEN_SECRETS": "of this test alone", "KITCHEN_URL": "https://pos.example/orders", "BRAND": "3",
	}
	with := func(name, value string) func(string) string {
		env := maps.Clone(complete)
		env[name] = value
		return func(name string) string { return env[name] }
	}
	ofGuests := []string{"FORM_FILES", "GUEST_SECRET", "STRIPE_SECRET_KEY", "KITCHEN_SECRETS", "KITCHEN_URL"}
	want := map[string][]string{
		"coupons": {"GUEST_SECRET"}, "loyalty": {"GUEST_SECRET", "BRAND"}, "stuck": {"STRIPE_SECRET_KEY"}, "erase": ofGuests, "inbox": ofGuests,
	}
	assert.DeepEqual(t, needs, want)
	for command, more := range want {
		for _, name := range append([]string{"TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID"}, more...) {
			var out strings.Builder
			err := run(t.Context(), with(name, ""), []string{command}, nil, &out)
			assert.Check(t, is.ErrorContains(err, "missing in the environment: "+name), command)
			assert.Check(t, is.Equal(out.Len(), 0), command)
		}
	}
	for _, c := range []struct{ name, value, args, want string }{
		{"KITCHEN_SECRETS", "short", "erase ada@example.com", "16"},
		{"BRAND", "none", "loyalty liability", "is not the id of a brand"},
		{"BRAND", "3", "stuck a b c", "give one NAME"},
		{"BRAND", "3", "nothing", "name a command"},
	} {
		err := run(t.Context(), with(c.name, c.value), strings.Fields(c.args), nil, new(strings.Builder))
		assert.Check(t, is.ErrorContains(err, c.want), c.args)
	}
}
