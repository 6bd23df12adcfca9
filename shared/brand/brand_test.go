package brand

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"testing"
	"time"
)

// Each brand has its two files, in which every name is one that somebody reads, and nothing is left at zero that would stop its orders.
func TestBrands(t *testing.T) {
	folders, err := fs.ReadDir(files, "brands")
	if err != nil || len(folders) != len(known) {
		t.Fatalf("%d folders for %d brands: %v", len(folders), len(known), err)
	}
	for _, k := range known {
		b := k.read()
		if b.ID != k.id || b.FolderPath != k.folder {
			t.Errorf("the record in %s is of %d in %s", k.folder, b.ID, b.FolderPath)
		}
		for what, ok := range map[string]bool{
			"names": b.Title != "" && b.ShortTitle != "" && b.MetaTitle != "", "address": regexp.MustCompile(`^https://www\.[a-z]+\.example$`).MatchString(b.WebURL),
			"countries": len(b.Countries) > 0 && b.Countries[0].Code == "us" && b.Has("en"), "mail": regexp.MustCompile(`^\w+@[a-z]+\.example$`).MatchString(b.MailFrom),
			"limits": b.MinItems > 0 && b.MaxItems >= b.MinItems && b.MaxTipPercent > 0 && b.DaysAhead > 0 && b.CateringDaysAhead > 0 && b.HoldsPerClient > 0 && b.HoldFor >= time.Minute,
			"tips":   len(b.TipPercents) > 0 && slices.IsSorted(b.TipPercents),
		} {
			if !ok {
				t.Errorf("%s: the %s: %+v", k.folder, what, b)
			}
		}
		if _, err := time.LoadLocation(b.TimeZone); err != nil {
			t.Errorf("%s: %v", k.folder, err)
		}
		raw, err := fs.ReadFile(files, "brands/"+k.folder+"/ordering.json")
		if err != nil {
			t.Fatal(err)
		}
		strict := json.NewDecoder(bytes.NewReader(raw))
		strict.DisallowUnknownFields()
		var ordering struct {
			Brand
			HoldMinutes int `json:"holdMinutes"`
		}
		if err := strict.Decode(&ordering); err != nil || ordering.ID != 0 {
			t.Errorf("%s/ordering.json: %v, id %d", k.folder, err, ordering.ID)
		}
	}
	if n := len(Default().Countries); n != len(countries) {
		t.Errorf("the default brand is in %d countries of %d", n, len(countries))
	}
	if Default().ID != 3 {
		t.Errorf("the default brand is %d", Default().ID)
	}
}

// Two brands share no name, address or phone number: who builds the one finds nothing of the other.
func TestBrandsShareNothing(t *testing.T) {
	phones := regexp.MustCompile(`\+1\d{10}`)
	seen := map[string]string{}
	for _, k := range known {
		b := k.read()
		raw, err := fs.ReadFile(files, "brands/"+k.folder+"/brand.json")
		if err != nil {
			t.Fatal(err)
		}
		own := []string{b.Title, b.ShortTitle, b.WebURL, b.MailFrom, b.FolderPath}
		for _, p := range phones.FindAll(raw, -1) {
			own = append(own, string(p))
			if !regexp.MustCompile(`^\+1\d{3}55501\d\d$`).Match(p) {
				t.Errorf("%s: %s is no number for fiction", k.folder, p)
			}
		}
		for _, one := range own {
			if other, twice := seen[one]; twice && other != k.folder {
				t.Errorf("%s and %s both have %s", k.folder, other, one)
			}
			seen[one] = k.folder
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
