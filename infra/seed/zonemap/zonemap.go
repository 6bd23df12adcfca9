// Package zonemap finds the time zone of a place.
package zonemap

import (
	"sync"

	"github.com/ringsaturn/tzf"
)

// The map is opened for the first lookup: a file with zones needs none.
var finder = sync.OnceValue(func() tzf.F {
	f, err := tzf.NewDefaultFinder()
	if err != nil {
		return nil
	}
	return f
})

// Of returns the IANA zone of a point in WGS 84 degrees, "" if unknown.
func Of(latitude, longitude float64) string {
	f := finder()
	if f == nil {
		return ""
	}
	return f.GetTimezoneName(longitude, latitude)
}
