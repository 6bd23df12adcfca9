package notify

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// ann is the profile of a customer.
func ann(l locale.Locale) string {
	return `{"firstName":"Ann","email":"ann@example.com","language":"` + string(l) + `"}`
}

// account stores rows of Ann's account, by sort key, and delivers the mails.
func (b *bench) account(rows map[string]string, mails ...table.Op) *bench {
	b.Helper()
	for row, data := range rows {
		b.Put(table.Put(table.Item{Key: table.Key{PK: "customer#ann", SK: row}, Data: []byte(data)}))
	}
	b.Put(mails...)
	b.drain(b.notify())
	return b
}

func (b *bench) code(subject string, nth int) string {
	b.Helper()
	code, err := b.notify().codes.Code(b.Context(), subject, nth)
	assert.NilError(b, err)
	return code
}

// The code of a session is mailed to its customer's own address, in their language. The outbox has neither.
func TestMailOfAConfirmationCode(t *testing.T) {
	for l, subject := range map[locale.Locale]string{
		locale.En: "%s is your code for Big Deal Burger", locale.FrCA: "%s : votre code pour Big Deal Burger",
	} {
		b := newBench(t).account(map[string]string{"profile": ann(l)}, customer.Mail(customer.MailCode, "ann.laptop", 2, placedAt))
		code := b.code("ann.laptop", 2)
		assert.Assert(t, is.Len(b.sent, 1))
		assert.Equal(t, plain(b.sent[0].Subject), strings.ReplaceAll(subject, "%s", code))
		assert.Equal(t, b.sent[0].To.Address, "ann@example.com")
		assert.Assert(t, strings.Contains(b.sent[0].Text, code) && strings.Contains(b.sent[0].Text, "/user-profile"), b.sent[0].Text)
	}
}

// The mail of a sign-up without a password has the code and no link: a link would need the password.
func TestMailOfASignUpForAPasskey(t *testing.T) {
	for l, line := range map[locale.Locale]string{
		locale.En: "Then your device makes the passkey.", locale.FrCA: "Ensuite, votre appareil crée la clé d’accès.",
	} {
		b := newBench(t)
		row := `{"customer":` + ann(l) + `}`
		b.Put(table.Put(table.Item{Key: table.Key{PK: "signup#s1", SK: "signup"}, Data: []byte(row)}))
		b.account(nil, customer.Mail(customer.MailSignUp, "s1", 1, placedAt))
		assert.Assert(t, is.Len(b.sent, 1))
		assert.Check(t, is.Contains(b.sent[0].Text, b.code("s1", 1)))
		assert.Check(t, is.Contains(b.sent[0].Text, line))
		assert.Check(t, !strings.Contains(b.sent[0].Text, "confirm-email"), b.sent[0].Text)
	}
}

// Two sessions that were stolen at the same generation have a mail each. It has no code: it must not confirm a session.
func TestMailsOfStolenSessions(t *testing.T) {
	b := newBench(t).account(
		map[string]string{"profile": ann(locale.En)},
		customer.Mail(customer.MailSessionStolen, "ann.laptop", 2, placedAt), customer.Mail(customer.MailSessionStolen, "ann.phone", 2, placedAt),
	)
	assert.Assert(t, is.Len(b.sent, 2))
	assert.Assert(t, b.sent[0].ID != b.sent[1].ID)
	for i, session := range []string{"ann.laptop", "ann.phone"} {
		confirms := strings.Contains(b.sent[i].HTML+b.sent[i].Text, b.code(session, 2))
		assert.Assert(t, !confirms, "the mail has a code that confirms the session")
		assert.Equal(t, b.sent[i].To.Address, "ann@example.com")
	}
}

