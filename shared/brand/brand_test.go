package brand

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/format"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write records.go instead of comparing with it")

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
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &record); err != nil { // it has more members, for the site
		t.Fatalf("%s: %v", folder, err)
	}
	raw, err = os.ReadFile(filepath.Join(folder, "ordering.json"))
	if err != nil {
		t.Fatal(err)
	}
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&ordering); err != nil || ordering.ID != 0 {
		t.Fatalf("%s/ordering.json: %v, id %d", folder, err, ordering.ID)
	}
	b := ordering.Brand
	b.ID, b.FolderPath, b.MetaTitle, b.Title, b.ShortTitle, b.WebURL = record.ID, record.FolderPath, record.MetaTitle, record.Title, record.ShortTitle, record.WebURL
	b.HoldFor, b.HoldAtMost = time.Duration(ordering.HoldMinutes)*time.Minute, time.Duration(ordering.HoldAtMostMinutes)*time.Minute
	b.MapHosts = record.Tiles.Hosts
	b.MailFonts = fontsOf(t, record.Fonts)
	b.AttemptsFor = time.Duration(ordering.AttemptMinutes) * time.Minute
	for _, host := range b.MapHosts {
		if !regexp.MustCompile(`^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$`).MatchString(host) {
			t.Errorf("%s: %q is not the name of a machine", folder, host)
		}
	}
	if style, err := url.Parse(record.Tiles.Style); err != nil || record.Tiles.Style != "" && (style.Scheme != "https" || !slices.Contains(b.MapHosts, style.Host)) {
		t.Errorf("%s: the style %q is not at one of the hosts %q", folder, record.Tiles.Style, b.MapHosts)
	}
	for _, code := range record.Codes {
		i := slices.IndexFunc(countries[:], func(c Country) bool { return c.Code == code })
		if i < 0 {
			t.Fatalf("%s: there is no country %q", folder, code)
		}
		b.Countries = append(b.Countries, countries[i])
	}
	return b
}

// fontsOf returns the first families in a folder of typefaces. It skips fallback faces, which refer to fonts of the device.
func fontsOf(t *testing.T, folder string) Fonts {
	t.Helper()
	sheet, err := os.ReadFile(filepath.Join("..", "..", "spa", "src", "brand", "fonts", folder, "fonts.css"))
	if err != nil {
		t.Fatal(err)
	}
	var local []string
	for _, face := range regexp.MustCompile(`font-family: ("[^"]+");\s+src:\s+local`).FindAllSubmatch(sheet, -1) {
		local = append(local, string(face[1]))
	}
	first := func(role string) string {
		families := regexp.MustCompile(`--` + role + `: ([^;]+);`).FindSubmatch(sheet)
		if families == nil {
			t.Fatalf("%s/fonts.css names no --%s", folder, role)
		}
		all := strings.Split(string(families[1]), ", ")
		i := slices.IndexFunc(all, func(family string) bool { return !slices.Contains(local, family) })
		return strings.ReplaceAll(all[i], `"`, "'")
	}
	return Fonts{Poster: first("poster"), Text: first("text")}
}

