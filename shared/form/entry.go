package form

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Entry is what a guest sends. Each kind takes some of the fields (Kinds).
type Entry struct {
	FirstName    string          `json:"firstName,omitempty" maxLength:"100"`
	LastName     string          `json:"lastName,omitempty" maxLength:"100"`
	Email        string          `json:"email,omitempty" maxLength:"254"`
	Phone        string          `json:"phone,omitempty" maxLength:"40"`
	LocationID   string          `json:"locationId,omitempty" maxLength:"64"`
	Visited      string          `json:"visited,omitempty" maxLength:"10" doc:"Date of the visit or event: yyyy-MM-dd, not in the future"`
	Subject      string          `json:"subject,omitempty" maxLength:"80" doc:"One that the page lists; of a job application: the role"`
	OrderNumber  string          `json:"orderNumber,omitempty" maxLength:"40" doc:"As the guest types it"`
	OrderToken   string          `json:"orderToken,omitempty" maxLength:"64" doc:"Of the reviewed order; stored as its number"`
	Message      string          `json:"message,omitempty" maxLength:"4000" doc:"2,000 characters without control characters"`
	Rating       int             `json:"rating,omitempty" minimum:"0" maximum:"5" doc:"1 to 5"`
	Layers       []ReviewedLayer `json:"layers,omitempty" maxItems:"60" doc:"Parts of dishes that were good or wrong"`
	Photos       []string        `json:"photos,omitempty" maxItems:"3" doc:"Names that upload-file issued"`
	Resume       string          `json:"resume,omitempty" maxLength:"64" doc:"Name that upload-file issued"`
	Guests       int             `json:"guests,omitempty" minimum:"0" maximum:"100000" doc:"Of the event"`
	BirthDate    string          `json:"birthDate,omitempty" maxLength:"10" doc:"As yyyy-MM-dd. It is not stored"`
	Region       string          `json:"region,omitempty" maxLength:"3" doc:"State or province of residence; required for US and CA"`
	Country      string          `json:"country,omitempty" maxLength:"2" doc:"Of residence, as ISO 3166-1 alpha-2"`
	Request      string          `json:"request,omitempty" maxLength:"10" doc:"know, delete, correct or limit"`
	Agent        string          `json:"agent,omitempty" maxLength:"100" doc:"Authorised agent who sends the request"`
	Starts       string          `json:"starts,omitempty" maxLength:"10" doc:"First possible working day: yyyy-MM-dd"`
	Availability []string        `json:"availability,omitempty" maxItems:"28" doc:"mon-morning to sun-night: also afternoon, evening"`
	Agreed       bool            `json:"agreed,omitempty" doc:"The box is ticked; of a review: it may be published"`
}

// ReviewedLayer is a part of a dish in a review.
type ReviewedLayer struct {
	ItemID  string `json:"itemId" maxLength:"64"`
	Part    string `json:"part" maxLength:"64" doc:"Name of a layer of the drawing, or item for the dish"`
	Verdict string `json:"verdict" enum:"good,wrong"`
}

// The limits of a message, in characters and lines.
const (
	MaxMessage = 2000
	maxLines   = 40
)

// Requests are the values of Entry.Request.
var Requests = []string{"know", "delete", "correct", "limit"}

// Slots returns the values of Entry.Availability, in the order of a week.
func Slots() (all []string) {
	for _, day := range []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"} {
		for _, part := range []string{"morning", "afternoon", "evening", "night"} {
			all = append(all, day+"-"+part)
		}
	}
	return all
}

// Tidy removes control and format characters. It keeps the line breaks of a message, at most maxLines of them; the rest follows on the last
// line. Without lines the text becomes one line, so that it cannot add a header to a mail.
func Tidy(s string, lines bool) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\t", " ").Replace(s)
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' && lines:
			return r
		case r == '\n':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
	all := strings.SplitN(strings.TrimSpace(s), "\n", maxLines)
	last := len(all) - 1
	all[last] = strings.ReplaceAll(all[last], "\n", " ")
	return strings.Join(all, "\n")
}

