package notify

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"ordering/shared/brand"
	"ordering/shared/order"
)

// block is one part of a mail's drawing: a box with rounded corners, or a row of sticks. The mails contain no pictures, because mail
// clients block them.
type block struct {
	Width   int    `json:"width"`   // percent of the drawing
	Height  int    `json:"height"`  // pixels
	Corners string `json:"corners"` // CSS border-radius
	Colour  string `json:"colour"`
	Sticks  []int  `json:"sticks"` // heights, instead of a box
}

// drawings reads templates/drawing.json. A key holds the names of all ingredients or dishes that look the same.
var drawings = sync.OnceValue(func() (d struct {
	Layers map[string]block   `json:"layers"`
	Dishes map[string][]block `json:"dishes"`
}) {
	raw, err := files.ReadFile("templates/drawing.json")
	if err == nil {
		err = json.Unmarshal(raw, &d)
	}
	if err != nil {
		panic(err) // embedded
	}
	return d
})

// draw returns the first burger or sandwich of an order as it was chosen, else the first dish, top first. Only the lowest done
// blocks have their own colours; the others are shadows.
func draw(o order.Order, done int, c brand.Colours) []block {
	var blocks []block
	if i := slices.IndexFunc(o.Lines, func(l order.Line) bool { return len(l.Stack) > 2 }); i >= 0 {
		for _, name := range slices.Backward(o.Lines[i].Stack) {
			blocks = append(blocks, layer(name))
		}
	} else if len(o.Lines) > 0 {
		name := strings.TrimPrefix(o.Lines[0].Picture, "dishes/")
		blocks = slices.Clone(named(drawings().Dishes, name))
	}
	ofBrand := map[string]string{"primary": c.Primary, "edge": c.Edge}
	for i := range blocks {
		b := &blocks[i]
		if i < len(blocks)-done {
			b.Colour = []string{c.Shadow, c.OtherShadow}[i%2]
		} else if colour, ok := ofBrand[b.Colour]; ok {
			b.Colour = colour
		}
	}
	return blocks
}

// layer returns the block of an ingredient by the name of its drawing on the site. A variant looks like its ingredient
// ("patty-2") or like any bun ("toast-top").
func layer(name string) block {
	i := max(strings.LastIndexByte(name, '-'), 0)
	return named(drawings().Layers, name, name[:i], name[i:])
}

// named returns the entry of the first name that the table has, else its entry "other".
func named[T any](table map[string]T, names ...string) T {
	for _, name := range append(names, "other") {
		for key, entry := range table {
			if slices.Contains(strings.Fields(key), name) {
				return entry
			}
		}
	}
	panic(`notify: templates/drawing.json has no entry "other"`)
}
