package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ordering/shared/locale"
	"ordering/shared/location"
)

func TestDeliveryZones(t *testing.T) {
	const head = "id,street,city,state,latitude,longitude,time zone,delivery zone\n"
	at := func(zone string) string {
		return head + `1,1 Main St,Tulsa,OK,36.1,-95.9,America/Chicago,"` + zone + "\"\n"
	}
	triangle := []location.Point{{Latitude: 36, Longitude: -96}, {Latitude: 36, Longitude: -95.8}, {Latitude: 36.2, Longitude: -95.9}}
	for given, want := range map[string]*location.DeliveryZone{
		"":         nil,
		"5 km":     {RadiusMeters: 5000},
		"3 mi":     {RadiusMeters: 4828},
		"2,5 km":   {RadiusMeters: 2500},
		"4.5Miles": {RadiusMeters: 7242},
		"800 m":    {RadiusMeters: 800},
		"POLYGON ((-96 36, -95.8 36, -95.9 36.2))":        {Polygon: triangle},
		"Polygon((-96 36, -95.8 36, -95.9 36.2, -96 36))": {Polygon: triangle},
	} {
		report, printed, listing := bring(t, input(open(t), "zones.csv", at(given)))
		wantCounts(t, report, 1, 0, 0, 0)
		l, _ := byID(listing, "1")
		switch got := l.DeliveryZone; {
		case (got == nil) != (want == nil):
			t.Errorf("%q: %+v in %s", given, got, printed)
		case got != nil && (got.RadiusMeters != want.RadiusMeters || !slices.Equal(got.Polygon, want.Polygon)):
			t.Errorf("%q: %+v, want %+v", given, got, want)
		}
	}
	for given, want := range map[string]string{
		"5":                                     `"5" is no distance such as 5 km or 3 mi, and no POLYGON`,
		"far":                                   `"far" is no distance`,
		"-3 km":                                 "is not from 100 m to 100 km",
		"1e9 km":                                "is not from 100 m to 100 km",
		"NaN km":                                "is no distance",
		"POLYGON":                               "is not one ring",
		"POLYGON ((1 2), (3 4))":                "is not one ring",
		"POLYGON ((-96 36, -95.8 36))":          "has 2 corners, not from 3 to 200",
		"POLYGON ((-96, -95.8 36, -95.9 36.2))": `"-96" is no corner such as -95.9 36.1`,
		"POLYGON ((36 -96, 36 -95.8, 36.2 -95.9))":                    "the longitude comes first",
		"POLYGON ((NaN NaN, -95.8 36, -95.9 36.2))":                   "is not within 100 km of the restaurant",
		"POLYGON ((" + strings.Repeat("-96 36, ", 200) + "-95.8 36))": "has 201 corners",
	} {
		report, printed, _ := bring(t, input(open(t), "zones.csv", at(given)))
		wantCounts(t, report, 0, 0, 0, 1)
		if !strings.Contains(printed, "row 2, column delivery zone: ") || !strings.Contains(printed, want) {
			t.Errorf("%q: %s\nwant %s", given, printed, want)
		}
	}
	// A value without a column in a later file stays; an empty cell clears it.
	store := open(t)
	bring(t, input(store, "zones.csv", at("5 km")))
	const without = "id,street,city,state,latitude,longitude,time zone\n1,1 Main St,Tulsa,OK,36.1,-95.9,America/Chicago\n"
	if report, _, listing := bring(t, input(store, "zones.csv", without)); report.Unchanged != 1 {
		l, _ := byID(listing, "1")
		t.Errorf("without the column it changed: %+v", l.DeliveryZone)
	}
	_, _, listing := bring(t, input(store, "zones.csv", at("")))
	if l, _ := byID(listing, "1"); l.DeliveryZone != nil {
		t.Errorf("an empty cell left %+v", l.DeliveryZone)
	}
}

func TestSubtitles(t *testing.T) {
	store := open(t)
	list := func(columns, values string) string {
		return fmt.Sprintf("id,street,city,state,latitude,longitude,time zone%s\n1,1 Main St,Tulsa,OK,36.1,-95.9,America/Chicago%s\n", columns, values)
	}
	for _, step := range []struct {
		columns, values string
		en, fr          string
	}{
		{"", "", "", ""},
		{",tagline,tagline (fr)", ",By the park.,Près du parc.", "By the park.", "Près du parc."},
		{",subtitle", ",In the park.", "In the park.", "Près du parc."},
		{"", "", "In the park.", "Près du parc."},
		{",subtitle fr", ",", "In the park.", "In the park."}, // French falls back to English
		{",subtitle", ",", "", ""},
	} {
		_, printed, listing := bring(t, input(store, "grills.csv", list(step.columns, step.values)))
		l, _ := byID(listing, "1")
		if got := [2]string{l.Subtitle.In(locale.En), l.Subtitle.In(locale.FrCA)}; got != [2]string{step.en, step.fr} {
			t.Errorf("%s: %q in %s", step.columns, got, printed)
		}
	}
	report, printed, _ := bring(t, input(store, "grills.csv", list(",subtitle", ","+strings.Repeat("x", 201))))
	if report.Rejected != 1 || !strings.Contains(printed, "it is longer than 200 bytes") {
		t.Errorf("%s", printed)
	}
}
