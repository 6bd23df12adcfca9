package content

// Kind is the type of a block. It decides which of its fields are set.
type Kind string

const (
	Heading   Kind = "HEADING"   // Level, ID, Text
	Paragraph Kind = "PARAGRAPH" // Text
	List      Kind = "LIST"      // Ordered, Items
	Quote     Kind = "QUOTE"     // Items: the paragraphs of the quote
	Table     Kind = "TABLE"     // Head, Rows
	Figure    Kind = "PICTURE"   // Picture
	People    Kind = "PEOPLE"    // People
	Facts     Kind = "FACTS"     // Facts
	Questions Kind = "FAQ"       // FAQ
	Steps     Kind = "STEPS"     // Steps
	Action    Kind = "CTA"       // Cta
	Openings  Kind = "JOBS"      // Jobs
	Form      Kind = "FORM"      // Form
)

// Text is a run of spans.
type Text []Span

// Span is a piece of text. A line break inside of a paragraph is a newline.
type Span struct {
	Text     string `json:"text"`
	Strong   bool   `json:"strong,omitempty"`
	Emphasis bool   `json:"emphasis,omitempty"`
	Href     string `json:"href,omitempty"` // path on the site from /, without a market's prefix, or https:, mailto: or tel:
}

// Block is one part of the body of a page.
type Block struct {
	Kind    Kind       `json:"kind"`
	Level   int32      `json:"level,omitempty"` // 2 to 4: the title is the page's only h1
	ID      string     `json:"id,omitempty"`    // of the heading, for links; unique on its page
	Ordered bool       `json:"ordered,omitempty"`
	Text    Text       `json:"text,omitempty"`
	Items   []Text     `json:"items,omitempty"`
	Head    []Text     `json:"head,omitempty"` // of the columns
	Rows    [][]Text   `json:"rows,omitempty"` // each with as many cells as the head
	People  []Person   `json:"people,omitempty"`
	Facts   []Fact     `json:"facts,omitempty"`
	FAQ     []Question `json:"faq,omitempty"`
	Steps   []Step     `json:"steps,omitempty"`
	Jobs    []Job      `json:"jobs,omitempty"`
	Picture *Picture   `json:"picture,omitempty"`
	Cta     *Cta       `json:"cta,omitempty"`
	Form    string     `json:"form,omitempty"` // kind of the form
}

// Person is a team member.
type Person struct {
	Name    string   `json:"name"`
	Role    string   `json:"role"`
	Bio     string   `json:"bio,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
}

// Fact is a number as displayed, with its label.
type Fact struct {
	Number string `json:"number"`
	Label  string `json:"label"`
}

// Question is a question with its answer.
type Question struct {
	Q string `json:"q"`
	A Text   `json:"a"`
}

// Step is one of several consecutive steps.
type Step struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Job is a job offer.
type Job struct {
	Title string   `json:"title"`
	Place string   `json:"place"`
	Kind  string   `json:"kind"` // full-time, part-time, in the language of the page
	Text  string   `json:"text"`
	Needs []string `json:"needs,omitempty"`
}

// Cta is a link button.
type Cta struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}
