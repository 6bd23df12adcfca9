package brand

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"
)

// The countries of the specification (§3).
var countries = [...]Country{
	{"us", "United States", []string{"en"}}, {"ae", "United Arab Emirates", []string{"en-001"}}, {"ca", "Canada", []string{"en-ca", "fr-ca"}},
	{"eg", "Egypt", []string{"en-001"}}, {"jp", "Japan", []string{"ja-jp"}}, {"pk", "Pakistan", []string{"en-001"}},
	{"br", "Brazil", []string{"pt-br"}}, {"mx", "Mexico", []string{"es-mx"}}, {"ph", "Philippines", []string{"en-001"}},
}

// written reads a brand's files.
func written(t *testing.T, folder string) Brand {
	t.Helper()
	var record, ordering struct {
		Brand
		HoldMinutes       int      `json:"holdMinutes"`
		HoldAtMostMinutes int      `json:"holdAtMostMinutes"`
		AttemptMinutes    int      `json:"attemptMinutes"`
		Codes             []string `json:"countries"`
		Fonts             string   `json:"fonts"`
		Tiles             struct {
			Style string
			Hosts []string
		}
	}
	raw, err := os.ReadFile(filepath.Join(folder, "brand.json"))
	assert.NilError(t, err)
	// it has more members, for the site
	assert.NilError(t, json.Unmarshal(raw, &record), folder)
	raw, err = os.ReadFile(filepath.Join(folder, "ordering.json"))
	assert.NilError(t, err)
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	err = strict.Decode(&ordering)
	assert.NilError(t, err)
	assert.Equal(t, ordering.ID, 0, folder)
	b := ordering.Brand
	b.ID, b.FolderPath, b.MetaTitle, b.Title, b.ShortTitle, b.WebURL = record.ID, record.FolderPath, record.MetaTitle, record.Title, record.ShortTitle, record.WebURL
	b.Flags = record.Flags
	b.HoldFor, b.HoldAtMost = time.Duration(ordering.HoldMinutes)*time.Minute, time.Duration(ordering.HoldAtMostMinutes)*time.Minute
	b.MapHosts = record.Tiles.Hosts
	b.MailFonts = fontsOf(t, record.Fonts)
	b.AttemptsFor = time.Duration(ordering.AttemptMinutes) * time.Minute
	if c := b.Contest; c != nil {
		c.Opens, c.Closes = c.Opens.UTC(), c.Closes.UTC()
	}
	for _, host := range b.MapHosts {
		assert.Check(t, regexp.MustCompile(`^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$`).MatchString(host), "%s: %q is not a host name", folder, host)
	}
	if style, err := url.Parse(record.Tiles.Style); err != nil || record.Tiles.Style != "" && (style.Scheme != "https" || !slices.Contains(b.MapHosts, style.Host)) {
		t.Errorf("%s: the map style %q is not on one of the hosts %q", folder, record.Tiles.Style, b.MapHosts)
	}
	for _, code := range record.Codes {
		i := slices.IndexFunc(countries[:], func(c Country) bool { return c.Code == code })
		assert.Assert(t, i >= 0, "%s: unknown country %q", folder, code)
		b.Countries = append(b.Countries, countries[i])
	}
	for _, fault := range append(faultsOfDesks(b), faultsOfContest(b)...) {
		t.Errorf("%s: %s", folder, fault)
	}
	return b
}

// fontsOf returns the first families in a folder of typefaces. It skips fallback faces, which refer to fonts of the device.
func fontsOf(t *testing.T, folder string) Fonts {
	t.Helper()
	sheet, err := os.ReadFile(filepath.Join("..", "..", "spa", "src", "brand", "fonts", folder, "fonts.css"))
	assert.NilError(t, err)
	var local []string
	for _, face := range regexp.MustCompile(`font-family: ("[^"]+");\s+src:\s+local`).FindAllSubmatch(sheet, -1) {
		local = append(local, string(face[1]))
	}
	first := func(role string) string {
		families := regexp.MustCompile(`--` + role + `: ([^;]+);`).FindSubmatch(sheet)
		assert.Assert(t, families != nil, "%s/fonts.css does not define --%s", folder, role)
		all := strings.Split(string(families[1]), ", ")
		i := slices.IndexFunc(all, func(family string) bool { return !slices.Contains(local, family) })
		return strings.ReplaceAll(all[i], `"`, "'")
	}
	return Fonts{Poster: first("poster"), Text: first("text")}
}

// GoString writes the contest itself into records.go, where %#v would write its address.
func (c *Contest) GoString() string {
	if c == nil {
		return "nil"
	}
	return fmt.Sprintf("&%#v", *c)
}

// GoString writes the rules themselves, as for the contest.
func (l *Loyalty) GoString() string {
	if l == nil {
		return "nil"
	}
	return fmt.Sprintf("&%#v", *l)
}

