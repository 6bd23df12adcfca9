package notify

import (
	"slices"
	"strings"

	"ordering/shared/order"
)

// Readers of mail draw no pictures of ours: what was ordered is built of blocks, as a burger is of its layers.

// layer is a part of what a mail draws. A missing one is a shadow.
type layer struct {
	block
	Missing bool
}

// block is flat and square but for its corners. Its width is percent of the drawing, its height pixels.
type block struct {
	Width, Height int
	Corners       trusted // border-radius
	Colour        trusted
	Sticks        []int // instead: what stands side by side, each that tall
}

// drawn is what was ordered, top first, with that many parts from below: the first burger or sandwich, as it was chosen, else the first dish.
func drawn(o order.Order, done int) []layer {
	var blocks []block
	if at := slices.IndexFunc(o.Lines, func(l order.Line) bool { return len(l.Stack) > 2 }); at >= 0 {
		for _, name := range o.Lines[at].Stack {
			blocks = append(blocks, ingredient(name))
		}
	} else if len(o.Lines) > 0 {
		blocks = dish(strings.TrimPrefix(o.Lines[0].Picture, "dishes/"))
	}
	layers := make([]layer, len(blocks))
	for i, b := range blocks {
		layers[len(blocks)-1-i] = layer{b, i >= done}
	}
	return layers
}

// ingredient is a layer of a burger or a sandwich, by the name of its drawing on the site.
func ingredient(name string) block {
	is := func(kinds ...string) bool {
		return slices.ContainsFunc(kinds, func(k string) bool { return name == k || strings.HasPrefix(name, k+"-") })
	}
	switch {
	case name == "wrap-top":
		return block{92, 40, "90px 90px 20px 20px", "#6ba531", nil}
	case name == "wrap-bottom":
		return block{92, 26, "14px 14px 40px 40px", "#4f9a3a", nil}
	case is("crown"), strings.HasSuffix(name, "-top"):
		return block{94, 64, "100px 100px 14px 14px", "#d9862f", nil}
	case is("heel"), strings.HasSuffix(name, "-bottom"):
		return block{92, 34, "8px 8px 22px 22px", "#c5701f", nil}
	case is("patty", "brisket", "sausage", "hot-links"):
		return block{96, 28, "14px", "#43190d", nil}
	case is("veggie-patty"):
		return block{96, 28, "14px", "#6e3030", nil}
	case is("chicken", "fish", "hot-chicken"):
		return block{98, 28, "16px", "#c06a18", nil}
	case is("pork", "hash-brown", "mushrooms"):
		return block{96, 20, "10px", "#8e4a1c", nil}
	case is("cheese", "cheddar"):
		return block{98, 10, "2px 2px 8px 8px", "#ffab1f", nil}
	case is("swiss", "pepper-jack"):
		return block{98, 10, "2px 2px 8px 8px", "#f6d768", nil}
	case is("lettuce", "slaw", "avocado"):
		return block{100, 12, "6px", "#4f9a3a", nil}
	case is("tomato", "hot-sauce"):
		return block{92, 11, "6px", "#d2382a", nil}
	case is("pickles", "jalapenos"):
		return block{88, 8, "4px", "#6d8f24", nil}
	case is("egg", "mayo", "tartar"):
		return block{96, 9, "8px", "#fff8e8", nil}
	case is("folded-egg"):
		return block{94, 16, "8px", "#f6c93a", nil}
	case is("onions"):
		return block{88, 8, "4px", "#8e4f86", nil}
	case is("bacon"):
		return block{100, 9, "5px", "#b3392a", nil}
	case is("bbq"):
		return block{94, 8, "6px", "#5c130d", nil}
	}
	return block{94, 12, "8px", "#a8651b", nil} // something fried or brown
}

// dish is what is no stack, by the name of its drawing: a cup, fries, a bowl, a plate, something sweet, or else the bag it comes in.
func dish(name string) []block {
	const red, deep, cream, char trusted = "{primary}", "{edge}", "#fff4da", "#1c120e"
	bowlOf := func(food trusted) []block {
		return []block{{78, 44, "0 0 60px 60px", cream, nil}, {94, 12, "6px", red, nil}, {76, 40, "80px 80px 0 0", food, nil}}
	}
	plateOf := func(food trusted) []block {
		return []block{{100, 12, "6px", char, nil}, {88, 30, "14px", food, nil}, {70, 26, "20px 20px 6px 6px", "#8e3d1c", nil}}
	}
	cupOf := func(drink, top trusted) []block {
		return []block{{42, 34, "0 0 14px 14px", drink, nil}, {46, 22, "0", cream, nil}, {50, 44, "0", drink, nil}, {56, 12, "8px 8px 3px 3px", top, nil}, {6, 34, "3px", red, nil}}
	}
	switch name {
	case "coffee", "fountain-drink", "bottled-water", "iced-tea", "orange-juice", "cold-brew", "milk", "lemonade", "root-beer":
		return cupOf(red, char)
	case "malted-shake", "chocolate-shake", "strawberry-shake", "maple-pecan-shake", "root-beer-float", "soft-serve", "banana-pudding":
		return cupOf("#8e4a1c", "#fff8e8")
	case "pit-fries", "hash-browns", "fried-pickles", "onion-rings":
		return []block{{54, 44, "0 0 16px 16px", red, nil}, {58, 18, "0", cream, nil}, {60, 22, "0", red, nil}, {Sticks: []int{40, 58, 46, 62, 50, 56, 42}}}
	case "house-slaw", "house-salad":
		return bowlOf("#7fb536")
	case "pit-beans", "loaded-potato", "brisket-hash":
		return bowlOf("#8e4a1c")
	case "skillet-mac", "pit-corn", "kids-mac-cup":
		return bowlOf("#f6c93a")
	case "half-rack", "full-rack", "burnt-ends", "brisket-plate", "pitmaster-platter", "hot-link-plate", "pulled-pork-plate", "brisket-board":
		return plateOf("#43190d")
	case "smoked-wings", "pit-chicken", "tenders", "kids-tenders-box", "corn-dog", "pancakes":
		return plateOf("#c06a18")
	case "cherry-pie", "peach-cobbler", "brownie", "pan-cookie", "skillet-cornbread", "cookie-tray", "cornbread-tray":
		return []block{{100, 12, "6px", char, nil}, {80, 14, "0 0 8px 8px", "#c5701f", nil}, {80, 26, "0", red, nil}, {86, 16, "6px", "#e8a04c", nil}, {34, 20, "40px 40px 4px 4px", "#fff8e8", nil}}
	}
	return []block{{78, 64, "0 0 8px 8px", red, nil}, {78, 24, "0", cream, nil}, {78, 30, "0", red, nil}, {80, 12, "3px", deep, nil}, {30, 16, "18px 18px 0 0", char, nil}}
}
