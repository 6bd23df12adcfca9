package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ordering/shared/brand"
)

// settings come from the environment; the README of the repository lists them.
type settings struct {
	port    string        // PORT, 8080; 0 takes a free one
	dataDir string        // DATA_DIR, .local
	pace    time.Duration // KITCHEN_PACE in seconds, 20: duration of a step in the kitchen simulator
	site    string        // SITE, the built site
	// PICTURES, the folder pictures beside the data: the brand's pictures, which /image serves as /pictures/NAME. It may be missing.
	pictures string
	siteURL  string // SITE_URL, the site's public address, if another server is in front of this one, as in npm run dev
	// COUNTRY, the viewer country that CloudFront would report, to test redirects between markets. Empty: no country.
	country string
	meter   bool        // METER=1: /sandbox/meter reports what the table's use would be billed. For npm run cost.
	brand   brand.Brand // BRAND, the id of this system's brand, 3
	clock   string      // CLOCK, RFC 3339: the start time, which /sandbox/clock can advance. For tests.
	// ACCEPT_LOSS names the files of the data folder, separated by commas, that the operator accepts as lost: see operate.Loss.
	accepted []string
}

func settingsFromEnv() (settings, error) {
	pace, err := strconv.ParseFloat(env("KITCHEN_PACE", "20"), 64)
	if err != nil || !(pace > 0 && pace <= 3600) { // NaN is neither
		return settings{}, errors.New("KITCHEN_PACE must be the seconds that a step of the kitchen takes, such as 20")
	}
	port := env("PORT", "8080")
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return settings{}, errors.New("PORT must be a number from 1 to 65535, or 0 for any free one")
	}
	id, err := strconv.Atoi(env("BRAND", strconv.Itoa(brand.Default().ID)))
	own, known := brand.Find(id)
	if err != nil || !known {
		return settings{}, errors.New("BRAND must be the id of a brand, such as 3")
	}
	country := os.Getenv("COUNTRY")
	if country != "" && (len(country) != 2 || strings.Trim(country, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "") {
		return settings{}, errors.New("COUNTRY must be the two capital letters of a country, such as BR")
	}
	dataDir := env("DATA_DIR", ".local")
	return settings{
		pictures: env("PICTURES", filepath.Join(dataDir, "pictures")),
		pace:     time.Duration(pace * float64(time.Second)),
		port:     port, dataDir: dataDir, site: os.Getenv("SITE"), siteURL: os.Getenv("SITE_URL"), clock: os.Getenv("CLOCK"),
		country: country, meter: os.Getenv("METER") == "1", brand: own,
		accepted: strings.Split(os.Getenv("ACCEPT_LOSS"), ","),
	}, nil
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}
