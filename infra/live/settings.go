package main

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/functions/auth/social"
	"ordering/infra/server"
	"ordering/shared/brand"
	"ordering/shared/secret"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// setting is one value that an operator gives. docs/one-machine.md has the same table.
type setting struct {
	name, otherwise string // otherwise is the default value: "needed" without a default, "none" if the setting is optional
	means           string
	check           func(string) error // nil: any text
}

const needed, none = "needed", "none"

var allSettings = []setting{
	{"SITE_URL", needed, "public address of the site, with https", isSite},
	{"STRIPE_PUBLISHABLE_KEY", needed, "Stripe's key for browsers, pk_live_…", hasPrefix("pk_live_", "pk_test_")},
	{"STRIPE_SECRET_KEY", needed,
		"Stripe's secret key, sk_live_… or a restricted rk_live_…", hasPrefix("sk_live_", "rk_live_", "sk_test_", "rk_test_")},
	{"STRIPE_WEBHOOK_SECRET", needed, "secret of the webhook endpoint SITE_URL/api/webhooks/stripe, whsec_…", isSecrets},
	{"KITCHEN_URL", needed, "address of the kitchen's system, which gets the orders; http only in a private network", isKitchen},
	{"KITCHEN_SECRETS", needed, "secrets of the kitchen's webhooks, at least 16 characters each, separated by commas", isSecrets},
	{"DESK_URL", none, "address of the system that gets the events of forms; none are sent without it", isKitchen},
	{"DESK_SECRETS", none, "secrets that sign these events, at least 16 characters each, separated by commas", isSecrets},
	{"SMTP_HOST", needed, "mail server; it must offer TLS, unless it is this machine", areHosts},
	{"SMTP_PORT", "587", "its port; 465 begins with TLS, others with STARTTLS", isPort},
	{"SMTP_USER", none, "user name at the mail server", nil},
	{"SMTP_PASSWORD", none, "password at the mail server", nil},
	{"MAIL_FROM", needed, "sender of the guests' mails", isMail},
	{"OPERATOR_MAIL", needed, "gets a mail when an alarm begins, and forms if the brand's record has no real address for them", isMail},
	{"SOCIAL", none, "JSON with the public settings of sign-in providers", isSocial},
	{"SOCIAL_SECRETS", none, "JSON with the secret of each of these providers", nil},
	{"HOST", "127.0.0.1", "address on which the program listens; 0.0.0.0 means all addresses of the machine", isAddress},
	{"PORT", "8080", "port on which it listens", isPort},
	{"HOSTS", none, "more host names of the site besides that of SITE_URL, separated by commas", areHosts},
	{
		"TRUSTED_PROXIES",
		"127.0.0.0/8,::1",
		"networks of trusted proxies: only their X-Forwarded-For counts, separated by commas",
		isNetworks,
	},
	{"METRICS_TOKEN", none, "bearer token of /metrics, at least 16 characters; without it there is no /metrics", isSecrets},
	{"DATA_DIR", "/var/lib/ordering", "folder of all data, an absolute path", nil},
	{"SITE", "site beside the program", "folder of the built site, an absolute path", nil},
	{"PICTURES", "DATA_DIR/pictures", "folder of the brand's photographs, an absolute path", nil},
	{"BRAND", "3", "id of the brand, for which the site is built", isBrand},
	{"BACKUPS", "14", "how many daily backups DATA_DIR/backups keeps; 0 makes none", isCount},
	{"ACCEPT_LOSS", none, "names of lost files to start without; the error of a refused start lists them", nil},
	{"ALLOW", none, "test-keys accepts test keys of Stripe: no money moves", isOneOf("test-keys")},
	{"STRIPE_URL", none, "another address of Stripe's API, for tests; needs ALLOW=test-keys", nil},
}

// values are the settings as texts, defaults included.
type values map[string]string

func (v values) get(name string) string { return v[name] }

// read reads the settings from the environment and from the file that SETTINGS names. A value of the environment wins.
func read(getenv func(string) string) (values, error) {
	v := values{}
	if path := getenv("SETTINGS"); path != "" {
		if err := v.readFile(path); err != nil {
			return nil, err
		}
	}
	for _, s := range allSettings {
		if value := getenv(s.name); value != "" {
			v[s.name] = value
		}
		if v[s.name] == "" && s.otherwise != needed && s.otherwise != none {
			v[s.name] = s.otherwise
		}
	}
	if v["PICTURES"] == "DATA_DIR/pictures" {
		v["PICTURES"] = filepath.Join(v["DATA_DIR"], "pictures")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the program's folder cannot be found: %w", err)
	}
	beside := filepath.Dir(self)
	if v["SITE"] == "site beside the program" {
		v["SITE"] = filepath.Join(beside, "site")
	}
	// An import checks the names of pictures with the site's drawings: a release has them, and npm run live names the project.
	for _, project := range []string{beside, getenv("PROJECT")} {
		if _, err := os.Stat(filepath.Join(project, "spa", "src", "food")); err == nil {
			v["PROJECT"] = project
		}
	}
	for _, name := range []string{"DATA_DIR", "SITE", "PICTURES"} {
		if !filepath.IsAbs(v[name]) { // the server, the commands and the publisher run in different folders
			return nil, fmt.Errorf("%s must be an absolute path, such as /var/lib/ordering, and is %s", name, v[name])
		}
	}
	return v, nil
}