// records.go is golden: it must match the brands' files.
func TestRecordsAreGolden(t *testing.T) {
	folders, err := filepath.Glob("brands/*")
	if err != nil {
		t.Fatal(err)
	}
	var all []Brand
	for _, folder := range folders {
		b := written(t, folder)
		if b.FolderPath != filepath.Base(folder) {
			t.Errorf("the record in %s is of %s", folder, b.FolderPath)
		}
		all = append(all, b)
	}
	isDefault := func(b Brand) int { return map[bool]int{true: 0, false: 1}[b.ID == 3] } // specification §7
	slices.SortFunc(all, func(a, b Brand) int { return cmp.Or(cmp.Compare(isDefault(a), isDefault(b)), cmp.Compare(a.ID, b.ID)) })
	literal := strings.ReplaceAll(strings.ReplaceAll(fmt.Sprintf("%#v", all), "brand.", ""), "{Brand{", "{\n{")
	literal = strings.NewReplacer(", Brand{", ",\n{", ", Countries:", ",\nCountries:", ", MapHosts:", ",\nMapHosts:", ", MailFrom:", ",\nMailFrom:", ", MailFonts:", ",\nMailFonts:", ", TimeZone:", ",\nTimeZone:", ", CutleryKit:", ",\nCutleryKit:", ", AttemptsFor:", ",\nAttemptsFor:", ", DaysAhead:", ",\nDaysAhead:", ", Registrations:", ",\nRegistrations:").Replace(literal)
	literal = strings.ReplaceAll(literal, "Country{Code", "{Code")
	literal = strings.TrimSuffix(literal, "}}") + "},\n}"
	now, err := format.Source([]byte("// Code generated by npm run gen from brands/. DO NOT EDIT.\n\npackage brand\n\nfunc records() []Brand {\n\treturn " + literal + "\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("records.go", now, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	is, err := os.ReadFile("records.go")
	if err != nil || !bytes.Equal(is, now) {
		t.Errorf("records.go and the brands' files differ (%v): run `npm run gen`", err)
	}
}

// No limit or name that a brand's orders need is zero.
func TestBrands(t *testing.T) {
	for _, b := range All() {
		for what, ok := range map[string]bool{
			"names": b.Title != "" && b.ShortTitle != "" && b.MetaTitle != "", "address": regexp.MustCompile(`^https://www\.[a-z]+\.example$`).MatchString(b.WebURL),
			"countries": len(b.Countries) > 0 && b.Countries[0].Code == "us" && slices.Contains(b.Countries[0].Locales, "en"), "mail": regexp.MustCompile(`^\w+@[a-z]+\.example$`).MatchString(b.MailFrom),
			"limits":   b.MinItems > 0 && b.MaxItems >= b.MinItems && b.MaxTipPercent > 0 && b.DaysAhead > 0 && b.CateringDaysAhead > 0 && b.HoldsPerClient > 0 && b.HoldFor >= time.Minute && b.HoldAtMost >= b.HoldFor,
			"attempts": b.AttemptsFor >= time.Minute && b.AttemptsPerBasket > 0 && b.AttemptsPerEmail >= b.AttemptsPerBasket && b.AttemptsPerNetwork >= b.AttemptsPerEmail,
			"uploads":  b.UploadMegabytes > 0 && b.UploadMegabytes <= 4,
			"colours":  fitting(b),
			"tips":     len(b.TipPercents) > 0 && slices.IsSorted(b.TipPercents),
		} {
			if !ok {
				t.Errorf("%s: the %s: %+v", b.FolderPath, what, b)
			}
		}
		if _, err := time.LoadLocation(b.TimeZone); err != nil {
			t.Errorf("%s: %v", b.FolderPath, err)
		}
	}
	if n := len(Default().Countries); n != len(countries) {
		t.Errorf("the default brand is in %d countries of %d", n, len(countries))
	}
	if Default().ID != 3 {
		t.Errorf("the default brand is %d", Default().ID)
	}
}

// Two brands share no name, address or phone number: a build of one contains nothing of the other.
func TestBrandsShareNothing(t *testing.T) {
	phones := regexp.MustCompile(`\+1\d{10}`)
	seen := map[string]string{}
	for _, b := range All() {
		raw, err := os.ReadFile(filepath.Join("brands", b.FolderPath, "brand.json"))
		if err != nil {
			t.Fatal(err)
		}
		own := []string{b.Title, b.ShortTitle, b.WebURL, b.MailFrom, b.FolderPath}
		for _, p := range phones.FindAll(raw, -1) {
			own = append(own, string(p))
			if !regexp.MustCompile(`^\+1\d{3}55501\d\d$`).Match(p) {
				t.Errorf("%s: %s is no number for fiction", b.FolderPath, p)
			}
		}
		for _, one := range own {
			if other, twice := seen[one]; twice && other != b.FolderPath {
				t.Errorf("%s and %s both have %s", b.FolderPath, other, one)
			}
			seen[one] = b.FolderPath
		}
	}
}

func TestFind(t *testing.T) {
	for _, b := range All() {
		if found, ok := Find(b.ID); !ok || found.FolderPath != b.FolderPath {
			t.Errorf("%d is %+v", b.ID, found)
		}
		if found, ok := InFolder(b.FolderPath); !ok || found.ID != b.ID {
			t.Errorf("%s is %+v", b.FolderPath, found)
		}
	}
	for _, id := range []int{0, 2, -3, 33} {
		if _, ok := Find(id); ok {
			t.Errorf("there is a brand %d", id)
		}
	}
	if _, ok := InFolder("brands"); ok {
		t.Error("there is a brand of no folder")
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
func TestStreetsOfARecordAreLetIn(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"brand.json", "ordering.json"} {
		raw, err := os.ReadFile(filepath.Join("brands", Default().FolderPath, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "brand.json" {
			raw = append(bytes.TrimRight(raw, "}\n "), `, "tiles": {"style": "https://tiles.example/style.json", "attribution": "The map's makers", "hosts": ["tiles.example", "*.glyphs.example"]}}`...)
		}
		if err := os.WriteFile(filepath.Join(folder, name), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if b := written(t, folder); !slices.Equal(b.MapHosts, []string{"tiles.example", "*.glyphs.example"}) {
		t.Errorf("let in: %q", b.MapHosts)
	}
}
