// Package locales embeds all texts for guests, for the mails and documents that functions write.
package locales

import "embed"

// Files holds <locale>/<namespace>.json.
//
//go:embed */*.json
var Files embed.FS
