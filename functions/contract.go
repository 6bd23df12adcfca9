package functions

import _ "embed"

// OpenAPI is the OpenAPI 3.1 document of all operations, as `npm run gen` wrote it.
//
//go:embed openapi.json
var OpenAPI []byte
