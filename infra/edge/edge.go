// Package edge holds what CloudFront does with requests and answers, as the files and values that both stacks use: the functions that
// run at its edge, and the headers that go with every answer.
package edge

import _ "embed"

// Pages and Image are functions of viewer requests, Status is one of viewer responses.
var (
	//go:embed pages.js
	Pages string
	//go:embed status.js
	Status string
	//go:embed image.js
	Image string
)

// Policy lets the site load what is its own and nothing else; style attributes are set by script, so no unsafe-inline is needed.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
