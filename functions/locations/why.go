package locations

import (
	"context"
	"time"

	"ordering/functions/api"
	"ordering/shared/locale"
	"ordering/shared/location"
)

// Why is the reason why a search found nothing near, with remedies.
type Why struct {
	Reason   string   `json:"reason" enum:"far,closed,handoff,closed-handoff,filter" doc:"far: no restaurant is near. closed: the near ones are closed at that time. handoff: they do not offer the handoff. closed-handoff: they do not offer it at that time. filter: they do not match the filter"`
	Remedies []Remedy `json:"remedies" doc:"The cheapest first; each is sufficient alone"`
}

// Remedy is a change of the search that finds a restaurant.
type Remedy struct {
	Kind           string       `json:"kind" enum:"open,handoff,filter,all,far" doc:"open, handoff, filter: drop this condition. all: drop all conditions. far: go to store"`
	Count          int          `json:"count,omitempty" doc:"Number of near restaurants that it finds; 0 if all are far"`
	Location       *RemedyStore `json:"store,omitempty" doc:"open: the first to open, within a week. far, or if all are far: the nearest"`
	At             time.Time    `json:"at,omitzero" doc:"UTC; opening time, for open"`
	DistanceMeters *int         `json:"distanceMeters,omitempty" doc:"Distance of the nearest"`
}

// RemedyStore is the restaurant of a remedy.
type RemedyStore struct {
	Slug     string `json:"slug"`
	Label    string `json:"label"`
	City     string `json:"city"`
	TimeZone string `json:"timeZone" doc:"IANA"`
}

func why(w location.Why) *Why {
	shown := &Why{Reason: string(w.Reason), Remedies: []Remedy{}}
	for _, r := range w.Remedies {
		remedy := Remedy{Kind: string(r.Remedy), Count: r.Count, At: r.At}
		if r.First != nil {
			remedy.Location = &RemedyStore{Slug: r.First.Slug, Label: r.First.Label, City: r.First.Address.City, TimeZone: r.First.TimeZone}
		}
		if r.Remedy == location.RemedyFar || r.Meters > 0 {
			meters := int(r.Meters + 0.5)
			remedy.DistanceMeters = &meters
		}
		shown.Remedies = append(shown.Remedies, remedy)
	}
	return shown
}

// mostSuggestions limits the list.
const mostSuggestions = 3

// suggestions returns places that an unknown search text may mean.
func suggestions(listing *location.Listing, query, country string, words locale.Locale) []string {
	labels := []string{}
	for _, p := range listing.Suggest(query, country, mostSuggestions) {
		labels = append(labels, p.Label(words))
	}
	return labels
}

type suggestInput struct {
	api.CommonHeaders
	Query string `query:"q" required:"true" minLength:"1" maxLength:"120" doc:"Beginning of a city, a state or province, a ZIP or postal code, or a restaurant's address"`
}

type suggestOutput struct {
	Body struct {
		Places []string `json:"places" doc:"At most five completions, the likeliest first"`
	}
}

// suggest completes the text of a search.
func (l *Locations) suggest(ctx context.Context, in *suggestInput) (*suggestOutput, error) {
	listing, err := l.directory.Read(ctx)
	if err != nil {
		return nil, err
	}
	out := new(suggestOutput)
	out.Body.Places = []string{}
	for _, p := range listing.Complete(in.Query, api.Country(ctx), 5) {
		out.Body.Places = append(out.Body.Places, p.Label(locale.Parse(in.Language)))
	}
	return out, nil
}
