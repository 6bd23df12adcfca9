package upload

// HeldFiles is how many files a processor holds at once.
const HeldFiles = heldFiles

// Occupy holds the turn, like a picture that takes long.
func (p *Processor) Occupy() (leave func()) {
	p.turn <- struct{}{}
	return func() { <-p.turn }
}
