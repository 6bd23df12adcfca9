// Package webhook connects this system with other systems by signed messages. An HMAC-SHA256 over the time and the body prevents forged,
// changed and replayed messages. Record each applied event of a system if its events are not idempotent by themselves: see
// System.Record.
package webhook

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"ordering/shared/secret"
)

// System is another system that sends us webhooks, or gets ours.
type System struct {
	Name   string // in the keys of its rows
	URL    string // receives our messages; empty where none are sent
	Header string // request header with the signature: t=<unix seconds>,v1=<hex>; several v1 while secrets rotate
	Keys   Keys
	Types  []string // types of its events that have an effect here, nil for all; the others are acknowledged
	Sent   []string // types of our messages to it
}

// KitchenHeader is the header of webhooks from and to a kitchen.
const KitchenHeader = "X-Kitchen-Signature"

// Types of our messages to a kitchen.
const (
	OrderPlaced    = "order.placed"
	OrderCancelled = "order.cancelled"
	OrderArrived   = "order.arrived"
	OrderErased    = "order.erased"
)

// Kitchen is the restaurants' point of sale, which gets our messages at url. Its events have no types, and need no Record: each names a
// status, and an order never goes back, so that duplicates and late events have no effect.
func Kitchen(url string, keys Keys) System {
	return System{
		Name: "kitchen", URL: url, Header: KitchenHeader, Keys: keys, Sent: []string{OrderPlaced, OrderCancelled, OrderArrived, OrderErased},
	}
}

// DeskHeader is the header of our webhooks to the system of the desks.
const DeskHeader = "X-Desk-Signature"

// Types of our messages to the system of the desks.
const (
	FormReceived = "form.received"
	FormVerified = "form.verified"
	FormClosed   = "form.closed"
	FormErased   = "form.erased"
)

// Desk is the system in which the brand's desks read forms: a helpdesk or the like. It gets our messages at url and sends none.
func Desk(url string, keys Keys) System {
	return System{
		Name: "desk", URL: url, Header: DeskHeader, Keys: keys, Sent: []string{FormReceived, FormVerified, FormClosed, FormErased},
	}
}

// Takes reports whether events of the type have an effect here.
func (s System) Takes(kind string) bool { return s.Types == nil || slices.Contains(s.Types, kind) }

// Sign returns the value of the header for a body sent now. The error is that of Keys.
func (s System) Sign(ctx context.Context, body []byte, now time.Time) (string, error) {
	secrets, err := s.Keys.Current(ctx)
	if err != nil {
		return "", err
	}
	return secrets.Sign(body, now), nil
}

// Verify checks the value of the header against the body as received, byte for byte. It returns ErrSignature, or the error of Keys.
func (s System) Verify(ctx context.Context, header string, body []byte, now time.Time) error {
	secrets, err := s.Keys.Current(ctx)
	if err != nil {
		return err
	}
	return secrets.Verify(header, body, now)
}

// Tolerance is how far the time of a signature may be from ours, in either direction.
const Tolerance = 300 * time.Second

// ErrSignature says that a message is unsigned, stale, or signed with another key. It does not say which: that would only help a forger.
var ErrSignature = errors.New("webhook: the signature is missing, stale or wrong")

// Secrets are the keys that both sides know. The first signs; each of them is accepted, so that a rotation can put a new one first on
// one side after the other.
type Secrets [][]byte

// Keys provides the current secrets: they may change while the process runs.
type Keys interface {
	Current(context.Context) (Secrets, error)
}

// Current makes fixed secrets a Keys.
func (s Secrets) Current(context.Context) (Secrets, error) { return s, nil }

// Kept are secrets from a source, as text: see Parse.
type Kept secret.Source

// Current reads the source.
func (k Kept) Current(ctx context.Context) (Secrets, error) {
	text, err := k(ctx)
	if err != nil {
		return nil, err
	}
	return Parse(text)
}

// Parse reads secrets separated by commas, with or without spaces. A missing secret, or one shorter than 16 characters, is an error,
// because it could be guessed.
func Parse(text string) (Secrets, error) {
	var s Secrets
	for secret := range strings.SplitSeq(text, ",") {
		secret = strings.TrimSpace(secret)
		if len(secret) < 16 {
			return nil, errors.New("webhook: a secret is missing or shorter than 16 characters")
		}
		s = append(s, []byte(secret))
	}
	return s, nil
}

// Sign returns the signature of a body sent now. It panics without a secret: an unsigned message is never sent.
func (s Secrets) Sign(body []byte, now time.Time) string {
	t := strconv.FormatInt(now.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(sum(s[0], t, body))
}

// Verify checks a signature against the body as received, byte for byte. It returns ErrSignature, also when it has no secret.
func (s Secrets) Verify(header string, body []byte, now time.Time) error {
	var stamp string
	var signatures [][]byte
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			if stamp != "" {
				return ErrSignature
			}
			stamp = value
		case "v1":
			if mac, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, mac)
			}
		}
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return ErrSignature
	}
	if away := now.Sub(time.Unix(seconds, 0)); away > Tolerance || away < -Tolerance {
		return ErrSignature
	}
	for _, secret := range s {
		if len(secret) == 0 {
			continue // an empty setting must not become a valid key
		}
		want := sum(secret, stamp, body)
		for _, got := range signatures {
			if hmac.Equal(got, want) {
				return nil
			}
		}
	}
	return ErrSignature
}

func sum(secret []byte, stamp string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(stamp))
	h.Write([]byte("."))
	h.Write(body)
	return h.Sum(nil)
}
