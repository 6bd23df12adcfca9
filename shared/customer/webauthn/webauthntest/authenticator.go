// Package webauthntest is an authenticator in software, for tests.
package webauthntest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
)

// The flags of an answer.
const (
	Present  = 0x01
	Verified = 0x04
	attested = 0x40
)

// Passkey is a key pair with its counter.
type Passkey struct {
	Host, Origin, Customer string
	Flags                  byte
	Counter                uint32
	id                     []byte
	key                    *ecdsa.PrivateKey
}

// New returns a passkey for a customer of a site, which verifies its user.
func New(host, origin, customer string) *Passkey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return &Passkey{Host: host, Origin: origin, Customer: customer, Flags: Present | Verified, id: []byte(rand.Text()), key: key}
}

// ID returns the id of the credential.
func (p *Passkey) ID() string { return encode(p.id) }

// Create answers the challenge of a registration.
func (p *Passkey) Create(challenge string) json.RawMessage {
	point, err := p.key.PublicKey.Bytes()
	if err != nil {
		panic(err)
	}
	// COSE: {kty: EC2, alg: ES256, crv: P-256, x, y}
	cose := slices.Concat([]byte{0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32}, point[1:33], []byte{0x22, 0x58, 32}, point[33:])
	data := p.data(attested)
	data = append(data, make([]byte, 16)...) // AAGUID
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(p.id))), p.id...)
	data = append(data, cose...)
	// CBOR: {fmt: none, attStmt: {}, authData}
	object := slices.Concat([]byte("\xA3\x63fmt\x64none\x67attStmt\xA0\x68authData\x58"), []byte{byte(len(data))}, data)
	return p.answer(map[string]any{"clientDataJSON": p.client("create", challenge), "attestationObject": encode(object)})
}

// Get answers the challenge of a sign-in.
func (p *Passkey) Get(challenge string) json.RawMessage {
	data, client := p.data(0), p.client("get", challenge)
	raw, err := base64.RawURLEncoding.DecodeString(client)
	if err != nil {
		panic(err)
	}
	hash := sha256.Sum256(raw)
	sum := sha256.Sum256(append(slices.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, p.key, sum[:])
	if err != nil {
		panic(err)
	}
	return p.answer(map[string]any{
		"clientDataJSON": client, "authenticatorData": encode(data), "signature": encode(signature),
		"userHandle": encode([]byte(p.Customer)),
	})
}

// data returns the authenticator data: the site, the flags and the next counter.
func (p *Passkey) data(flags byte) []byte {
	p.Counter++
	host := sha256.Sum256([]byte(p.Host))
	return binary.BigEndian.AppendUint32(append(host[:], p.Flags|flags), p.Counter)
}

func (p *Passkey) client(action, challenge string) string {
	return encode(fmt.Appendf(nil, `{"type":"webauthn.%s","challenge":%q,"origin":%q,"crossOrigin":false}`, action, challenge, p.Origin))
}

func (p *Passkey) answer(response map[string]any) json.RawMessage {
	raw, err := json.Marshal(map[string]any{
		"id": p.ID(), "rawId": p.ID(), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		panic(err)
	}
	return raw
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
