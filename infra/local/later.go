package main

import "context"

// later passes work that no guest waits for to a pool of workers. If all workers are busy or stopped, do runs the work itself.
type later chan func()

// hands is the number of workers.
const hands = 16

func (l later) do(work func()) {
	select {
	case l <- work:
	default:
		work()
	}
}

// loops returns the workers. A worker finishes the work that it has started.
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
