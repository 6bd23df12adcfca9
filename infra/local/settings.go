package main

import (
	"os"
)

// settings come from the environment; README.md lists them.
type settings struct {
	port    string // PORT, 8080; 0 takes a free one
	dataDir string // DATA_DIR, .local
	site    string // SITE, the built site
	clock   string // CLOCK, RFC 3339: start at this time instead of now, and let /sandbox/clock move it. For tests.
}

func settingsFromEnv() settings {
	return settings{
		port: env("PORT", "8080"), dataDir: env("DATA_DIR", ".local"), site: env("SITE", "spa/dist"), clock: os.Getenv("CLOCK"),
	}
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}