// records.go is golden: it must match the brands' files.
func TestRecordsAreGolden(t *testing.T) {
	folders, err := filepath.Glob("brands/*")
	assert.NilError(t, err)
	var all []Brand
	for _, folder := range folders {
		b := written(t, folder)
		assert.Check(t, is.Equal(b.FolderPath, filepath.Base(folder)), folder)
		all = append(all, b)
	}
	isDefault := func(b Brand) int { return map[bool]int{true: 0, false: 1}[b.ID == 3] } // specification §7
	slices.SortFunc(all, func(a, b Brand) int { return cmp.Or(cmp.Compare(isDefault(a), isDefault(b)), cmp.Compare(a.ID, b.ID)) })
	literal := strings.ReplaceAll(strings.ReplaceAll(fmt.Sprintf("%#v", all), "brand.", ""), "{Brand{", "{\n{")
	literal = strings.NewReplacer(", Brand{", ",\n{", ", Flags:", ",\nFlags:", ", Countries:", ",\nCountries:", ", MapHosts:", ",\nMapHosts:", ", MailFrom:", ",\nMailFrom:", ", Desks:", ",\nDesks:", ", MailColours:", ",\nMailColours:", ", MailFonts:", ",\nMailFonts:", ", TimeZone:", ",\nTimeZone:", ", CutleryKit:", ",\nCutleryKit:", ", AttemptsFor:", ",\nAttemptsFor:", ", DaysAhead:", ",\nDaysAhead:", ", Registrations:", ",\nRegistrations:", ", Contest:", ",\nContest:", ", Loyalty:", ",\nLoyalty:").Replace(literal)
	literal = strings.ReplaceAll(literal, "Country{Code", "{Code")
	literal = strings.TrimSuffix(literal, "}}") + "},\n}"
	now, err := format.Source([]byte("// Code generated by npm run gen from brands/. DO NOT EDIT.\n\npackage brand\n\nimport \"time\"\n\nfunc records() []Brand {\n\treturn " + literal + "\n}\n"))
	assert.NilError(t, err)
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile("records.go", now, 0o644))
		return
	}
	is, err := os.ReadFile("records.go")
	assert.NilError(t, err)
	assert.Assert(t, bytes.Equal(is, now))
}

// No limit or name that a brand's orders need is zero.
func TestBrands(t *testing.T) {
	for _, b := range All() {
		for what, ok := range map[string]bool{
			"names": b.Title != "" && b.ShortTitle != "" && b.MetaTitle != "", "address": regexp.MustCompile(`^https://www\.[a-z]+\.example$`).MatchString(b.WebURL),
			"countries": len(b.Countries) > 0 && b.Countries[0].Code == "us" && slices.Contains(b.Countries[0].Locales, "en"), "mail": !isReal(b.MailFrom),
			"limits":   b.MinItems > 0 && b.MaxItems >= b.MinItems && b.MaxTipPercent > 0 && b.DaysAhead > 0 && b.CateringDaysAhead > 0 && b.HoldsPerClient > 0 && b.HoldFor >= time.Minute && b.HoldAtMost >= b.HoldFor,
			"attempts": b.AttemptsFor >= time.Minute && b.AttemptsPerBasket > 0 && b.AttemptsPerEmail >= b.AttemptsPerBasket && b.AttemptsPerNetwork >= b.AttemptsPerEmail,
			"desks":    !slices.ContainsFunc(slices.Collect(maps.Values(b.Desks)), isReal),
			"uploads":  b.UploadMegabytes > 0 && b.UploadMegabytes <= 4,
			"colours":  fitting(b),
			"loyalty":  b.Loyalty == nil || b.Loyalty.Months > 0 && b.Loyalty.ReturnedDays > 0 && b.Loyalty.OverdueHours > 0,
			"flags":    b.Flags.Loyalty == (b.Loyalty != nil) && (!b.Flags.Rewards || b.Flags.Loyalty) && (!b.Flags.Mystery || b.Flags.Rewards),
			"tips":     len(b.TipPercents) > 0 && slices.IsSorted(b.TipPercents),
		} {
			assert.Check(t, ok, "%s: the %s: %+v", b.FolderPath, what, b)
		}
		_, err := time.LoadLocation(b.TimeZone)
		assert.Check(t, err, b.FolderPath)
	}
	assert.Equal(t, len(Default().Countries), len(countries))
	assert.Equal(t, Default().ID, 3)
}

// Two brands share no name, address or phone number: a build of one contains nothing of the other.
func TestBrandsShareNothing(t *testing.T) {
	phones := regexp.MustCompile(`\+1\d{10}`)
	seen := map[string]string{}
	for _, b := range All() {
		raw, err := os.ReadFile(filepath.Join("brands", b.FolderPath, "brand.json"))
		assert.NilError(t, err)
		own := []string{b.Title, b.ShortTitle, b.WebURL, b.MailFrom, b.FolderPath}
		own = slices.AppendSeq(own, maps.Values(b.Desks))
		for _, p := range phones.FindAll(raw, -1) {
			own = append(own, string(p))
			assert.Check(t, regexp.MustCompile(`^\+1\d{3}55501\d\d$`).Match(p), "%s: %s is not a reserved fictional number", b.FolderPath, p)
		}
		for _, one := range own {
			other, twice := seen[one]
			assert.Check(t, !twice || other == b.FolderPath, "the brands %s and %s share %s", b.FolderPath, other, one)
			seen[one] = b.FolderPath
		}
	}
}

