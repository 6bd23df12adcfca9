// Command commonpasswords writes shared/customer/common/common.bin, the passwords that are refused as common, from the npm package
// @zxcvbn-ts/language-common:
//
//	go run ./infra/seed/commonpasswords node_modules/@zxcvbn-ts/language-common shared/customer/common/common.bin
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"ordering/shared/customer/common"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: commonpasswords FOLDER-OF-LANGUAGE-COMMON OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
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
