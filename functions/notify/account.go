package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"ordering/shared/category"
	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/money"
	"ordering/shared/outbox"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// rewardsPage is the page with the customer's points and rewards.
const rewardsPage = "/user-profile/loyalty"

// accountMail writes about an account: a code, a link, or a notice. A sign-up or reset that has expired needs no mail any more.
func (n *Notify) accountMail(ctx context.Context, d outbox.Delivery) error {
	var row customer.MailRow
	if err := d.Into(&row); err != nil {
		return err
	}
	m, err := n.accountMessage(ctx, row)
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("mail %s: %w", row.Mail, err)
	}
	m.ID, m.Date = messageID(d.ID), d.Since
	return n.mailer.Send(ctx, m)
}

// accountMessage returns the mail of a row, without ID and Date. Codes and links are derived here: no row contains them.
func (n *Notify) accountMessage(ctx context.Context, row customer.MailRow) (Message, error) {
	var to, name, code, gift string
	var deals []string
	var l locale.Locale
	kind, button := string(row.Mail), "/login"
	// link makes the button lead to a page with the id of the subject and the token of this mail.
	link := func(page, id string) error {
		token, err := n.codes.Link(ctx, row.Subject, row.Nth)
		button = page + "#" + url.Values{id: {row.Subject}, "link": {token}}.Encode()
		return err
	}
	switch row.Mail {
	case customer.MailSignUp:
		s, err := customer.FindSignUp(ctx, n.table, row.Subject)
		if err != nil {
			return Message{}, err
		}
		to, name, l = s.Customer.Email, s.Customer.FirstName, s.Customer.Language
		if s.Known {
			kind = "known"
			break
		}
		if code, err = n.codes.Code(ctx, row.Subject, row.Nth); err != nil {
			return Message{}, err
		}
		if s.Identity != nil { // a link would open an account for the identity of another person
			kind = "social-sign-up"
			break
		}
		if s.Hash == "" { // without a password a link proves nothing about who opens it
			kind = "passkey-sign-up"
			break
		}
		if err := link("/confirm-email", "signUp"); err != nil {
			return Message{}, err
		}
	case customer.MailReset:
		r, err := customer.FindReset(ctx, n.table, row.Subject)
		if err != nil {
			return Message{}, err
		}
		to, l = r.Email, r.Language
		if r.Customer == "" {
			kind, button = "no-account", "/signup"
			break
		}
		if err := link("/set-password", "reset"); err != nil {
			return Message{}, err
		}
	default:
		id, _, _ := strings.Cut(row.Subject, ".") // a session's id begins with its customer's
		c, err := customer.Find(ctx, n.table, id)
		if err != nil {
			return Message{}, err
		}
		to, name, l, button = c.Email, c.FirstName, c.Language, buttons[row.Mail]
		switch row.Mail {
		case customer.MailCode:
			code, err = n.codes.Code(ctx, row.Subject, row.Nth)
		case customer.MailBirthday, customer.MailAnniversary:
			deals, gift, err = n.offers(ctx, c, row)
		case customer.MailEmailChanged:
			to, err = customer.OldEmail(ctx, n.table, row.Subject, row.Nth)
		case customer.MailEmailCode:
			var e customer.EmailChange
			if e, err = customer.FindEmailChange(ctx, n.table, row.Subject); err != nil {
				return Message{}, err
			}
			to = e.To
			switch {
			case int(e.Nth) != row.Nth:
				err = table.ErrNotFound // a later change replaced it
			case e.Known:
				kind, button = "known", "/login"
			default:
				code, err = e.Code(ctx, n.codes)
			}
		}
		if err != nil {
			return Message{}, err
		}
	}
	s := sentences(l, "account-mail")
	params := []string{
		"brand", n.brand.Title, "name", fromGuest(name), "code", code, "provider", customer.ProviderName(row.Provider), "gift", gift,
	}
	if row.Points > 0 {
		last := row.At.Add(-time.Second).In(location.Timezone(cmp.Or(row.Zone, n.brand.TimeZone))) // the day before is the last one
		params = append(params, "points", l.Decimal(strconv.FormatInt(row.Points, 10)), "date", l.Date(last))
	}
	of := func(part string) string { return s.Say(kind+"-"+part, params...) }
	v := n.frame(l)
	v.Subject, v.Preview, v.Title, v.Big, v.Line = of("subject"), of("preview"), of("title"), code, of("line")
	v.Button, v.ButtonURL, v.Why = of("button"), n.site+l.Prefix()+button, of("why")
	if name == "" && s[kind+"-nameless"] != "" { // Apple and Facebook may give no name
		v.Title = of("nameless")
	}
	if code == "" {
		v.Big = of("big")
	}
	v.Notes = deals
	if s[kind+"-note"] != "" {
		v.Notes = append(v.Notes, of("note"))
	}
	return n.render(v, mail.Address{Address: to})
}

// buttons are the pages that the buttons of mails to customers lead to.
var buttons = map[customer.MailKind]string{
	customer.MailCode: "/user-profile", customer.MailPasswordChanged: "/forgot-password", customer.MailSessionStolen: "/user-profile",
	customer.MailDeletion: "/login", customer.MailEmailCode: "/user-profile", customer.MailEmailChanged: "/locations",
	customer.MailPasskeyAdded: "/user-profile", customer.MailSocialLinked: "/user-profile", customer.MailSocialUnlinked: "/user-profile",
	customer.MailPointsExpire: rewardsPage, customer.MailBirthday: rewardsPage, customer.MailAnniversary: rewardsPage,
}

// mostDeals is how many deals a mail names.
const mostDeals = 3

// offers returns a line for each of the first promotions that run now in the customer's whole country, by the time of the mail's zone,
// and the gift of the mail. It returns table.ErrNotFound if the customer wants no advertising, or leaves.
func (n *Notify) offers(ctx context.Context, c customer.Customer, row customer.MailRow) (deals []string, gift string, err error) {
	choice, err := customer.FindNotifications(ctx, n.table, c.ID)
	if err == nil && (!choice.Value.Email.On || c.Deletion != nil) {
		err = table.ErrNotFound
	}
	if err != nil {
		return nil, "", err
	}
	file, err := promo.Current(ctx, n.table)
	if err != nil {
		return nil, "", err
	}
	s, program := sentences(c.Language, "account-mail"), file.Set().Program()
	gift = s.Say("a-gift") // the rules have none any more
	switch {
	case row.Mail == customer.MailBirthday && program.Birthday != nil:
		gift = program.Birthday.Gift.Label.In(c.Language)
	case row.Mail == customer.MailAnniversary && program.Anniversary != nil:
		gift = program.Anniversary.Label.In(c.Language)
	}
	countryCart := promo.Cart{
		Country: c.Country, Currency: money.USD, Offered: []location.Handoff{location.Pickup, location.Curbside}, Category: category.Everyday,
		At: n.kitchen.Now().In(location.Timezone(cmp.Or(row.Zone, n.brand.TimeZone))), SignedIn: true,
	}
	if c.Country == "CA" {
		countryCart.Currency = money.CAD
	}
	for _, a := range file.Set().Advertised([]promo.Cart{countryCart}) {
		if a.RunsNow && len(deals) < mostDeals {
			deals = append(deals, s.Say("deal", "label", a.Label.In(c.Language), "text", a.Text.In(c.Language)))
		}
	}
	return deals, gift, nil
}
