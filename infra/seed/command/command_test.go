package command

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/seed/importer"
	"ordering/infra/seed/zonemap"
	"ordering/shared/location"
	"ordering/shared/table/sqlite"
	"ordering/shared/table/sqlite/sqlitetest"
)

const list = "store_id,name,street,city,state,zip,phone,latitude,longitude\n" +
	"1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,(918) 555-0101,36.11452,-95.97561\n" +
	"2,Roosevelt Row,918 N 5th St,Phoenix,AZ,85004,602.555.0105,33.45834,-112.06801\n"

// in is a caller with its table in the folder.
func in(dir string) Caller {
	getenv := func(name string) string { return map[string]string{"DATA_DIR": dir}[name] }
	return Caller{Getenv: getenv, Import: "npm run import --", Publish: "npm run publish"}
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) string {
		path := filepath.Join(dir, name)
		assert.NilError(t, os.WriteFile(path, []byte(data), 0o600))
		return path
	}
	good := write("list.csv", list)
	partly := write("partly.csv", list+"3,Nowhere,1 Main St,Tulsa,Oklahomo,74105,,36.1,-95.9\n")
	none := write("none.csv", "")
	data := filepath.Join(dir, "data")
	for _, c := range []struct {
		name string
		args []string
		code int
		want string // in the output
	}{
		{"which store", []string{"locations", good, "--dry-run"}, done, "The store in " + data + "\n"},
		{"dry run", []string{"locations", good, "--dry-run"}, done, "would add 2"},
		{"first run", []string{"locations", good}, done, "added 2, changed 0, unchanged 0, rejected 0\n2 restaurants take no orders until their assumed values are given, or confirmed: the same command with --confirm\nnpm run publish renders it into the published pages.\n"},
		{"confirmed", []string{"locations", good, "--confirm"}, done, "added 0, changed 2, unchanged 0, rejected 0\n"},
		{"nothing to confirm", []string{"menu", good, "--confirm"}, misused, ": npm run import --"},
		{"second run", []string{"locations", good}, done, "added 0, changed 0, unchanged 2, rejected 0\n"},
		{"one bad row", []string{"locations", partly}, incomplete, "added 0, changed 0, unchanged 2, rejected 1"},
		{"an empty file", []string{"locations", none}, failed, "the file is empty"},
		{"no such file", []string{"locations", filepath.Join(dir, "missing.csv")}, failed, "cannot be read"},
		{"no such kind", []string{"places", good}, misused, ": npm run import --"},
		{"no file", []string{"locations"}, misused, ": npm run import --"},
		{"an unknown option", []string{"locations", good, "--force"}, misused, "unknown option --force"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var printed bytes.Buffer
			if code := in(data).Run(context.Background(), c.args, &printed, &printed); code != c.code || !strings.Contains(printed.String(), c.want) || c.name != "first run" && c.name != "confirmed" && strings.Contains(printed.String(), "npm run publish") {
				t.Errorf("got exit code %d, want %d:\n%s\nwant it to contain: %s", code, c.code, &printed, c.want)
			}
		})
	}
	store, err := sqlite.Open(filepath.Join(data, "table.db"), time.Now)
	assert.NilError(t, err)
	defer store.Close()
	// The import works while the server has the table open.
	code := in(data).Run(context.Background(), []string{"locations", write("more.csv", strings.ReplaceAll(list, "\n1,", "\n9,"))}, io.Discard, io.Discard)
	assert.Assert(t, code == done, "table open in another process: got exit code %d", code)
	listing, err := location.NewDirectory(store, time.Now).Read(context.Background())
	assert.NilError(t, err)
	found := map[string]location.Location{}
	for _, l := range listing.All() {
		found[l.ID] = l
	}
	l := found["2"]
	assert.Assert(t, l.TimeZone == "America/Phoenix" && l.Phone == "+16025550105", "%+v", l)
	_, ok := found["9"]
	assert.Assert(t, ok, "a location imported at the same time is missing")
}

