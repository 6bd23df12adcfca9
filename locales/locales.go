// Package locales embeds every word that a guest reads, for the mails and documents that functions write.
package locales

import "embed"

// Files holds <locale>/<namespace>.json.
//
//go:embed */*.json
var Files embed.FS