// Check returns the entry in its stored form, and all problems in the order of the fields. It does not read the table: see Service.Send.
func (e Entry) Check(k Kind, now time.Time) (Entry, []problem.Detail) {
	c := checker{rules: Kinds[k], given: e.given()}
	contact, found := guest.Contact{FirstName: e.FirstName, LastName: e.LastName, Email: e.Email, Phone: e.Phone}.Check("")
	for _, d := range found {
		if d.Code != problem.PhoneRequired || slices.Contains(c.rules.Required, "phone") {
			c.found = append(c.found, d)
		}
	}
	e.FirstName, e.LastName, e.Email, e.Phone = contact.FirstName, contact.LastName, contact.Email, contact.Phone
	for _, field := range slices.Sorted(maps.Keys(c.given)) {
		known := slices.Contains([]string{"firstName", "lastName", "email"}, field)
		if !known && !slices.Contains(c.rules.Required, field) && !slices.Contains(c.rules.Optional, field) {
			c.add(problem.Invalid, field)
		}
	}
	for _, field := range c.rules.Required {
		switch {
		case c.given[field] != nil || field == "phone": // of the contact
		case field == "locationId":
			c.add(problem.LocationRequired, field)
		case field == "rating":
			c.add(problem.RatingRequired, field)
		default:
			c.add(problem.FieldRequired, field)
		}
	}
	c.check(digitsOf(e.FirstName) < fewestOfPhone, "firstName")
	today := location.DateOf(now.UTC().Add(14 * time.Hour)) // where the day begins first
	visited, _ := c.date("visited", e.Visited)
	c.check(!today.Before(visited) && visited.Year >= today.Year-10, "visited")
	starts, _ := c.date("starts", e.Starts)
	c.check(!starts.Before(today.Plus(-2)) && starts.Year <= today.Year+2, "starts")
	born, _ := c.date("birthDate", e.BirthDate)
	c.check(born.Before(today) && born.Year >= today.Year-130, "birthDate")

	e.Subject, e.OrderNumber, e.Agent = Tidy(e.Subject, false), Tidy(e.OrderNumber, false), Tidy(e.Agent, false)
	c.check(len(c.rules.Subjects) == 0 || slices.Contains(c.rules.Subjects, e.Subject), "subject")
	if guest.HasWebAddress(e.Agent) && slices.Contains(c.rules.Optional, "agent") {
		c.add(problem.WebAddress, "agent")
	}
	if e.Message = Tidy(e.Message, true); len([]rune(e.Message)) > MaxMessage {
		c.found = append(c.found, problem.Finding(problem.FieldTooLong, "/message", "max", MaxMessage))
	}
	c.check(e.Rating >= 1 && e.Rating <= 5, "rating")
	c.check(e.Guests >= 1, "guests")
	c.check(plain(e.OrderToken), "orderToken")
	c.check(len(e.Photos) <= c.rules.Photos && distinct(e.Photos) && !slices.ContainsFunc(e.Photos, odd), "photos")
	c.check(plain(e.Resume), "resume")
	c.check(!slices.ContainsFunc(e.Layers, func(l ReviewedLayer) bool { return odd(l.ItemID) || odd(l.Part) }), "layers")
	c.check(slices.Contains(Requests, e.Request), "request")
	c.residence(&e)
	week := slices.DeleteFunc(Slots(), func(slot string) bool { return !slices.Contains(e.Availability, slot) })
	c.check(len(week) == len(e.Availability), "availability") // each is known, and none is repeated
	e.Availability = week
	return e, c.found
}

// fewestOfPhone is less than any phone number has. The first name is in mails to an unproved address, so it must be neither a link nor a
// number to call.
const fewestOfPhone = 5

func digitsOf(s string) (n int) {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// given returns the fields that have a value, by their names in JSON.
func (e Entry) given() (all map[string]any) {
	e.Subject, e.Message = Tidy(e.Subject, false), Tidy(e.Message, true)
	if err := json.Unmarshal(table.Encode(e), &all); err != nil {
		panic(err) // it was encoded just now
	}
	return all
}

// checker collects the problems of an entry.
type checker struct {
	rules Rules
	given map[string]any
	found []problem.Detail
}

func (c *checker) add(code problem.Code, field string) {
	c.found = append(c.found, problem.Finding(code, "/"+field))
}

// check refuses the value of a field that is given, unless it has a problem already.
func (c *checker) check(ok bool, field string) {
	has := func(d problem.Detail) bool { return d.Pointer == "/"+field }
	if !ok && c.given[field] != nil && !slices.ContainsFunc(c.found, has) {
		c.add(problem.Invalid, field)
	}
}

func (c *checker) date(field, value string) (location.Date, error) {
	d, err := location.ParseDate(value)
	c.check(err == nil, field)
	return d, err
}

// residence checks country and region. The United States and Canada need a region.
func (c *checker) residence(e *Entry) {
	letters := strings.Trim(e.Country, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && len(e.Country) == 2
	c.check(letters, "country")
	r, known := location.RegionByCode(e.Region)
	switch {
	case e.Country != "US" && e.Country != "CA":
		c.check(e.Region == "", "region")
	case e.Region == "":
		c.add(problem.FieldRequired, "region")
	case !known || r.Country != e.Country:
		c.check(false, "region")
	}
}

func distinct(all []string) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(all)))) == len(all)
}

// plain reports whether the text is an id or the name of a file.
func plain(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}

func odd(s string) bool { return !plain(s) }