func TestZonesOfPoints(t *testing.T) {
	zone := zonemap.Of
	for want, point := range map[string][2]float64{
		"America/Chicago": {36.11, -95.98}, "America/New_York": {40.76, -73.99}, "America/Phoenix": {33.46, -112.07}, "America/Los_Angeles": {34.08, -118.27},
		"America/Denver": {39.74, -104.97}, "America/Boise": {43.61, -116.2}, "America/Detroit": {42.33, -83.07}, "America/Indiana/Indianapolis": {39.78, -86.15},
		"America/Kentucky/Louisville": {38.25, -85.76}, "Pacific/Honolulu": {21.3, -157.86}, "America/Anchorage": {61.19, -149.9}, "America/Toronto": {45.52, -73.58},
		"America/Vancouver": {49.28, -123.11}, "America/St_Johns": {47.56, -52.71}, "America/Halifax": {44.65, -63.57}, "America/Regina": {50.45, -104.61},
		"America/Puerto_Rico": {18.46, -66.1}, "Pacific/Guam": {13.47, 144.75},
	} {
		assert.Check(t, is.Equal(zone(point[0], point[1]), want), point)
		_, ok := location.ParseTimezone(want)
		assert.Check(t, ok, "timezone %s is not embedded", want)
	}
}

func TestPhonesInUsualForms(t *testing.T) {
	for number, want := range map[string]string{
		"(918) 555-0101": "+19185550101", "918-555-0101": "+19185550101", "918.555.0101": "+19185550101", "9185550101": "+19185550101", "1 918 555 0101": "+19185550101",
		"+1 (918) 555-0101": "+19185550101", "+19185550101": "+19185550101", "tel:+1-918-555-0101": "+19185550101", "918-555-0101 x12": "+19185550101",
		"555-0101": "", "call us": "", "12345": "", "918-555-01011111111": "",
	} {
		got, ok := phone(number, "US")
		assert.Check(t, got == want && ok == (want != ""), "%q: got %q, want %q", number, got, want)
	}
}

func TestPictures(t *testing.T) {
	photographs := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(photographs, "june.jpg"), nil, 0o600))
	exists := pictures(filepath.Join("..", "..", ".."), photographs)
	// All pictures of the demo brands exist.
	for _, args := range [][]string{{"menu", "menu.json"}, {"menu", "menu.template.csv"}, {"menu", "brands/harbor-light-grill/menu.json"}, {"content", "content/big-deal-burger"}, {"content", "content/harbor-light-grill"}} {
		in, err := read(filepath.Join("..", args[1]))
		assert.NilError(t, err)
		in.Table, in.Now, in.DryRun, in.Picture = sqlitetest.Open(t, time.Now), time.Now, true, exists
		_, err = importer.Kinds[args[0]](t.Context(), in)
		assert.Check(t, err)
	}
	for name, want := range map[string]bool{
		"dishes/pit-fries": true, "dishes/pit-fires": false, "dishes/pit-fries.png": true, "pit-fries": false, "ingredients/patty": true, "ingredients/plate": false,
		"burgers/the-big-deal": true, "burgers/the-big-eal": false, "scenes/pit.jpg": true, "scenes/moon.jpg": false, "june.jpg": true, "july.jpg": false, "../june.jpg": false, "dishes/*": false, "": false,
	} {
		assert.Check(t, is.Equal(exists(name), want), "%q exists: %t", name, !want)
	}
}

// An import into a folder with payments but without a table creates no table: the next start would not notice the loss.
func TestImportDoesNotReplaceALostTable(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "list.csv")
	for path, data := range map[string]string{file: list, filepath.Join(dir, "payments.db"): "payments"} {
		assert.NilError(t, os.WriteFile(path, []byte(data), 0o600))
	}
	var printed bytes.Buffer
	code := in(dir).Run(t.Context(), []string{"locations", file}, &printed, &printed)
	assert.Assert(t, code == failed)
	assert.Assert(t, is.Contains(printed.String(), "restore the whole folder"))
	_, err := os.Stat(filepath.Join(dir, "table.db"))
	assert.Assert(t, err != nil, "a table was created")
}
