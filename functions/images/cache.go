package images

import (
	"container/list"
	"sync"
)

// cacheSize is the capacity in bytes; the largest answer fits (see put). The cache helps on one machine: in the cloud CloudFront caches the
// answers.
const cacheSize = 2 * MaxAnswer

// cache keeps encoded pictures and evicts the least recently used. Each process has its own, so in the cloud each process learns separately
// that a picture is too large, for at most 13 seconds of CPU (npm run bench).
type cache struct {
	size   int // bytes
	mu     sync.Mutex
	room   int
	order  *list.List // of *cached, the most recently used first
	byName map[string]*list.Element
}

type cached struct {
	name string
	*answer
}

func newCache(size int) *cache {
	return &cache{size: size, room: size, order: list.New(), byName: map[string]*list.Element{}}
}

// get returns nil for a name that is not cached.
func (c *cache) get(name string) *answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byName[name]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).answer
}

// put caches an answer, unless its name is cached or it has more than half of the size.
func (c *cache) put(name string, a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byName[name] != nil || len(a.data) > c.size/2 {
		return
	}
	c.room -= len(a.data)
	c.byName[name] = c.order.PushFront(&cached{name, a})
	for c.room < 0 {
		last := c.order.Remove(c.order.Back()).(*cached)
		delete(c.byName, last.name)
		c.room += len(last.data)
	}
}
