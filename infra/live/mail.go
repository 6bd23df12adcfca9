package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"ordering/functions/notify"
	"ordering/shared/outbox"
)

// smtpMailer is a notify.Mailer over SMTP. It keeps one connection open between mails. If a response is lost, the mail is sent twice with
// the same Message-ID; many mail clients show it once.
type smtpMailer struct {
	client *gomail.Client

	lock     chan struct{} // has a token while no mail is being sent
	conn     *smtp.Client  // nil while none is open
	failedAt time.Time     // when the last connection failed
}

const (
	mailTimeout = 10 * time.Second
	mailPause   = 30 * time.Second // after a failed connection: orders to the kitchen do not wait for a mail server
)

func newMailer(s settings) (*smtpMailer, error) {
	port, err := strconv.Atoi(s.get("SMTP_PORT"))
	if err != nil {
		return nil, err
	}
	host := s.get("SMTP_HOST")
	options := []gomail.Option{gomail.WithPort(port), gomail.WithTimeout(mailTimeout), gomail.WithTLSPolicy(gomail.TLSMandatory)}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS)) // no certificate has its name
	}
	if port == 465 {
		options = append(options, gomail.WithSSL())
	}
	if user := s.get("SMTP_USER"); user != "" {
		options = append(
			options,
			gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(user),
			gomail.WithPassword(s.get("SMTP_PASSWORD")),
		)
	}
	client, err := gomail.NewClient(host, options...)
	if err != nil {
		return nil, fmt.Errorf("SMTP_HOST: %w", err)
	}
	m := &smtpMailer{client: client, lock: make(chan struct{}, 1)}
	m.lock <- struct{}{}
	return m, nil
}

// Send sends a mail. Its errors have codes and no addresses, which SMTP servers quote.
func (m *smtpMailer) Send(ctx context.Context, message notify.Message) error {
	msg, err := message.Mail()
	if err != nil {
		return err
	}
	select {
	case <-m.lock:
		defer func() { m.lock <- struct{}{} }()
	case <-ctx.Done():
		return outbox.Unreachable(fmt.Errorf("smtp: other mails take too long: %w", ctx.Err()))
	}
	if ctx.Err() != nil || time.Since(m.failedAt) < mailPause {
		return outbox.Unreachable(errors.New("smtp: the server did not answer a moment ago"))
	}
	if m.conn != nil && m.client.ResetWithSMTPClient(m.conn) != nil { // the server closed an idle connection
		m.close()
	}
	if m.conn == nil {
		ctx, cancel := context.WithTimeout(ctx, mailTimeout)
		defer cancel()
		if m.conn, err = m.client.DialToSMTPClientWithContext(ctx); err != nil {
			m.failedAt = time.Now()
			return outbox.Unreachable(fmt.Errorf("smtp: connect: %w", err))
		}
	}
	err = m.client.SendWithSMTPClient(m.conn, msg)
	if err == nil {
		return nil
	}
	m.close()
	if msg.IsDelivered() { // the server took it, and ended the connection
		return nil
	}
	var refused *gomail.SendError
	if !errors.As(err, &refused) {
		m.failedAt = time.Now()
		return outbox.Unreachable(errors.New("smtp: the mail was not sent"))
	}
	err = fmt.Errorf("smtp: %s, code %d %s", refused.Reason, refused.ErrorCode(), refused.EnhancedStatusCode())
	if isSenderProblem(refused) {
		return outbox.Unreachable(err)
	}
	return err // a retry would get the same answer
}

// isSenderProblem reports whether a rejected mail can be sent later: the rejection is temporary, or its reason is our account and not the
// guest's address or the mail. Mail services reject a sender over a daily quota with a permanent code: Gmail with 5.4.5, Exchange
// Online with 5.7.232, 5.7.233 and 5.7.705. RFC 3463: 5.7 is the sender's permission.
func isSenderProblem(refused *gomail.SendError) bool {
	code, status := refused.ErrorCode(), refused.EnhancedStatusCode()
	return code < 500 || code == 530 || code == 535 || // our credentials
		refused.Reason == gomail.ErrSMTPMailFrom || status == "5.4.5" || strings.HasPrefix(status, "5.7.")
}

func (m *smtpMailer) close() {
	_ = m.client.CloseWithSMTPClient(m.conn)
	_ = m.conn.Close() // also if the server does not answer QUIT
	m.conn = nil
}

// Close ends the connection.
func (m *smtpMailer) Close() error {
	<-m.lock
	defer func() { m.lock <- struct{}{} }()
	if m.conn != nil {
		m.close()
	}
	return nil
}