// Customers of a social network may have no name: every title that has the name has a form without it.
func TestTitlesWithoutAName(t *testing.T) {
	for l, title := range map[locale.Locale]string{
		locale.En: "Just checking. Your code:", locale.FrCA: "Petite vérification. Votre code :",
	} {
		for key, text := range sentences(l, "account-mail") {
			kind, isTitle := strings.CutSuffix(key, "-title")
			if isTitle && strings.Contains(text, "[name]") {
				without := sentences(l, "account-mail")[kind+"-nameless"]
				assert.Check(t, without != "" && !strings.Contains(without, "[name]"), "%s: %s", l, kind)
			}
		}
		profile := map[string]string{"profile": strings.Replace(ann(l), `"Ann"`, `""`, 1)}
		b := newBench(t).account(profile, customer.Mail(customer.MailCode, "ann.laptop", 2, placedAt))
		assert.Assert(t, is.Len(b.sent, 1))
		assert.Check(t, is.Contains(b.sent[0].Text, title))
	}
}

// The mails about a change of the address go to the address that they are about, in the customer's language. A change that a later one
// replaced is not mailed.
func TestMailsOfAChangedAddress(t *testing.T) {
	for l, words := range map[locale.Locale]map[string]string{
		locale.En: {
			"code": "%s is your code for your new address", "known": "You already have an account", "changed": "has a new address",
			"deletion": "will be deleted in 30 days", "linked": "Google now signs you in", "unlinked": "Google no longer signs you in",
		},
		locale.FrCA: {
			"code": "%s : votre code pour votre nouvelle adresse", "known": "Vous avez déjà un compte",
			"changed": "a une nouvelle adresse", "deletion": "sera supprimé dans 30 jours",
			"linked": "Google ouvre maintenant votre compte", "unlinked": "Google n’ouvre plus votre compte",
		},
	} {
		for name, c := range map[string]struct {
			change string // the stored one
			kind   customer.MailKind
			to     string // "": no mail
		}{
			"code":     {`{"to":"new@example.com","nth":7}`, customer.MailEmailCode, "new@example.com"},
			"known":    {`{"to":"new@example.com","nth":7,"known":true}`, customer.MailEmailCode, "new@example.com"},
			"changed":  {`{"to":"third@example.com","nth":8}`, customer.MailEmailChanged, "old@example.com"}, // and another change has begun
			"replaced": {`{"to":"new@example.com","nth":8}`, customer.MailEmailCode, ""},
			"deletion": {`{}`, customer.MailDeletion, "ann@example.com"},
			"linked":   {`{}`, customer.MailSocialLinked, "ann@example.com"},
			"unlinked": {`{}`, customer.MailSocialUnlinked, "ann@example.com"},
		} {
			t.Run(string(l)+" "+name, func(t *testing.T) {
				b := newBench(t).account(
					map[string]string{"profile": ann(l), "email-change": c.change, "old-email#7": `{"from":"old@example.com"}`},
					customer.MailRow{Mail: c.kind, Subject: "ann", Nth: 7, Provider: "google"}.Op(placedAt),
				)
				if c.to == "" {
					assert.Assert(t, is.Len(b.sent, 0))
					return
				}
				assert.Assert(t, is.Len(b.sent, 1))
				e, err := customer.FindEmailChange(t.Context(), b.Table, "ann")
				assert.NilError(t, err)
				code, err := e.Code(t.Context(), b.notify().codes)
				assert.NilError(t, err)
				assert.Equal(t, b.sent[0].To.Address, c.to)
				assert.Check(t, is.Contains(plain(b.sent[0].Subject), strings.ReplaceAll(words[name], "%s", code)))
				assert.Check(t, is.Equal(strings.Contains(b.sent[0].Text, code), name == "code"))
				assert.Check(t, !strings.Contains(b.sent[0].Text, "["), b.sent[0].Text)
			})
		}
	}
}

// A customer who asked for the deletion of the account gets no advertising.
func TestNoGiftIsMailedBeforeADeletion(t *testing.T) {
	b := newBench(t).account(map[string]string{
		"profile":       `{"firstName":"Ann","email":"ann@example.com","language":"en","deletion":{"due":"2027-01-01T00:00:00Z"}}`,
		"notifications": `{"email":{"on":true}}`,
	}, customer.Mail(customer.MailBirthday, "ann", 2026, placedAt))
	assert.Assert(t, is.Len(b.sent, 0))
}

