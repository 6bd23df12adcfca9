// Command zoneinfo regenerates the time zones of shared/location/zoneinfo from Go's copy of the IANA database (public domain). Run it when
// the zones change, after an update of Go; for a new zone, first add an empty file of its name:
//
//	go run ./infra/seed/zoneinfo shared/location/zoneinfo
package main

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ordering/shared/location"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: zoneinfo OUTPUT")
	}
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(to string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("where Go is: %w", err)
	}
	all, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		return err
	}
	defer all.Close()
	for _, name := range location.Zones() {
		data, err := fs.ReadFile(all, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
