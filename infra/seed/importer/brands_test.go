package importer_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/table/versioned"
)

// Each brand has its own demo, which imports without a fault and shares no restaurant and no dish with another's.
func TestEachBrandHasADemo(t *testing.T) {
	whose := map[string]string{}
	for _, b := range brand.All() {
		store := open(t)
		assert.NilError(t, importer.Seed(t.Context(), store, b.ID, seed.Of(b.FolderPath), noon, importer.Seeded))
		listing, err := location.NewDirectory(store, noon).Read(t.Context())
		assert.NilError(t, err)
		current, err := menu.Current(t.Context(), store)
		assert.NilError(t, err)
		dishes, locations := current.File().Items, listing.All()
		assert.Check(t, len(dishes) >= 12 && len(locations) >= 3, "%s: got %d dishes at %d locations", b.FolderPath, len(dishes), len(locations))
		var own []string
		for _, d := range dishes {
			own = append(own, "dish "+d.Slug, "dish "+d.Label[locale.En])
		}
		for _, l := range locations {
			own = append(own, "restaurant "+l.ID, "restaurant "+l.Slug, "phone "+l.Phone)
		}
		for _, name := range own {
			other := whose[name]
			assert.Check(t, other == "" || other == b.FolderPath, "%s is used by the brands %s and %s", name, other, b.FolderPath)
			whose[name] = b.FolderPath
		}
		said, version, err := content.Current(t.Context(), store, b.ID, locale.En)
		if err != nil || version == versioned.None || len(said.Pages) < 4 || len(said.Navigation) == 0 {
			t.Errorf("%s: %d pages, %v", b.FolderPath, len(said.Pages), err)
		}
	}
}
