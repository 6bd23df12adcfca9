package mail

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	ID, From, To, ReplyTo, Subject, Language string
	Date                                     time.Time
	Text, HTML                               string
}

// read parses a stored message with its headers and encodings, so that the page shows what was sent.
func (b *Box) read(id string) (letter, error) {
	if !plain.MatchString(id) {
		return letter{}, fs.ErrNotExist
	}
	l := letter{ID: id}
	f, err := os.Open(b.path(id))
	if err == nil {
		defer f.Close()
		err = l.parse(f)
	}
	if err != nil {
		return letter{}, fmt.Errorf("mail: message %s: %w", id, err)
	}
	return l, nil
}

func (l *letter) parse(r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err
	}
	header := func(name string) string {
		text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get(name))
		if err != nil {
			return m.Header.Get(name)
		}
		return text
	}
	l.From, l.To, l.Subject, l.Language = header("From"), header("To"), header("Subject"), m.Header.Get("Content-Language")
	for name, address := range map[string]*string{"To": &l.To, "Reply-To": &l.ReplyTo} {
		if parsed, err := mail.ParseAddress(m.Header.Get(name)); err == nil {
			*address = parsed.Address
		}
	}
	date, err := m.Header.Date()
	l.Date = date
	_, params, typeErr := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err := errors.Join(err, typeErr); err != nil {
		return err
	}
	for parts := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := parts.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil {
			return err
		}
		part := &l.Text
		if strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") {
			part = &l.HTML
		}
		*part = strings.ReplaceAll(string(body), "\r\n", "\n")
	}
}
