// Command edge prints the CloudFront functions of the default brand as a JSON object by name.
package main

import (
	"encoding/json"
	"log"
	"os"

	"ordering/infra/edge"
	"ordering/shared/brand"
)

func main() {
	b := brand.Default()
	scripts := map[string]string{"pages": edge.PagesOf(b, "www.example.com"), "image": edge.Image, "status": edge.Status}
	if err := json.NewEncoder(os.Stdout).Encode(scripts); err != nil {
		log.Fatal(err)
	}
}
