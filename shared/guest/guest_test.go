package guest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/location"
	"ordering/shared/problem"
)

var ada = Contact{FirstName: "Ada", LastName: "Byron", Email: "ada@example.com", Phone: "(918) 555-0142"}

// findings formats findings as pointers with codes.
func findings(found []problem.Detail) []string {
	var got []string
	for _, d := range found {
		got = append(got, d.Pointer+" "+string(d.Code))
	}
	return got
}

func TestContactIsNormalised(t *testing.T) {
	typed := Contact{FirstName: " Ada\u200b", LastName: "Byron\r\nBcc: eve", Email: " ada@example.com\t", Phone: "918.555.0142"}
	want := Contact{FirstName: "Ada", LastName: "ByronBcc: eve", Email: "ada@example.com", Phone: "+19185550142"}
	got, found := typed.Check("/contact")
	assert.Assert(t, got == want && found == nil, "%+v %v", got, found)
}

func TestInvalidContacts(t *testing.T) {
	long := strings.Repeat("a", 64)
	for name, c := range map[string]struct {
		change func(*Contact)
		want   []string
	}{
		"nothing": {func(*Contact) {}, nil},
		"empty": {func(c *Contact) { *c = Contact{Phone: "\u200b"} }, []string{
			"/contact/firstName first-name-required", "/contact/lastName last-name-required", "/contact/email email-required", "/contact/phone phone-required",
		}},
		"no domain":              {func(c *Contact) { c.Email = "ada" }, []string{"/contact/email email-invalid"}},
		"a domain without a dot": {func(c *Contact) { c.Email = "ada@example" }, []string{"/contact/email email-invalid"}},
		"an address with a name": {func(c *Contact) { c.Email = "Ada <ada@example.com>" }, []string{"/contact/email email-invalid"}},
		"another header":         {func(c *Contact) { c.Email = "ada@example.com\r\nBcc:" }, []string{"/contact/email email-invalid"}},
		"an encoded word":        {func(c *Contact) { c.Email = "=?utf-8?q?ada?=@example.com" }, []string{"/contact/email email-invalid"}},
		"a hyphen first":         {func(c *Contact) { c.Email = "ada@-example.com" }, []string{"/contact/email email-invalid"}},
		"an empty label":         {func(c *Contact) { c.Email = "ada@example..com" }, []string{"/contact/email email-invalid"}},
		"a number as domain":     {func(c *Contact) { c.Email = "ada@[127.0.0.1]" }, []string{"/contact/email email-invalid"}},
		"a sign in the domain":   {func(c *Contact) { c.Email = "ada@exam_ple.com" }, []string{"/contact/email email-invalid"}},
		"a long label":           {func(c *Contact) { c.Email = "ada@" + long + ".com" }, []string{"/contact/email email-invalid"}},
		"a long local part":      {func(c *Contact) { c.Email = long + "a@example.com" }, []string{"/contact/email email-invalid"}},
		"the longest":            {func(c *Contact) { c.Email = long + "@" + long[1:] + ".com" }, nil},
		"other letters":          {func(c *Contact) { c.Email = "adà@example.com" }, []string{"/contact/email email-invalid"}},
		"half a number":          {func(c *Contact) { c.Phone = "555-0142" }, []string{"/contact/phone phone-invalid"}},
		"words for a number":     {func(c *Contact) { c.Phone = "call me" }, []string{"/contact/phone phone-invalid"}},
	} {
		c2 := ada
		c.change(&c2)
		_, found := c2.Check("/contact")
		assert.Check(t, is.DeepEqual(findings(found), c.want), name)
	}
}

// cases are states and codes by country, and under "" those of neither; the site's form is tested with the same file.
func cases(t *testing.T) (c struct{ States, Codes map[string][]string }) {
	t.Helper()
	raw, err := os.ReadFile("testdata/billing.json")
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	assert.NilError(t, err)
	return c
}

// Every state with every code: valid if each is known and both belong to the same country.
func TestStateDecidesTheFormOfTheCode(t *testing.T) {
	c := cases(t)
	checked := 0
	for country, states := range c.States {
		for _, state := range states {
			for home, codes := range c.Codes {
				for _, code := range codes {
					var want []string
					if country == "" {
						want = append(want, "/billing/state state-invalid")
					}
					if home == "" || country != "" && home != country {
						want = append(want, "/billing/zip postal-code-invalid")
					}
					b := Billing{Cardholder: "Ada Byron", Address: "1 Main St", City: "Tulsa", State: state, Zip: code}
					assert.Check(t, is.DeepEqual(findings(b.Check("/billing")), want), "%q %q", state, code)
					checked++
				}
			}
		}
	}
	assert.Assert(t, checked >= 3000, "got %d pairs, want at least 3000", checked)
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			r, ok := location.RegionByCode(string([]rune{a, b}))
			assert.Check(t, !ok || slices.Contains(c.States[r.Country], r.Code), "no test case has %s", r.Code)
		}
	}
}

func TestWholeBillingAddressIsRequired(t *testing.T) {
	want := []string{
		"/billing/cardholder field-required", "/billing/address field-required", "/billing/city field-required",
		"/billing/state field-required", "/billing/zip field-required",
	}
	assert.DeepEqual(t, findings(Billing{State: " ", Zip: "\u200b"}.Check("/billing")), want)
}

func TestPostalCodeIsStoredAsPrinted(t *testing.T) {
	for _, typed := range []string{"H2X 1Y4", "h2x1y4", "H2X-1Y4", " h2x\u00a01y4 "} {
		got, found := Address{"41 Rue Main", "Montréal", "QC", typed}.Check("", "CA")
		assert.Check(t, is.Len(found, 0), typed)
		assert.Equal(t, got.Zip, "H2X 1Y4")
	}
}
