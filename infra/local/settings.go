package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ordering/infra/server"
	"ordering/shared/brand"
)

// settings come from the environment; the README of the repository lists them.
type settings struct {
	server.Settings               // DATA_DIR, .local; SITE; PICTURES, the folder pictures beside the data; SITE_URL; COUNTRY; BRAND, 3; ACCEPT_LOSS
	port            string        // PORT, 8080; 0 takes a free one
	pace            time.Duration // KITCHEN_PACE in seconds, 20: duration of a step in the kitchen simulator
	meter           bool          // METER=1: /sandbox/meter reports what the table's use would be billed. For npm run cost.
	clock           string        // CLOCK, RFC 3339: the start time, which /sandbox/clock can advance. For tests.
}

func settingsFromEnv() (settings, error) {
	pace, err := strconv.ParseFloat(env("KITCHEN_PACE", "20"), 64)
	if err != nil || !(pace > 0 && pace <= 3600) { // NaN is neither
		return settings{}, errors.New("KITCHEN_PACE must be a number of seconds above 0 and up to 3600, such as 20")
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
		Settings: server.Settings{
			DataDir: dataDir, Site: os.Getenv("SITE"), Pictures: env("PICTURES", filepath.Join(dataDir, "pictures")), SiteURL: os.Getenv("SITE_URL"),
			Country: country, Brand: own, Accepted: strings.Split(os.Getenv("ACCEPT_LOSS"), ","),
		},
		port: port, pace: time.Duration(pace * float64(time.Second)), meter: os.Getenv("METER") == "1", clock: os.Getenv("CLOCK"),
	}, nil
}

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}
