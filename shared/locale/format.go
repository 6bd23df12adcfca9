package locale

import (
	"fmt"
	"strings"
	"time"
)

// The formats below match Intl in the browser, so that a mail reads like the site; a test compares them with Intl's output. There are two
// differences: a no-break space inside a time, so that "17 h" stays on one line, and no minutes for a whole hour in French, as in Québec.

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

// French reports whether the language of l is French.
func (l Locale) French() bool { return l == FrCA }

// Tag returns the language tag of l for Intl and the lang attribute: en-US, en-CA, fr-CA.
func (l Locale) Tag() string {
	switch language, country, _ := strings.Cut(string(l), "-"); l {
	case EnCA, FrCA, PtBR, JaJP, EsMX:
		return language + "-" + strings.ToUpper(country)
	}
	return "en-US"
}

// Time formats the local time of t in its own zone: 5:45 PM, 5:45 p.m., 17 h 45, 17 h.
func (l Locale) Time(t time.Time) string {
	if l.French() && t.Minute() == 0 {
		return fmt.Sprintf("%d%sh", t.Hour(), nbsp)
	}
	if l.French() {
		return fmt.Sprintf("%d%sh%s%02d", t.Hour(), nbsp, nbsp, t.Minute())
	}
	s := t.Format("3:04" + nbsp + "PM")
	if l == EnCA {
		s = strings.NewReplacer("AM", "a.m.", "PM", "p.m.").Replace(s)
	}
	return s
}

// Day formats the day of t in its own zone: Monday, June 1; lundi 1er juin.
func (l Locale) Day(t time.Time) string {
	if l.French() {
		return jours[t.Weekday()] + " " + leJour(t)
	}
	return t.Format("Monday, January 2")
}

// leJour formats the day and month in French: 1er juin, 2 juin.
func leJour(t time.Time) string {
	if t.Day() == 1 {
		return "1er " + mois[t.Month()-1]
	}
	return fmt.Sprintf("%d %s", t.Day(), mois[t.Month()-1])
}

// Date formats the full date of t in its own zone: June 1, 2026; 1er juin 2026; 1 de junio de 2026; 2026年6月1日.
func (l Locale) Date(t time.Time) string {
	switch l {
	case FrCA:
		return fmt.Sprintf("%s %d", leJour(t), t.Year())
	case EsMX:
		return fmt.Sprintf("%d de %s de %d", t.Day(), meses[t.Month()-1], t.Year())
	case PtBR:
		return fmt.Sprintf("%d de %s de %d", t.Day(), mesesDoAno[t.Month()-1], t.Year())
	case JaJP:
		return t.Format("2006年1月2日")
	}
	return t.Format("January 2, 2006")
}

// Decimal formats a plain decimal number: 9.975 is 9,975 in French; thousands are grouped.
func (l Locale) Decimal(plain string) string {
	point, comma := ".", ","
	if l.French() {
		point, comma = ",", nbsp
	}
	sign, digits := "", plain
	if strings.HasPrefix(plain, "-") {
		sign, digits = "-", plain[1:]
	}
	whole, fraction, broken := strings.Cut(digits, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + comma + whole[at:]
	}
	if broken {
		fraction = point + fraction
	}
	return sign + whole + fraction
}

// Percent formats a rate given in percent as a plain decimal: 9.975%, 9,975 %.
func (l Locale) Percent(plain string) string {
	if l.French() {
		return l.Decimal(plain) + nbsp + "%"
	}
	return l.Decimal(plain) + "%"
}

var (
	jours = [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	mois  = [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}

	meses = [...]string{
		"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
	}
	mesesDoAno = [...]string{
		"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
	}
)

// Phone formats a North American number in E.164: (918) 555-0141, 918 555-0141. Other numbers are unchanged.
func (l Locale) Phone(e164 string) string {
	digits, ok := strings.CutPrefix(e164, "+1")
	if !ok || len(digits) != 10 || strings.Trim(digits, "0123456789") != "" {
		return e164
	}
	if l.French() {
		return digits[:3] + nbsp + digits[3:6] + "-" + digits[6:]
	}
	return "(" + digits[:3] + ")" + nbsp + digits[3:6] + "-" + digits[6:]
}

// Prefix returns the start of every path of the site in l: "", /ca/en-ca or /ca/fr-ca.
func (l Locale) Prefix() string {
	if l == EnCA || l == FrCA {
		return "/ca/" + string(l)
	}
	return ""
}
