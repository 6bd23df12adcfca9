package upload

// HeldFiles is how many files a desk holds at once.
const HeldFiles = heldFiles

// Occupy takes the turn, as somebody whose picture takes long.
func (d *Desk) Occupy() (leave func()) {
	d.turn <- struct{}{}
	return func() { <-d.turn }
}