// checkSite returns an error if the site was built for another brand. The title of its shell is the brand's.
func (v values) checkSite() error {
	shell, err := os.ReadFile(filepath.Join(v["SITE"], "shell.html"))
	if err != nil {
		return fmt.Errorf("there is no built site: SITE must name its folder: %w", err)
	}
	_, rest, _ := strings.Cut(string(shell), "<title>")
	title, _, _ := strings.Cut(rest, "</title>")
	id, _ := strconv.Atoi(v["BRAND"])
	if own, _ := brand.Find(id); title != "" && html.UnescapeString(title) != own.Title {
		return fmt.Errorf("the site in %s is built for %s, and BRAND=%d is %s: give SITE a build for that brand", v["SITE"], title, id, own.Title)
	}
	return nil
}

// readFile reads lines NAME=value. Empty lines and lines that begin with # are skipped.
func (v values) readFile(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("the file that SETTINGS names cannot be read: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("others can read %s, which has secrets: chmod 600 %s", path, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("SETTINGS cannot be read: %w", err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		if !ok || !slices.ContainsFunc(allSettings, func(s setting) bool { return s.name == name }) {
			return fmt.Errorf("line %d of %s has no setting of this program: a line is NAME=value", n, path)
		}
		value = strings.TrimSpace(value)
		if _, again := v[name]; again || strings.HasPrefix(value, `"`) || strings.HasPrefix(value, "'") {
			return fmt.Errorf("line %d of %s repeats %s or has quotes: write each setting once, without quotes", n, path, name)
		}
		v[name] = value
	}
	return nil
}

// settings are the checked values.
type settings struct {
	server.Settings
	values
	host, port string
	hosts      []string       // lower case, without ports
	proxies    []netip.Prefix // trusted
	backups    int
}

// settingsOf checks all values. Its error has a sentence for each that is missing or wrong.
func settingsOf(v values) (settings, error) {
	var faults []error
	test := strings.Contains(v["ALLOW"], "test-keys")
	for _, s := range allSettings {
		value := v[s.name]
		var wrong error
		switch {
		case value == "" && s.otherwise == needed:
			wrong = errors.New("is missing")
		case value == "":
		case s.otherwise == needed && isExample(value):
			wrong = errors.New("is an example")
		case s.check != nil:
			wrong = s.check(value)
		}
		if wrong == nil && !test &&
			(strings.HasPrefix(value, "pk_test_") || strings.HasPrefix(value, "sk_test_") || strings.HasPrefix(value, "rk_test_")) {
			wrong = errors.New("is a test key: no money would move. ALLOW=test-keys accepts it")
		}
		if wrong == nil && s.name == "STRIPE_URL" && value != "" && !test {
			wrong = errors.New("needs ALLOW=test-keys")
		}
		if wrong != nil { // without the value, which may be a secret
			faults = append(faults, fmt.Errorf("%s %w: %s.", s.name, wrong, s.means))
		}
	}
	if (v["DESK_URL"] == "") != (v["DESK_SECRETS"] == "") {
		faults = append(faults, errors.New("DESK_URL and DESK_SECRETS belong together: give both or neither."))
	}
	if live := strings.Contains(v["STRIPE_SECRET_KEY"], "_live_"); len(faults) == 0 &&
		live != strings.Contains(v["STRIPE_PUBLISHABLE_KEY"], "_live_") {
		faults = append(
			faults,
			errors.New("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same mode: one is a test key."),
		)
	}
	if len(faults) > 0 {
		return settings{}, errors.Join(faults...)
	}
	id, _ := strconv.Atoi(v["BRAND"])
	own, _ := brand.Find(id)
	own.MailFrom = v["MAIL_FROM"]
	own.Desks = maps.Clone(own.Desks)
	for topic, address := range own.Desks {
		if isExample(address) {
			own.Desks[topic] = v["OPERATOR_MAIL"]
		}
	}
	site, _ := url.Parse(v["SITE_URL"])
	s := settings{
		Settings: server.Settings{
			Brand: own, DataDir: v["DATA_DIR"], Site: v["SITE"], Pictures: v["PICTURES"], SiteURL: "https://" + site.Host,
			Accepted: parts(v["ACCEPT_LOSS"]),
		},
		values: v, host: v["HOST"], port: v["PORT"], hosts: []string{strings.ToLower(site.Hostname())},
	}
	for _, host := range parts(v["HOSTS"]) {
		s.hosts = append(s.hosts, strings.ToLower(host))
		s.Origins = append(s.Origins, "https://"+strings.ToLower(host))
	}
	for _, text := range parts(v["TRUSTED_PROXIES"]) {
		network, _ := networkOf(text)
		s.proxies = append(s.proxies, network)
	}
	s.backups, _ = strconv.Atoi(v["BACKUPS"])
	return s, nil
}

