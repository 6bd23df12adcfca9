// Package form takes what guests send with the forms of the site: reviews, feedback, privacy requests, job applications. What is sent
// becomes a Case, which the brand's desks read.
package form

import "time"

// Kind is a kind of form.
type Kind string

// The kinds.
const (
	Review           Kind = "review"
	Feedback         Kind = "feedback"
	Talk             Kind = "talk"
	CateringFeedback Kind = "catering-feedback"
	Contest          Kind = "contest"
	JobApplication   Kind = "job-application"
	Privacy          Kind = "ccpa"
	DoNotSell        Kind = "do-not-sell"
)

// Rules are the differences between kinds.
type Rules struct {
	// Required and Optional are the fields besides firstName, lastName and email, which every kind requires. The other fields are refused.
	Required, Optional []string
	Subjects           []string // the values of subject; any short text without them
	Desk               string   // the topic of the desk that reads the cases; see brand.Brand.Desks
	Days               int      // how long a case and its files are kept, see Case.Expires
	Photos             int      // at most
	Copy               bool     // the guest gets a confirmation by mail
}

// Retention is how long a case is kept.
func (r Rules) Retention() time.Duration { return time.Duration(r.Days) * 24 * time.Hour }

// Kinds are the rules of every kind. Data protection law asks to keep personal data no longer than needed; a record of a privacy request
// must be kept for 24 months, 731 days with a leap year (California Code of Regulations, title 11, § 7101).
var Kinds = map[Kind]Rules{
	Review: {
		Required: []string{"locationId", "rating"},
		Optional: []string{"phone", "visited", "orderNumber", "orderToken", "message", "layers", "photos", "agreed"},
		Desk:     "guests", Days: 365, Photos: 3, Copy: true,
	},
	Feedback: {
		Required: []string{"subject", "message"},
		Optional: []string{"phone", "locationId", "visited"},
		Subjects: []string{"praise", "complaint", "idea", "other"},
		Desk:     "guests", Days: 365, Copy: true,
	},
	Talk: {
		Required: []string{"subject", "message"},
		Optional: []string{"phone", "locationId", "visited", "orderNumber"},
		Subjects: []string{"order", "lost-receipt", "charge", "compliment", "allergens", "other"},
		Desk:     "guests", Days: 365, Copy: true,
	},
	CateringFeedback: {
		Required: []string{"locationId", "visited", "rating", "message"},
		Optional: []string{"phone", "orderNumber", "guests"},
		Desk:     "catering", Days: 365, Copy: true,
	},
	Contest: {
		Required: []string{"birthDate", "country", "agreed"},
		Optional: []string{"phone", "region"},
		Desk:     "guests", Days: 180, Copy: true,
	},
	JobApplication: {
		Required: []string{"phone", "locationId", "subject", "availability", "agreed"},
		Optional: []string{"starts", "message", "resume"},
		Desk:     "jobs", Days: 180, Copy: true,
	},
	Privacy: {
		Required: []string{"request", "country"},
		Optional: []string{"phone", "region", "agent", "message"},
		Desk:     "privacy", Days: 731, // the guest gets a code, then the deadlines
	},
	DoNotSell: {
		Optional: []string{"phone"},
		Desk:     "privacy", Days: 731, Copy: true,
	},
}
