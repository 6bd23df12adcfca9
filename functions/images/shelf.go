package images

import (
	"container/list"
	"sync"
)

// shelfSize is how much of what was made is kept, in bytes: the largest answer too (see put). In the cloud CloudFront keeps what it was
// given; on one machine the second guest would have it made again.
const shelfSize = 2 * MaxAnswer

// shelf keeps what was made, and forgets what nobody has asked for the longest. It belongs to one process: in the cloud each process of the
// function finds out once that a picture is too large, for at most 13 seconds of CPU (npm run bench), and CloudFront keeps what is sent instead.
type shelf struct {
	size   int // bytes
	mu     sync.Mutex
	room   int
	order  *list.List // of *kept, the latest first
	byName map[string]*list.Element
}

type kept struct {
	name string
	*answer
}

func newShelf(size int) *shelf {
	return &shelf{size: size, room: size, order: list.New(), byName: map[string]*list.Element{}}
}

// get gives what is kept under the name, or nil.
func (s *shelf) get(name string) *answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byName[name]
	if e == nil {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*kept).answer
}

// put keeps an answer that is not among those kept. One that would push out half of the others is not worth it.
func (s *shelf) put(name string, a *answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byName[name] != nil || len(a.data) > s.size/2 {
		return
	}
	s.room -= len(a.data)
	s.byName[name] = s.order.PushFront(&kept{name, a})
	for s.room < 0 {
		last := s.order.Remove(s.order.Back()).(*kept)
		delete(s.byName, last.name)
		s.room += len(last.data)
	}
}
