package payments

import "ordering/shared/locale"

// words are the texts of the hosted documents. They are the provider's, as Stripe's are, so they are not in the site's locales.
var words = map[string]locale.Text{
	"lang":    {locale.En: "en", locale.EnCA: "en-CA", locale.FrCA: "fr-CA"},
	"title":   {locale.En: "Card", locale.FrCA: "Carte"},
	"number":  {locale.En: "Card number", locale.FrCA: "Numéro de carte"},
	"expiry":  {locale.En: "Expires", locale.FrCA: "Expiration"},
	"ending":  {locale.En: "ending in", locale.FrCA: "se terminant par"},
	"form":    {locale.En: "MM / YY", locale.FrCA: "MM / AA"},
	"code":    {locale.En: "Security code", locale.FrCA: "Code de sécurité"},
	"bank":    {locale.En: "Your bank asks", locale.FrCA: "Votre banque demande"},
	"ask":     {locale.En: "Do you approve this payment?", locale.FrCA: "Approuvez-vous ce paiement?"},
	"approve": {locale.En: "Approve", locale.FrCA: "Approuver"},
	"fail":    {locale.En: "Refuse", locale.FrCA: "Refuser"},
	"thanks":  {locale.En: "Thank you", locale.FrCA: "Merci"},
	"back":    {locale.En: "You can go back to your order.", locale.FrCA: "Vous pouvez revenir à votre commande."},
	"pretend": {locale.En: "A pretend bank: no money moves.", locale.FrCA: "Une banque fictive : aucun argent ne circule."},
}

// fieldErrors are the errors of the card field, by the codes of its messages.
var fieldErrors = map[string]locale.Text{
	"number-incomplete": {locale.En: "The card number is not complete", locale.FrCA: "Le numéro de carte est incomplet"},
	"number-invalid":    {locale.En: "Check the card number", locale.FrCA: "Vérifiez le numéro de carte"},
	"expiry-incomplete": {locale.En: "The month and year are not complete", locale.FrCA: "Le mois et l’année sont incomplets"},
	"expiry-invalid":    {locale.En: "Check the month and year", locale.FrCA: "Vérifiez le mois et l’année"},
	"code-incomplete":   {locale.En: "The security code is not complete", locale.FrCA: "Le code de sécurité est incomplet"},
	"code-invalid":      {locale.En: "Check the security code", locale.FrCA: "Vérifiez le code de sécurité"},
	"unavailable":       {locale.En: "The card could not be checked. Try again", locale.FrCA: "La carte n’a pas pu être vérifiée. Réessayez"},
}

func in(texts map[string]locale.Text, l locale.Locale) map[string]string {
	m := make(map[string]string, len(texts))
	for name, text := range texts {
		m[name] = text.In(l)
	}
	return m
}
