// Package openid simulates Google and Apple on one machine: a certified OpenID provider, in a process of its own that starts with its first
// request.
package openid

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"ordering/functions/auth/social"
)

// Path is the prefix of the provider's pages.
const Path = "/sandbox/openid"

// Provider passes requests on to the provider's process.
type Provider struct {
	address string
	secret  string // of Google's client
	key     string // of Apple's client, in PEM form: it signs the secret of each call

	mu    sync.Mutex
	proxy http.Handler
	input io.Closer // of the process, which ends with it
}

// New returns the provider of a site at address.
func New(address string) (*Provider, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	encoded := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	return &Provider{address: address, secret: rand.Text(), key: string(encoded)}, nil
}

// Clients are the settings of the site at the provider.
func (p *Provider) Clients() (google, apple *social.Client) {
	google = &social.Client{ID: social.Google, Issuer: p.address + Path}
	return google, &social.Client{ID: social.Apple, Issuer: p.address + Path, Team: "sandbox", Key: "sandbox"}
}

// Secrets are the secrets of the clients by provider.
func (p *Provider) Secrets() map[string]string {
	return map[string]string{social.Google: p.secret, social.Apple: p.key}
}

// script is the program of the process, relative to the project.
const script = "infra/local/simulators/openid/provider.mjs"

// project returns the folder of the project, at or above the working directory.
func project() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, script)); missing == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("openid: no project folder at or above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	proxy, err := p.started()
	if err != nil {
		http.Error(w, "The provider did not start: "+err.Error(), http.StatusBadGateway)
		return
	}
	proxy.ServeHTTP(w, r)
}

// started returns the handler of the running process. A process that did not start is started again by the next request.
func (p *Provider) started() (http.Handler, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.proxy != nil {
		return p.proxy, nil
	}
	root, err := project()
	if err != nil {
		return nil, err
	}
	c := exec.Command(filepath.Join(root, "node_modules", ".bin", "node"), script)
	c.Dir = root
	back := func(id string) string { return p.address + "/api/auth/social/" + id + "/callback" }
	c.Env = append(
		os.Environ(),
		"ISSUER="+p.address+Path, "GOOGLE="+back(social.Google), "APPLE="+back(social.Apple), "SECRET="+p.secret, "KEY="+p.key,
	)
	in, err := c.StdinPipe() // when this process ends, so does the provider
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		_ = in.Close()
		_ = c.Wait()
		return nil, fmt.Errorf("openid: %s ended at its start", c.Path)
	}
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait()
	}()
	host := "127.0.0.1:" + strings.TrimSpace(lines.Text())
	p.input = in
	p.proxy = &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: host})
		r.Out.Host = r.In.Host
		r.SetXForwarded()
	}}
	return p.proxy, nil
}

// Close ends the process.
func (p *Provider) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.input == nil {
		return nil
	}
	return p.input.Close()
}
