// Command zoneinfo copies the time zones of the United States and Canada from Go's own copy of the IANA database (public domain)
// into shared/location/zoneinfo. Run it when the zones change, after an update of Go:
//
//	go run ./infra/seed/zoneinfo shared/location/zoneinfo
package main

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// zones are those that places of the two countries keep today.
const zones = `
America/New_York America/Detroit America/Kentucky/Louisville America/Kentucky/Monticello America/Indiana/Indianapolis
America/Indiana/Vincennes America/Indiana/Winamac America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay
America/Indiana/Tell_City America/Indiana/Knox America/Chicago America/Menominee America/North_Dakota/Center
America/North_Dakota/New_Salem America/North_Dakota/Beulah America/Denver America/Boise America/Phoenix America/Los_Angeles
America/Anchorage America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak Pacific/Honolulu
America/Puerto_Rico America/St_Thomas Pacific/Guam Pacific/Saipan Pacific/Pago_Pago
America/St_Johns America/Goose_Bay America/Halifax America/Glace_Bay America/Moncton America/Blanc-Sablon America/Toronto
America/Iqaluit America/Atikokan America/Winnipeg America/Resolute America/Rankin_Inlet America/Regina America/Swift_Current
America/Edmonton America/Cambridge_Bay America/Inuvik America/Creston America/Dawson_Creek America/Fort_Nelson
America/Whitehorse America/Dawson America/Vancouver`

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: zoneinfo OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
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
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	for name := range strings.FieldsSeq(zones) {
		f, err := all.Open(name)
		if err != nil {
			return err
		}
		data, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
