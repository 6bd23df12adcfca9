package upload

// HeldFiles is how many files a processor holds at once.
const HeldFiles = heldFiles

// Occupy takes the turn, as somebody whose picture takes long.
func (p *Processor) Occupy() (leave func()) {
	p.turn <- struct{}{}
	return func() { <-p.turn }
}
