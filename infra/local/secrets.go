package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ordering/shared/webhook"
)

// secretsOf reads what this machine and its kitchen simulator sign their webhooks with, made at the first start: a secret in the
// repository would be everybody's.
func secretsOf(dataDir string) (webhook.Secrets, error) {
	path := filepath.Join(dataDir, "secrets.json")
	var kept struct {
		Webhook []string `json:"webhook"`
	}
	raw, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kept.Webhook = []string{rand.Text()}
		if raw, err = json.Marshal(kept); err != nil {
			return nil, err
		}
		// Written beside and moved: a full disk or a kill leaves no half of it, which the next start could not read.
		if err := os.WriteFile(path+".new", raw, 0o600); err != nil {
			return nil, fmt.Errorf("the webhook secret cannot be kept: %w", err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			return nil, fmt.Errorf("the webhook secret cannot be kept: %w", err)
		}
	case err != nil:
		return nil, fmt.Errorf("the webhook secret cannot be read: %w", err)
	default:
		if err := json.Unmarshal(raw, &kept); err != nil || len(kept.Webhook) == 0 {
			return nil, fmt.Errorf("%s is damaged: remove it and start again", path)
		}
	}
	var secrets webhook.Secrets
	for _, s := range kept.Webhook {
		secrets = append(secrets, []byte(s))
	}
	return secrets, nil
}
