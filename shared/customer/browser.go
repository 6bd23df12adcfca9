package customer

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"
)

// Browser is what a sign-in knows about the guest's browser.
type Browser struct {
	Agent   string // browser and system
	Session string // the value of its session cookie
	Marks   string // the value of the cookie of its marks

	atProvider bool // it signs in at a provider, which may ask for nothing: the session begins unconfirmed
}

// A mark is the proof of a browser that it has signed in to an account before, or set its password with a mailed link. Such a browser has
// a budget of its own for sign-ins, so that guesses of others do not lock the owner out. A mark is a random id, the day and an HMAC of both
// with the account: it contains no personal data, and only the secret links it with its account. A new password invalidates older marks.
const (
	// BrowserFor is how long a mark is valid after the last sign-in.
	BrowserFor = 180 * 24 * time.Hour

	markID   = 9               // bytes
	markSize = markID + 4 + 16 // id, day, HMAC
	maxMarks = 4               // accounts of a shared browser
)

// knownBrowser returns the id of the account's mark in a cookie value, or "".
func (s *Sessions) knownBrowser(ctx context.Context, cookie string, c credential) (string, error) {
	for text := range strings.SplitSeq(cookie, ".") {
		raw, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil || len(raw) != markSize {
			continue
		}
		id, day := string(raw[:markID]), binary.BigEndian.Uint32(raw[markID:])
		want, err := s.mark(ctx, id, day, c)
		if err != nil {
			return "", err
		}
		if same(want, text) && s.now().Before(time.Unix(int64(day)*86400, 0).Add(BrowserFor)) {
			return id, nil
		}
	}
	return "", nil
}

// markBrowser returns the cookie value with a new mark of the account. It replaces a valid one and keeps its id.
func (s *Sessions) markBrowser(ctx context.Context, cookie string, c credential) (string, error) {
	id, err := s.knownBrowser(ctx, cookie, c)
	if err != nil {
		return "", err
	}
	if id == "" {
		fresh := make([]byte, markID)
		_, _ = rand.Read(fresh) // never fails
		id = string(fresh)
	}
	mark, err := s.mark(ctx, id, uint32(s.now().Unix()/86400), c)
	if err != nil {
		return "", err
	}
	marks := []string{mark}
	for old := range strings.SplitSeq(cookie, ".") {
		if len(old) == len(mark) && old[:markID*4/3] != mark[:markID*4/3] && len(marks) < maxMarks {
			marks = append(marks, old)
		}
	}
	return strings.Join(marks, "."), nil
}

func (s *Sessions) mark(ctx context.Context, id string, day uint32, c credential) (string, error) {
	text := binary.BigEndian.AppendUint32([]byte(id), day)
	mac, err := s.mac(ctx, "browser/"+c.customer+"/"+c.Changed.UTC().Format(time.RFC3339Nano)+"/", text)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(text, mac[:16]...)), nil
}
