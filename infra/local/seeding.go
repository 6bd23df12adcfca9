package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/infra/seed"
	"ordering/infra/seed/importer"
	"ordering/shared/brand"
	"ordering/shared/content"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/table"
	"ordering/shared/table/versioned"
)

// seeding is the key of a marker that exists while seeding is unfinished. It lists the kinds of files to load. A killed process may have
// loaded only some of the locations.
var seeding = table.Key{PK: "seeding", SK: "seeding"}

// seedMissing loads the demo data that a store lacks, or resumes an interrupted seeding. Locations or a menu imported before the
// first start stay, and get the demo's menu or locations, because ordering needs both. Availability and promotions are then not
// loaded: they refer to the demo's locations and dishes.
func seedMissing(ctx context.Context, t table.Table, b brand.Brand, now func() time.Time) error {
	kinds, begun, err := interruptedSeeding(ctx, t)
	if err == nil && !begun {
		kinds, err = missing(ctx, t, now)
	}
	if err != nil {
		return fmt.Errorf("the store cannot be read: %w", err)
	}
	if len(kinds) == 0 {
		return nil
	}
	mark, err := json.Marshal(kinds)
	if err == nil {
		err = t.Write(ctx, table.Put(table.Item{Key: seeding, Data: mark}))
	}
	if err == nil {
		err = importer.Seed(ctx, t, b.ID, seed.Of(b.FolderPath), now, kinds)
	}
	if err == nil {
		err = t.Write(ctx, table.Delete(seeding, 0))
	}
	if err != nil {
		return fmt.Errorf("the demo brand cannot be loaded: %w", err)
	}
	return nil
}

// interruptedSeeding returns the kinds that an interrupted seeding was to load.
func interruptedSeeding(ctx context.Context, t table.Table) (kinds []string, begun bool, err error) {
	mark, err := t.Get(ctx, seeding)
	if errors.Is(err, table.ErrNotFound) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	fmt.Println("• Continuing an interrupted seeding")
	if len(mark.Data) == 0 { // written by an older version, which loaded all or nothing
		return importer.Seeded, true, nil
	}
	err = json.Unmarshal(mark.Data, &kinds)
	return kinds, true, err
}

// missing returns the kinds to load before guests can order, and prints the reason.
func missing(ctx context.Context, t table.Table, now func() time.Time) ([]string, error) {
	listing, err := location.NewDirectory(t, now).Read(ctx)
	if err != nil {
		return nil, err
	}
	current, err := menu.Current(ctx, t)
	if err != nil {
		return nil, err
	}
	said, err := someContent(ctx, t)
	if err != nil {
		return nil, err
	}
	locations, dishes := len(listing.All()), len(current.File().Items)
	if locations == 0 && dishes == 0 && !said {
		fmt.Println("• Seeding an empty store with the demo brand")
		return importer.Seeded, nil
	}
	var kinds []string
	switch {
	case locations == 0 && dishes == 0:
		fmt.Println("• The store has content but nothing to order: adding the demo brand's restaurants and menu")
		kinds = []string{"locations", "menu", "availability", "promotions"}
	case dishes == 0:
		fmt.Printf("• The store has restaurants (%d) but no menu: adding the demo brand's until you import one (npm run import -- menu FILE)\n", locations)
		kinds = []string{"menu"}
	case locations == 0:
		fmt.Printf("• The store has a menu (items: %d) but no restaurant: adding the demo brand's\n", dishes)
		kinds = []string{"locations"}
	}
	if !said {
		fmt.Println("• The store has no content: the pages are the demo brand's until you import yours (npm run import -- content FOLDER)")
		kinds = append(kinds, "content")
	}
	return kinds, nil
}

// someContent reports whether any brand has content in any language.
func someContent(ctx context.Context, t table.Table) (bool, error) {
	for _, b := range brand.All() {
		for _, l := range content.Locales {
			if _, version, err := content.Current(ctx, t, b.ID, l); err != nil || version != versioned.None {
				return err == nil, err
			}
		}
	}
	return false, nil
}
