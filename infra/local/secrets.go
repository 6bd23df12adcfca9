package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ordering/shared/guest"
	"ordering/shared/webhook"
)

// secrets are made at the first start: one in the repository would be everybody's.
type secrets struct {
	webhook webhook.Secrets // what this machine and its kitchen simulator sign their webhooks with
	guests  guest.Secret    // what guests' orders are filed under
}

// secretsOf reads the secrets of a data folder, and makes those that it has not.
func secretsOf(dataDir string) (secrets, error) {
	path := filepath.Join(dataDir, "secrets.json")
	var kept struct {
		Webhook []string `json:"webhook"`
		Guests  string   `json:"guests"`
	}
	raw, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kept.Webhook = []string{rand.Text()}
	case err != nil:
		return secrets{}, fmt.Errorf("the secrets cannot be read: %w", err)
	default:
		if err := json.Unmarshal(raw, &kept); err != nil || len(kept.Webhook) == 0 {
			return secrets{}, fmt.Errorf("%s is damaged: remove it and start again", path)
		}
	}
	if kept.Guests == "" {
		kept.Guests = rand.Text()
		if raw, err = json.Marshal(kept); err != nil {
			return secrets{}, err
		}
		// Written beside and moved: a full disk or a kill leaves no half of it, which the next start could not read.
		err := os.WriteFile(path+".new", raw, 0o600)
		if err == nil {
			err = os.Rename(path+".new", path)
		}
		if err != nil {
			return secrets{}, fmt.Errorf("the secrets cannot be kept: %w", err)
		}
	}
	all := secrets{guests: guest.Secret(kept.Guests)}
	for _, s := range kept.Webhook {
		all.webhook = append(all.webhook, []byte(s))
	}
	return all, nil
}
