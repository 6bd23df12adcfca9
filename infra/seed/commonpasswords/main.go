// Command commonpasswords writes shared/customer/common/common.bin, the passwords that are refused as common, from the npm package
// @zxcvbn-ts/language-common:
//
//	go run ./infra/seed/commonpasswords node_modules/@zxcvbn-ts/language-common shared/customer/common/common.bin
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	"ordering/shared/customer/common"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: commonpasswords FOLDER-OF-LANGUAGE-COMMON OUTPUT")
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(from, to string) error {
	raw, err := os.ReadFile(filepath.Join(from, "src", "passwords.json"))
	if err != nil {
		return err
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	return os.WriteFile(to, common.Pack(list), 0o644)
}
