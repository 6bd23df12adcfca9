package api

import (
	"strconv"
	"strings"
	"time"

	"ordering/shared/problem"
)

// Version parses If-Match: a version number, quoted like an ETag or not.
func Version(ifMatch string) (int64, error) {
	version, err := strconv.ParseInt(strings.Trim(ifMatch, `"`), 10, 64)
	if err != nil {
		return 0, problem.New(problem.VersionMissing)
	}
	return version, nil
}

// Matches reports whether If-None-Match contains the tag. It compares weakly, because a cache may have marked the tag as weak.
func Matches(header, tag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		if candidate == tag || candidate == "*" {
			return true
		}
	}
	return false
}

// CheckTime returns problem.Invalid for a time more than 366 days before or after now: an answer cannot represent times computed
// from years 0 or 9999. Pointer is the JSON pointer of the time in the request.
func CheckTime(at, now time.Time, pointer string) error {
	if at.Sub(now).Abs() > 366*24*time.Hour {
		return problem.New(problem.Invalid).With(problem.Finding(problem.Invalid, pointer))
	}
	return nil
}
