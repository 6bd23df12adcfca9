package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// given maps names of settings to values.
type given map[string]string

// good returns complete settings.
func good() given {
	return given{
		"SITE_URL": "https://burgers.test", "STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_SECRET_KEY": "sk_live_1",
		"STRIPE_WEBHOOK_SECRET": "whsec_0123456789abcdef",
		"KITCHEN_URL":           "https://pos.burgers.test/orders", "KITCHEN_SECRETS": "0123456789abcdef", "SMTP_HOST": "smtp.burgers.test",
		"MAIL_FROM": "orders@burgers.test", "OPERATOR_MAIL": "chef@burgers.test",
	}
}

func TestSettingsAreChecked(t *testing.T) {
	const ok = "test-keys"
	for name, c := range map[string]struct {
		change given
		want   []string // one sentence for each fault; nil: no fault
	}{
		"complete":                       {nil, nil},
		"two are missing":                {given{"SITE_URL": "", "SMTP_HOST": ""}, []string{"SITE_URL is missing", "SMTP_HOST is missing"}},
		"an example":                     {given{"SITE_URL": "https://www.example.com"}, []string{"SITE_URL is an example"}},
		"a key copied from the document": {given{"STRIPE_SECRET_KEY": "sk_live_…"}, []string{"STRIPE_SECRET_KEY is an example"}},
		"without TLS":                    {given{"SITE_URL": "http://burgers.test"}, []string{"SITE_URL must be https"}},
		"a test key":                     {given{"STRIPE_SECRET_KEY": "sk_test_1"}, []string{"STRIPE_SECRET_KEY is a test key"}},
		"test keys that are allowed":     {given{"STRIPE_SECRET_KEY": "rk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "ALLOW": ok}, nil},
		"one test key of two":            {given{"STRIPE_SECRET_KEY": "sk_test_1", "ALLOW": "test-keys"}, []string{"are not of the same mode"}},
		"the keys exchanged":             {given{"STRIPE_SECRET_KEY": "pk_live_1"}, []string{"STRIPE_SECRET_KEY is not the right kind of key"}},
		"another address for Stripe":     {given{"STRIPE_URL": "http://127.0.0.1:1"}, []string{"STRIPE_URL needs ALLOW=test-keys"}},
		"a short secret":                 {given{"KITCHEN_SECRETS": "short"}, []string{"a secret of less than 16 characters"}},
		"a kitchen without TLS":          {given{"KITCHEN_URL": "http://pos.burgers.test"}, []string{"KITCHEN_URL would send guests' names"}},
		"a kitchen in a private network": {given{"KITCHEN_URL": "http://192.168.1.20/orders"}, nil},
		"a desk without secrets":         {given{"DESK_URL": "https://desk.burgers.test"}, []string{"DESK_URL and DESK_SECRETS belong"}},
		"a desk without TLS": {
			given{"DESK_URL": "http://desk.burgers.test", "DESK_SECRETS": "0123456789abcdef"}, []string{"DESK_URL would send guests' names"},
		},
		"no mail address":             {given{"OPERATOR_MAIL": "the chef"}, []string{"OPERATOR_MAIL is not an e-mail address"}},
		"a port too high":             {given{"PORT": "70000"}, []string{"PORT must be a number up to 65535"}},
		"a host name to listen on":    {given{"HOST": "burgers.test"}, []string{"HOST must be an IP address"}},
		"a proxy by its name":         {given{"TRUSTED_PROXIES": "proxy"}, []string{"TRUSTED_PROXIES must be"}},
		"a host name with a port":     {given{"HOSTS": "www.burgers.test,burgers.test:443"}, []string{"HOSTS must be a host name"}},
		"a mail server as an address": {given{"SMTP_HOST": "https://smtp.burgers.test"}, []string{"SMTP_HOST must be a host name"}},
		"an unknown brand":            {given{"BRAND": "99"}, []string{"BRAND is not the id of a brand"}},
		"an unknown permission":       {given{"ALLOW": "everything"}, []string{"ALLOW accepts only test-keys"}},
		"a negative number of copies": {given{"BACKUPS": "-1"}, []string{"BACKUPS must be a number"}},
	} {
		t.Run(name, func(t *testing.T) {
			all := good()
			maps.Copy(all, c.change)
			v, err := read(func(name string) string { return all[name] })
			assert.NilError(t, err)
			s, err := settingsOf(v)
			assert.Equal(t, err == nil, c.want == nil, err)
			if err == nil {
				for topic, address := range s.Brand.Desks { // the demo brand's are examples
					assert.Check(t, is.Equal(address, "chef@burgers.test"), topic)
				}
				assert.Check(t, len(s.Brand.Desks) > 0)
				return
			}
			said := strings.Split(err.Error(), "\n")
			assert.Assert(t, is.Len(said, len(c.want)))
			for n, want := range c.want {
				assert.Check(t, n >= len(said) || strings.Contains(said[n], want), "%q, want %q", said[n], want)
			}
			for _, value := range []string{"sk_test_1", "sk_live_1", "short"} {
				assert.Check(t, !strings.Contains(err.Error(), value), "the error contains a secret: %v", err)
			}
		})
	}
}

func TestFoldersAreAbsolute(t *testing.T) {
	for _, name := range []string{"DATA_DIR", "SITE", "PICTURES"} {
		all := good()
		all[name] = "data"
		_, err := read(func(name string) string { return all[name] })
		assert.Check(t, err != nil && strings.Contains(err.Error(), name+" must be an absolute path"), "%s: %v", name, err)
	}
}

func TestSiteOfAnotherBrand(t *testing.T) {
	v := values{"SITE": t.TempDir(), "BRAND": "3"}
	build := func(title string) {
		t.Helper()
		err := os.WriteFile(filepath.Join(v["SITE"], "shell.html"), []byte("<title>"+title+"</title>"), 0o600)
		assert.NilError(t, err)
	}
	build("Big Deal Burger")
	assert.NilError(t, v.checkSite())
	build("Harbor Light Grill")
	_, served := newServer(t.Context(), settings{values: v}, nil)
	for _, err := range []error{served, publish(t.Context(), v, nil)} {
		assert.Check(t, err != nil && strings.Contains(err.Error(), "is built for Harbor Light Grill, and BRAND=3 is Big Deal Burger"), err)
	}
}

func TestSettingsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings")
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       string // in the error
	}{
		{"values and comments", "# of the restaurant\n\nSITE_URL = https://a.test\nPORT=9000\n", 0o600, ""},
		{"readable by others", "PORT=9000\n", 0o640, "chmod 600"},
		{"an unknown setting", "PORTS=9000\n", 0o600, "line 1 of"},
		{"a value in quotes", "PORT=\"9000\"\n", 0o600, "without quotes"},
		{"a setting twice", "PORT=9000\nPORT=9001\n", 0o600, "line 2 of"},
		{"an invalid line", "PORT=9000\nthe rest\n", 0o600, "line 2 of"},
	} {
		assert.NilError(t, os.WriteFile(path, []byte(c.text), c.mode))
		assert.NilError(t, os.Chmod(path, c.mode))
		v, err := read(func(name string) string { return map[string]string{"SETTINGS": path, "PORT": "9001"}[name] })
		if c.want != "" {
			assert.Check(t, err != nil && strings.Contains(err.Error(), c.want), "%s: %v", c.name, err)
			continue
		}
		if err != nil || v["SITE_URL"] != "https://a.test" || v["PORT"] != "9001" || v["HOST"] != "127.0.0.1" ||
			v["PICTURES"] != "/var/lib/ordering/pictures" {
			t.Errorf("%s: %v %v", c.name, v, err)
		}
	}
}

// The document has each setting with its default and its meaning.
func TestSettingsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "one-machine.md"))
	assert.NilError(t, err)
	var rows, want []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "| `") && strings.Count(line, "|") == 4 {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	for _, s := range allSettings {
		want = append(want, "| `"+s.name+"` | "+s.otherwise+" | "+s.means+" |")
	}
	assert.DeepEqual(t, rows, want)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	assert.NilError(t, err)
	return string(text)
}
