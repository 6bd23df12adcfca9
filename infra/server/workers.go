package server

import "context"

// workers is a pool for work that no guest waits for. If all workers are busy or stopped, do runs the work itself.
type workers chan func()

const workerCount = 16

func (w workers) do(work func()) {
	select {
	case w <- work:
	default:
		work()
	}
}

// loops returns the workers. A worker finishes the work that it has started.
func (w workers) loops() (all []func(context.Context)) {
	for range workerCount {
		all = append(all, func(ctx context.Context) {
			for {
				select {
				case work := <-w:
					work()
				case <-ctx.Done():
					return
				}
			}
		})
	}
	return all
}
