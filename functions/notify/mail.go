package notify

import (
	"context"
	"fmt"
	"net/mail"

	"ordering/shared/order"
	"ordering/shared/outbox"
)

// mail writes to the guest of an order, unless the order has moved on and the mail would only confuse.
func (n *Notify) mail(ctx context.Context, d outbox.Delivery) error {
	var row outbox.MailRow
	if err := d.Into(&row); err != nil {
		return err
	}
	o, err := order.Load(ctx, n.table, row.Order)
	if err != nil {
		return fmt.Errorf("mail %s: %w", row.Mail, err)
	}
	if !timely(row.Mail, o.Status) || !o.Erased.IsZero() {
		return nil // nobody is to hear of it any more
	}
	l, err := n.letter(row.Mail, o)
	if err != nil {
		return err
	}
	m := Message{
		ID: messageID(d.ID), Date: d.Since, Language: o.Locale.Tag(),
		From: mail.Address{Name: n.brand.Title, Address: n.brand.MailFrom}, To: mail.Address{Address: o.Contact.Email},
		Subject: l.Subject, Text: l.text(), HTML: l.html(),
	}
	return n.mailer.Send(ctx, m)
}

// timely says whether a mail still tells the truth: a receipt that was held up must not follow the news that the order is
// cancelled, nor "ready" the order that was picked up.
func timely(m outbox.Mail, s order.Status) bool {
	switch m {
	case outbox.MailConfirmed:
		return s.Placed() && s != order.Cancelled && s != order.NotApproved
	case outbox.MailReady:
		return s == order.Ready
	case outbox.MailCancelled:
		return s == order.Cancelled
	case outbox.MailNotApproved:
		return s == order.NotApproved
	}
	return true // an unknown kind fails on its words, and is kept
}
