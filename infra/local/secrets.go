package main

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ordering/infra/operate"
	"ordering/shared/guest"
	"ordering/shared/webhook"
)

// secrets are created at the first start. A secret in the repository would be public.
type secrets struct {
	kitchen  webhook.Secrets // signs webhooks between this machine and its kitchen simulator
	desk     webhook.Secrets // signs webhooks from this machine to its desk simulator
	payments webhook.Secrets // signs webhooks of the payments sandbox
	guests   guest.Secret    // keys the index of guests' orders
	sessions string          // derives the secrets of sessions, and encrypts the keys of tokens
	codes    string          // derives mailed codes and links
}

// secretsOf reads the secrets of a data folder. It makes new ones for a new folder, or if the operator accepts the loss of the old ones.
func secretsOf(s settings) (secrets, error) {
	const name = "secrets.json"
	path := filepath.Join(s.DataDir, name)
	var kept struct {
		Webhook  []string `json:"webhook"`
		Desk     string   `json:"desk"`
		Payments []string `json:"payments"`
		Guests   string   `json:"guests"`
		Sessions string   `json:"sessions"`
		Codes    string   `json:"codes"`
	}
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return secrets{}, fmt.Errorf("the secrets cannot be read: %w", err)
	}
	if err == nil && (json.Unmarshal(raw, &kept) != nil || len(kept.Webhook) == 0) {
		if !slices.Contains(s.Accepted, name) {
			return secrets{}, operate.LossError(fmt.Errorf("%s is damaged", path), name)
		}
		kept.Webhook, kept.Payments, kept.Guests = nil, nil, ""
	}
	if kept.Webhook == nil {
		kept.Webhook = []string{rand.Text()}
	}
	missing := kept.Guests == "" || kept.Payments == nil || kept.Codes == "" || kept.Desk == ""
	// A folder of an earlier release lacks some.
	for _, text := range []*string{&kept.Guests, &kept.Sessions, &kept.Codes, &kept.Desk} {
		*text = cmp.Or(*text, rand.Text())
	}
	if kept.Payments == nil {
		kept.Payments = []string{rand.Text()}
	}
	if missing {
		if raw, err = json.Marshal(kept); err != nil {
			return secrets{}, err
		}
		// Write to a temporary file and rename: a full disk or a kill must not leave a partial file.
		err := os.WriteFile(path+".new", raw, 0o600)
		if err == nil {
			err = os.Rename(path+".new", path)
		}
		if err != nil {
			return secrets{}, fmt.Errorf("the secrets cannot be written: %w", err)
		}
	}
	all := secrets{guests: guest.Secret(kept.Guests), sessions: kept.Sessions, codes: kept.Codes, desk: webhook.Secrets{[]byte(kept.Desk)}}
	for _, text := range kept.Webhook {
		all.kitchen = append(all.kitchen, []byte(text))
	}
	for _, text := range kept.Payments {
		all.payments = append(all.payments, []byte(text))
	}
	return all, nil
}
