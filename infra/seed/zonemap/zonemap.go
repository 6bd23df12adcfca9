// Package zonemap finds the time zone of a place.
package zonemap

import (
	"sync"

	"github.com/ringsaturn/tzf"
)

// New gives the finder of the IANA zone of a point in WGS 84 degrees, "" where it knows none. The map is opened when the first is
// asked for: a file that names its zones needs none.
func New() func(latitude, longitude float64) string {
	finder := sync.OnceValue(func() tzf.F {
		f, err := tzf.NewDefaultFinder()
		if err != nil {
			return nil
		}
		return f
	})
	return func(latitude, longitude float64) string {
		f := finder()
		if f == nil {
			return ""
		}
		return f.GetTimezoneName(longitude, latitude)
	}
}
