package main

import "context"

// later is work that no guest needs to wait for, handed to whoever is free to do it. When nobody is, as in a crowd or once the stack is
// ending, whoever brings it does it first.
type later chan func()

// hands is how many do it at a time.
const hands = 16

func (l later) do(work func()) {
	select {
	case l <- work:
	default:
		work()
	}
}

// loops are the hands. What one has begun it finishes.
func (l later) loops() (all []func(context.Context)) {
	for range hands {
		all = append(all, func(ctx context.Context) {
			for {
				select {
				case work := <-l:
					work()
				case <-ctx.Done():
					return
				}
			}
		})
	}
	return all
}
