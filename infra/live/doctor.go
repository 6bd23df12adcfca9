package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"text/tabwriter"
	"time"

	"ordering/functions/notify"
	"ordering/infra/operate"
)

// doctor checks the systems and folders that the settings name, and prints a line for each. It sends one mail to the operator and changes
// nothing else.
func doctor(ctx context.Context, v values, out io.Writer) error {
	s, err := settingsOf(v)
	if err != nil {
		return err
	}
	failed := 0
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, check := range []struct {
		what   string
		do     func(context.Context) (string, error)
		remedy string
	}{
		{"settings", func(context.Context) (string, error) { return "complete", nil }, ""},
		{"data folder", s.checkFolder, "DATA_DIR must name a folder that this user can write; the first import makes it."},
		{"built site", func(context.Context) (string, error) { return s.Site, s.checkSite() }, "A release has the site beside the program."},
		{"Stripe", s.checkStripe, "STRIPE_SECRET_KEY must be a key of Stripe's dashboard, which may read payment intents."},
		{"kitchen", s.checkKitchen, "KITCHEN_URL must lead to the kitchen's system, and KITCHEN_SECRETS have its secret."},
		{"desk", s.checkDesk, "DESK_URL must lead to the system of the desks, and DESK_SECRETS have its secret."},
		{"mail", s.checkMail, "SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD and MAIL_FROM must be those of the mail service."},
		{"public address", s.checkAddress, "Start the program (serve); SITE_URL must lead to the proxy, and the proxy to HOST and PORT."},
	} {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		result, err := check.do(ctx)
		cancel()
		if err != nil {
			failed++
			result = fmt.Sprintf("FAILED: %v\n\t%s", err, check.remedy)
		}
		fmt.Fprintf(w, "%s\t%s\n", check.what, result)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("checks that failed: %d", failed)
	}
	return nil
}

func (s settings) checkFolder(context.Context) (string, error) {
	if err := operate.CheckFolder(s.DataDir); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(s.DataDir, "doctor")
	if err != nil {
		return "", err
	}
	return s.DataDir + " can be written", errors.Join(f.Close(), os.Remove(f.Name()))
}

func (s settings) checkStripe(ctx context.Context) (string, error) {
	_, _, err := s.payments().List(ctx, time.Now().Add(-time.Hour), time.Now(), "")
	return "it lists the payments of the last hour", err
}

func (s settings) checkKitchen(ctx context.Context) (string, error) {
	return "it accepts a signed message", notify.Kitchen{System: s.kitchen(), Now: time.Now}.Ping(ctx)
}

func (s settings) checkDesk(ctx context.Context) (string, error) {
	if s.get("DESK_URL") == "" {
		return "no system gets the events of forms", nil
	}
	return "it accepts a signed message", notify.PingDesk(ctx, s.desk(), time.Now)
}

func (s settings) checkMail(ctx context.Context) (string, error) {
	mailer, err := newMailer(s)
	if err != nil {
		return "", err
	}
	defer mailer.Close()
	err = mailer.Send(ctx, operatorMail(s, time.Now(), "A test", "This mail shows that mails to guests can be sent.\n"))
	return "a test mail went to OPERATOR_MAIL", err
}

func (s settings) checkAddress(ctx context.Context) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.SiteURL+"/healthz", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s/healthz answers %d", s.SiteURL, answer.StatusCode)
	}
	if answer.Header.Get(notThroughProxy) != "" {
		return "", errors.New("the proxy must pass the guest's Host header, and the address in X-Forwarded-For")
	}
	return s.SiteURL + " reaches this program", nil
}
