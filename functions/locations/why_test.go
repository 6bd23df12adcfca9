package locations

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestEmptyListExplainsWhy(t *testing.T) {
	get := serve(t, some...)
	for name, c := range map[string]struct{ query, want string }{
		"some are near":                       {"?q=Tulsa", ""},
		"a state with locations":              {"?state=OK", ""},
		"none is near":                        {"?q=Denver", "far: far Blue Dome 882 km"},
		"all near are closed":                 {"?q=Kansas+City,+MO&open=now", "closed: open 1 Crossroads 23:00, far Blue Dome 350 km"},
		"no curbside nearby":                  {"?q=Austin&handoff=4", "handoff: handoff 1"},
		"all locations of a state are closed": {"?state=MO&open=now", "closed: open 1 Crossroads 23:00, far Blue Dome 348 km"},
		"the same by the name of the state":   {"?q=Missouri&open=now", "closed: open 1 Crossroads 23:00, far Blue Dome 348 km"},
		"a city without locations":            {"?state=QC&city=laval", "far: far Plateau 0 km"},
		"a filter matches nothing":            {"?q=Tulsa&filter=label[eq]Nobody", "filter: filter 2"},
		"a state without locations":           {"?state=ME", "far: far Plateau 343 km"},
		"the next page has no reason":         {"?q=Denver&limit=1&cursor=1", ""},
	} {
		status, body := get(strings.ReplaceAll(strings.ReplaceAll(c.query, "[", "%5B"), "]", "%5D"))
		got := ""
		if why := read[struct{ Why *Why }](t, body).Why; why != nil {
			var said []string
			for _, r := range why.Remedies {
				line := r.Kind
				if r.Count > 0 {
					line += fmt.Sprintf(" %d", r.Count)
				}
				if r.Location != nil {
					line += " " + r.Location.Label
				}
				if !r.At.IsZero() {
					line += r.At.In(time.UTC).Format(" 15:04")
				}
				if r.DistanceMeters != nil {
					line += fmt.Sprintf(" %d km", *r.DistanceMeters/1000)
				}
				said = append(said, line)
			}
			got = why.Reason + ": " + strings.Join(said, ", ")
		}
		assert.Check(t, status == 200 && got == c.want, "%s: %d %q, want %q", name, status, got, c.want)
	}
}

func TestUnknownPlaceSuggestsSimilarNames(t *testing.T) {
	get := serve(t, some...)
	for query, want := range map[string]string{
		"Tulza": "[Tulsa (Oklahoma)", "Nouvelle-Ecose": "[Nouvelle-Écosse", "Xyzzyville": "[]",
	} {
		status, body := get("?q="+url.QueryEscape(query), "Accept-Language", "fr-CA")
		p := read[struct {
			Code   string
			Params struct{ Suggestions []string }
		}](t, body)
		if got := fmt.Sprint(p.Params.Suggestions); status != 404 || p.Code != "place-not-found" || !strings.HasPrefix(got, want) || p.Params.Suggestions == nil {
			t.Errorf("%s: %d %s, want %s", query, status, body, want)
		}
	}
}
