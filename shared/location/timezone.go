package location

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"
)

// zoneinfo are the zones of the United States and Canada from the IANA database (public domain), copied from Go's by
// infra/seed/zoneinfo. A function or a bare machine may have none, and all of time/tzdata would cost every function 450 KB.
//
//go:embed zoneinfo
var zoneinfo embed.FS

// zones caches parsed zones.
var zones sync.Map

// ParseTimezone returns the time zone of a current IANA name. It returns false if the name is not a zone of the two countries.
func ParseTimezone(name string) (*time.Location, bool) {
	if z, ok := zones.Load(name); ok {
		return z.(*time.Location), true
	}
	data, err := zoneinfo.ReadFile(path.Join("zoneinfo", name))
	if err != nil {
		return nil, false
	}
	z, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return nil, false
	}
	zones.Store(name, z)
	return z, true
}

// Zones returns the names of all zones, in order.
func Zones() []string {
	var names []string
	// The files are embedded: reading them cannot fail.
	_ = fs.WalkDir(zoneinfo, "zoneinfo", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, strings.TrimPrefix(file, "zoneinfo/"))
		}
		return err
	})
	return names
}

// Timezone returns the time zone of that name, or UTC for an unknown name, which the import rejects.
func Timezone(name string) *time.Location {
	if z, ok := ParseTimezone(name); ok {
		return z
	}
	return time.UTC
}

// Timezone returns the restaurant's time zone.
func (l Location) Timezone() *time.Location { return Timezone(l.TimeZone) }