// A mail with advertising names the deals that run in the customer's country and zone when it is sent; the others have none.
func TestMailsNameTheDealsThatRunNow(t *testing.T) {
	deal := func(id string) promo.Promotion {
		return promo.Promotion{
			ID: id, Kind: promo.OrderPercentage, Percent: decimal.NewFromInt(10), Label: locale.Text{"en": id, "fr-ca": id + " (fr)"},
			Text: locale.Text{"en": "Ten percent off.", "fr-ca": "Dix pour cent de moins."},
		}
	}
	abroad, ended, coded, later, elsewhere := deal("Abroad"), deal("Ended"), deal("Coded"), deal("Later"), deal("Elsewhere")
	abroad.Countries, coded.Code, elsewhere.Locations = []string{"US"}, "SECRET", []string{"brookside"}
	until := location.Date{Year: 2026, Month: 5, Day: 31}
	ended.Until = &until
	later.Hours = &location.Range{Open: 15 * 60, Close: 18 * 60} // it is 14:12 in Vancouver, and 16:12 at the head office
	all := []promo.Promotion{abroad, ended, coded, later, elsewhere, deal("Lunch")}
	for kind, want := range map[customer.MailKind]int{
		customer.MailBirthday: 1, customer.MailAnniversary: 1, customer.MailPasskeyAdded: 0,
	} {
		b := newBench(t)
		shake := promo.Gift{Label: locale.Text{"en": "A shake", "fr-ca": "Un lait frappé"}, Points: 5}
		program := promo.Program{Birthday: &promo.Birthday{Gift: shake}, Anniversary: &shake}
		_, err := promo.Save(t.Context(), b.Table, promo.File{Promotions: all, Program: &program})
		assert.NilError(t, err)
		b.account(map[string]string{
			"profile":       `{"firstName":"Ann","email":"ann@example.com","language":"fr-ca","country":"CA"}`,
			"notifications": `{"email":{"on":true}}`,
		}, customer.MailRow{Mail: kind, Subject: "ann", Nth: 2026, Zone: "America/Vancouver"}.Op(placedAt))
		assert.Assert(t, is.Len(b.sent, 1))
		assert.Check(t, is.Equal(strings.Count(b.sent[0].Text, "En ce moment : Lunch (fr). Dix pour cent de moins."), want), b.sent[0].Text)
		assert.Check(t, is.Equal(strings.Count(b.sent[0].Text, "En ce moment"), want))
		assert.Check(t, is.Equal(strings.Count(b.sent[0].Text, "Un lait frappé"), want))
	}
}

// Points that expire are mailed to every customer, with the last day on which they are good. Birthday and anniversary are mailed to those
// who want advertising.
func TestMailsOfThePoints(t *testing.T) {
	for l, words := range map[locale.Locale]map[customer.MailKind]string{
		locale.En: {
			customer.MailPointsExpire: "until the end of October 31, 2026", customer.MailBirthday: "No song, just food",
			customer.MailAnniversary: "Another year, Ann",
		},
		locale.FrCA: {
			customer.MailPointsExpire: "jusqu’à la fin du 31 octobre 2026", customer.MailBirthday: "Pas de chanson",
			customer.MailAnniversary: "Une autre année, Ann",
		},
	} {
		for kind, want := range words {
			for _, advertised := range []bool{true, false} {
				row := customer.MailRow{Mail: kind, Subject: "ann", Nth: 2026}
				if kind == customer.MailPointsExpire {
					row.Points, row.At = 42, time.Date(2026, 11, 1, 5, 0, 0, 0, time.UTC) // midnight in Chicago
				}
				choice := fmt.Sprintf(`{"email":{"on":%t}}`, advertised)
				b := newBench(t).account(map[string]string{"profile": ann(l), "notifications": choice}, row.Op(placedAt))
				if !advertised && kind != customer.MailPointsExpire {
					assert.Check(t, is.Len(b.sent, 0), kind)
					continue
				}
				assert.Assert(t, is.Len(b.sent, 1), kind)
				assert.Check(t, is.Contains(b.sent[0].HTML+b.sent[0].Text, want))
				assert.Check(t, is.Contains(b.sent[0].Text, "/user-profile/loyalty"))
				assert.Check(t, !strings.Contains(b.sent[0].Text, "["), b.sent[0].Text)
			}
		}
	}
}