// isReal reports whether the address is not one that is reserved for examples.
func isReal(address string) bool {
	return !regexp.MustCompile(`^\w+@[a-z]+\.example$`).MatchString(address)
}

// faultsOfDesks returns the topics without an address, and the desks without a topic.
func faultsOfDesks(b Brand) (faults []string) {
	for _, topic := range Topics {
		if a, err := mail.ParseAddress(b.Desks[topic]); err != nil || a.Address != b.Desks[topic] {
			faults = append(faults, "the desk of "+topic+" has no e-mail address")
		}
	}
	for topic := range b.Desks {
		if !slices.Contains(Topics, topic) {
			faults = append(faults, "there is no topic "+topic)
		}
	}
	return faults
}

// faultsOfContest returns why no guest, or the wrong guests, could enter the contest.
func faultsOfContest(b Brand) (faults []string) {
	c := b.Contest
	if c == nil {
		return nil
	}
	foreign := func(code string) bool {
		return !slices.ContainsFunc(b.Countries, func(country Country) bool { return strings.ToUpper(country.Code) == code })
	}
	unknown := func(code string) bool { return !regexp.MustCompile(`^[A-Z]{2,3}$`).MatchString(code) }
	for fault, is := range map[string]bool{
		"the contest needs an id of small letters, digits and hyphens":         !regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(c.ID),
		"the contest must close after it opens":                                !c.Closes.After(c.Opens),
		"the contest must not be open to children":                             c.MinAge < 13,
		"the contest needs a country":                                          len(c.Countries) == 0,
		"the contest's countries must be some of the site's, such as US":       slices.ContainsFunc(c.Countries, foreign),
		"the contest's regions must be codes of states and provinces, or none": slices.ContainsFunc(c.Regions, unknown),
	} {
		if is {
			faults = append(faults, fault)
		}
	}
	return faults
}

// npm run gen refuses a brand without a desk for each topic, and a contest that is not fair.
func TestDesksAndContestAreChecked(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Brand)
		faults int
	}{
		"complete":              {func(*Brand) {}, 0},
		"no contest":            {func(b *Brand) { b.Contest = nil }, 0},
		"no desk":               {func(b *Brand) { delete(b.Desks, "jobs") }, 1},
		"an address and a name": {func(b *Brand) { b.Desks["jobs"] = "Jobs <jobs@bdb.test>" }, 1},
		"another topic":         {func(b *Brand) { b.Desks["weather"] = "weather@bdb.test" }, 1},
		"closed before":         {func(b *Brand) { b.Contest.Closes = b.Contest.Opens }, 1},
		"a country elsewhere":   {func(b *Brand) { b.Contest.Countries = []string{"FR"} }, 1},
		"an empty contest":      {func(b *Brand) { b.Contest = &Contest{Regions: []string{"Texas"}} }, 5},
	} {
		b := Default()
		b.Desks = maps.Clone(b.Desks)
		contest := *b.Contest
		b.Contest = &contest
		c.change(&b)
		assert.Check(t, is.Len(append(faultsOfDesks(b), faultsOfContest(b)...), c.faults), name)
	}
}

// fitting reports whether the mails' colours are valid and equal those of the brand's site.
func fitting(b Brand) bool {
	sheet, err := os.ReadFile(filepath.Join("..", "..", "spa", "src", "brand", b.FolderPath, "colours.css"))
	if err != nil {
		return false
	}
	for role, colour := range map[string]string{"red": b.MailColours.Primary, "red-deep": b.MailColours.Edge, "yellow": b.MailColours.Stage} {
		if !strings.Contains(string(sheet), "--"+role+": "+colour+";") {
			return false
		}
	}
	hex := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	return hex.MatchString(b.MailColours.Shadow) && hex.MatchString(b.MailColours.OtherShadow)
}

// A brand with street tiles names their hosts in its record.
func TestMapTilesOfARecordAreAllowed(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"brand.json", "ordering.json"} {
		raw, err := os.ReadFile(filepath.Join("brands", Default().FolderPath, name))
		assert.NilError(t, err)
		if name == "brand.json" {
			raw = append(bytes.TrimRight(raw, "}\n "), `, "tiles": {"style": "https://tiles.example/style.json", "attribution": "The map's makers", "hosts": ["tiles.example", "*.glyphs.example"]}}`...)
		}
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name), raw, 0o600))
	}
	assert.DeepEqual(t, written(t, folder).MapHosts, []string{"tiles.example", "*.glyphs.example"})
}
