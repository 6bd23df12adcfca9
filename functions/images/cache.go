package images

import (
	"maps"
	"sync"
)

// cacheSize is the capacity in bytes; the largest answer fits (see put). The cache helps on one machine: in the cloud CloudFront caches the
// answers.
const cacheSize = 2 * MaxAnswer

// cache keeps encoded pictures until it is full, and then begins again with those that are too large, which have no data. Each process has
// its own, so in the cloud each process learns separately that a picture is too large, for at most 13 seconds of CPU (npm run bench).
type cache struct {
	size   int // bytes
	mu     sync.Mutex
	used   int
	byName map[string]*answer
}

func newCache(size int) *cache { return &cache{size: size, byName: map[string]*answer{}} }

// get returns nil for a name that is not cached.
func (c *cache) get(name string) *answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.byName[name]
}

// put caches an answer, unless its name is cached or it has more than half of the size.
func (c *cache) put(name string, a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byName[name] != nil || len(a.data) > c.size/2 {
		return
	}
	if c.used += len(a.data); c.used > c.size {
		maps.DeleteFunc(c.byName, func(_ string, a *answer) bool { return a.data != nil })
		c.used = len(a.data)
	}
	c.byName[name] = a
}
