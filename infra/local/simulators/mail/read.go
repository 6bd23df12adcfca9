package mail

import (
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"strings"
	"time"
)

// letter is a stored message, decoded.
type letter struct {
	ID, From, To, Subject, Language string
	Date                            time.Time
	Text, HTML                      string
}

// read parses a stored message with its headers and encodings, so that the page shows what was sent.
func (b *Box) read(id string) (letter, error) {
	f, err := os.Open(b.path(id))
	if err != nil {
		return letter{}, fmt.Errorf("mail: %w", err)
	}
	defer f.Close()
	l, err := parse(f)
	if err != nil {
		return letter{}, fmt.Errorf("mail: message %s: %w", id, err)
	}
	l.ID = id
	return l, nil
}

func parse(r io.Reader) (letter, error) {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return letter{}, err
	}
	header := func(name string) string {
		s, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			return m.Header.Get(name)
		}
		return s
	}
	l := letter{From: header("From"), To: header("To"), Subject: header("Subject"), Language: m.Header.Get("Content-Language")}
	if to, err := mail.ParseAddress(m.Header.Get("To")); err == nil {
		l.To = to.Address
	}
	if l.Date, err = m.Header.Date(); err != nil {
		return letter{}, err
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return letter{}, err
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		p, err := parts.NextRawPart()
		if err == io.EOF {
			return l, nil
		}
		if err != nil {
			return letter{}, err
		}
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil {
			return letter{}, err
		}
		text := strings.ReplaceAll(string(body), "\r\n", "\n")
		if strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") {
			l.HTML = text
		} else {
			l.Text = text
		}
	}
}
