package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"gotest.tools/v3/assert"
)

func TestTrafficIsCounted(t *testing.T) {
	asked := new(traffic)
	site := asked.through(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", map[bool]string{true: "text/html; charset=utf-8", false: "image/webp"}[r.URL.Path == "/cart"])
		_, _ = io.WriteString(w, "0123456789")
	}))
	const host = "http://localhost:8080"
	for _, ask := range [][3]string{
		{"GET", "/cart"}, {"GET", "/assets/a.js", host + "/cart"}, {"GET", "/image?url=/a.jpg"}, {"GET", "/api/holiday"}, {"POST", "/content/graphql"},
		{"POST", "/api/online-ordering/payment-management/card/b1"},
		{"GET", "/sandbox/meter"}, {"GET", "/brand.css", host + "/sandbox/kitchen"}, {"GET", "/assets/b.woff2", host + "/brand.css"},
	} {
		r := httptest.NewRequest(ask[0], ask[1], nil)
		r.Header.Set("Referer", ask[2])
		site.ServeHTTP(httptest.NewRecorder(), r)
	}
	const html, picture = len("Content-Type: text/html; charset=utf-8\r\n"), len("Content-Type: image/webp\r\n")
	assert.Equal(t, asked.seen(), counts{Pages: 1, Files: 2, Calls: 3, Bytes: 60 + html + 5*picture})
}