func (s settings) payments() *stripe.Client {
	return stripe.New(cmp.Or(s.get("STRIPE_URL"), stripe.Live), secret.Fixed(s.get("STRIPE_SECRET_KEY"))).Returning(s.SiteURL)
}

func (s settings) social() social.Providers {
	public, _ := social.Parse(s.get("SOCIAL")) // checked
	return social.New(public, secret.Fixed(s.get("SOCIAL_SECRETS")), time.Now)
}

func isSocial(text string) error {
	_, err := social.Parse(text)
	return err
}

func (s settings) kitchen() webhook.System {
	keys, _ := webhook.Parse(s.get("KITCHEN_SECRETS"))
	return webhook.Kitchen(s.get("KITCHEN_URL"), keys)
}

// desk has no URL if DESK_URL is not set.
func (s settings) desk() webhook.System {
	keys, _ := webhook.Parse(s.get("DESK_SECRETS"))
	return webhook.Desk(s.get("DESK_URL"), keys)
}

// describe prints the settings.
func describe(out io.Writer) {
	for _, s := range allSettings {
		fmt.Fprintf(out, "  %-22s  %s (%s)\n", s.name, s.means, s.otherwise)
	}
}

func parts(list string) []string {
	return slices.DeleteFunc(strings.Split(strings.ReplaceAll(list, " ", ""), ","), func(s string) bool { return s == "" })
}

// isExample reports whether a value was copied from a document.
func isExample(value string) bool {
	value = strings.ToLower(value)
	return strings.Contains(value, "example") || strings.Contains(value, "…") || strings.Contains(value, "...") ||
		strings.Contains(value, "changeme")
}

func isSite(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" ||
		u.User != nil {
		return errors.New("must be https and a host, such as https://burgers.test")
	}
	return nil
}

func isKitchen(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("is not an address")
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" &&
		(err != nil || !ip.IsLoopback() && !ip.IsPrivate()) {
		return errors.New("would send guests' names without encryption: use https")
	}
	return nil
}

func hasPrefix(prefixes ...string) func(string) error {
	return func(value string) error {
		if !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(value, p) }) {
			return errors.New("is not the right kind of key")
		}
		return nil
	}
}

func isSecrets(value string) error {
	if _, err := webhook.Parse(value); err != nil {
		return errors.New("has a secret of less than 16 characters")
	}
	return nil
}

func isMail(value string) error {
	if a, err := mail.ParseAddress(value); err != nil || a.Address != value {
		return errors.New("is not an e-mail address")
	}
	return nil
}

func isPort(value string) error {
	if _, err := strconv.ParseUint(value, 10, 16); err != nil {
		return errors.New("must be a number up to 65535")
	}
	return nil
}

func isCount(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < 0 {
		return errors.New("must be a number")
	}
	return nil
}

func isAddress(value string) error {
	if net.ParseIP(value) == nil && value != "localhost" {
		return errors.New("must be an IP address")
	}
	return nil
}

// areHosts accepts names of hosts separated by commas. The names of browsers and mail servers are ASCII, without a scheme or a port.
func areHosts(value string) error {
	for _, host := range parts(value) {
		name := strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789-.")
		if _, err := netip.ParseAddr(host); err != nil && name != "" {
			return errors.New("must be a host name such as www.burgers.test, without https:// and port")
		}
	}
	return nil
}

func isNetworks(value string) error {
	for _, text := range parts(value) {
		if _, err := networkOf(text); err != nil {
			return errors.New("must be IP addresses or networks such as 10.0.0.0/8")
		}
	}
	return nil
}

// networkOf parses a network, or an address as a network of one.
func networkOf(text string) (netip.Prefix, error) {
	if ip, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(ip, ip.BitLen()), nil
	}
	return netip.ParsePrefix(text)
}

func isBrand(value string) error {
	id, err := strconv.Atoi(value)
	if _, known := brand.Find(id); err != nil || !known {
		return errors.New("is not the id of a brand")
	}
	return nil
}

func isOneOf(words ...string) func(string) error {
	return func(value string) error {
		for _, word := range parts(value) {
			if !slices.Contains(words, word) {
				return fmt.Errorf("accepts only %s", strings.Join(words, ", "))
			}
		}
		return nil
	}
}
