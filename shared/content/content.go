// Package content is what a brand says besides its menu: pages, blog posts, navigation, footer and promotions, each in the languages
// that it is written in. It is data, imported whole (infra/seed/content), and read through snapshots.
package content

import (
	"cmp"
	"slices"

	"ordering/shared/locale"
)

// Locales are the languages that content is written in. Canada's English reads the English.
var Locales = []locale.Locale{locale.En, locale.En001, locale.FrCA, locale.PtBR, locale.JaJP, locale.EsMX}

// Written is the language in which content for readers of l is written; false when there is none for them.
func Written(l locale.Locale) (locale.Locale, bool) {
	if l == locale.EnCA {
		l = locale.En
	}
	return l, slices.Contains(Locales, l)
}

// Edition is all content of a brand in one language. It never changes.
type Edition struct {
	Pages      []Page     `json:"pages,omitempty"`      // in the order of their slugs
	Posts      []Post     `json:"posts,omitempty"`      // the newest first
	Navigation []MenuItem `json:"navigation,omitempty"` // the main menu
	Footer     Footer     `json:"footer,omitzero"`
	Promos     []Promo    `json:"promos,omitempty"`
}

// Shown says on whose sites something is shown besides the one of the US: Canada's, and those of the other countries.
type Shown struct {
	ShowOnCanadaSite        bool `json:"showOnCanadaSite"`
	ShowOnInternationalSite bool `json:"showOnInternationalSite"`
}

// On says whether it is shown on the site that is read in l.
func (s Shown) On(l locale.Locale) bool {
	switch l {
	case locale.En:
		return true
	case locale.EnCA, locale.FrCA:
		return s.ShowOnCanadaSite
	}
	return s.ShowOnInternationalSite
}

// narrow takes the pages and posts away that the site does not show that is read in l. Of what stands around a page the site itself picks.
func (e *Edition) narrow(l locale.Locale) {
	e.Pages = slices.DeleteFunc(e.Pages, func(p Page) bool { return !p.On(l) })
	e.Posts = slices.DeleteFunc(e.Posts, func(p Post) bool { return !p.On(l) })
}

// Head is what pages and posts tell about themselves.
type Head struct {
	Slug        string   `json:"slug"` // the path below the market's prefix, such as company/our-story; of a post the last part of it
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Keywords    []string `json:"keywords,omitempty"`
	Picture     *Picture `json:"picture,omitempty"`
	Updated     string   `json:"updated"` // a date such as 2026-11-01
	// PreventIndexing keeps search engines away.
	PreventIndexing bool `json:"preventIndexing,omitempty"`
	Shown
}

// Page is one address of the site.
type Page struct {
	Head
	Kicker string  `json:"kicker,omitempty"` // a few words above the title
	Blocks []Block `json:"blocks"`
}

// Post is an article of the press blog.
type Post struct {
	Head
	Date    string  `json:"date"` // of its publication, such as 2026-11-01
	Author  string  `json:"author"`
	Summary string  `json:"summary"` // for the list and the feed
	Blocks  []Block `json:"blocks"`
}

// Picture is a file in the brand's folder of pictures, whose sizes the site's build knows.
type Picture struct {
	URL string `json:"url"` // /pictures/ and the path in the folder
	Alt string `json:"alt"`
}

// MenuItem is an entry of the navigation, or of the submenu of one (specification §3).
type MenuItem struct {
	ID          string     `json:"id"`
	Title       string     `json:"title"`
	URL         string     `json:"url"`
	As          string     `json:"as,omitempty"`
	External    bool       `json:"external,omitempty"`
	HasModal    bool       `json:"hasModal,omitempty"` // it opens the handoff chooser
	Icon        string     `json:"icon,omitempty"`
	CategoryID  int32      `json:"categoryId,omitempty"`
	HolidayOnly bool       `json:"holidayOnly,omitempty"` // shown only while a holiday is on everywhere
	SubTitles   []MenuItem `json:"subTitles,omitempty"`
	Shown
}

// Footer is the foot of every page (specification §3).
type Footer struct {
	Columns         []FooterColumn `json:"columns,omitempty"`
	GeneralLinks    []FooterLink   `json:"generalLinks,omitempty"`
	Policies        []FooterLink   `json:"policies,omitempty"`
	FooterCopyright string         `json:"footerCopyright,omitempty"` // [year] is the present one
}

// FooterColumn is a column of links, social networks, phone numbers or badges; each part may be empty.
type FooterColumn struct {
	ID          string        `json:"id"`
	Title       string        `json:"title,omitempty"`
	ColumnTitle string        `json:"columnTitle,omitempty"` // the same as Title: the specification has both names
	Links       []FooterLink  `json:"links,omitempty"`
	SocialTitle string        `json:"socialTitle,omitempty"`
	SocialMedia []SocialMedia `json:"socialMedia,omitempty"`
	ContactInfo []ContactInfo `json:"contactInfo,omitempty"`
	FooterCta   []FooterCta   `json:"footerCta,omitempty"`
	// FooterCopyright is the copyright line of the footer, if the import has it in a column.
	FooterCopyright string `json:"footerCopyright,omitempty"`
	Shown
}

// Complete sets both names of each column's title from either, and the footer's copyright line from a column's.
func (f *Footer) Complete() {
	for i := range f.Columns {
		c := &f.Columns[i]
		c.Title = cmp.Or(c.Title, c.ColumnTitle)
		c.ColumnTitle = cmp.Or(c.ColumnTitle, c.Title)
		f.FooterCopyright = cmp.Or(f.FooterCopyright, c.FooterCopyright)
	}
}

// FooterLink leads to a page or to a document.
type FooterLink struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
	PDF   string `json:"pdf,omitempty"` // the address of the same as a file
	Shown
}

// SocialMedia is a profile of the brand on a network.
type SocialMedia struct {
	URL         string `json:"url"`
	SocialImage Image  `json:"socialImage"`
}

// Image is a drawing that comes with the site.
type Image struct {
	URL             string `json:"url"`
	AlternativeText string `json:"alternativeText"`
	Width           int32  `json:"width"`  // CSS pixels
	Height          int32  `json:"height"` // CSS pixels
}

// ContactInfo is a way to reach the brand: a phone number in E.164 or a mail address.
type ContactInfo struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Value string `json:"value"`
}

// FooterCta is a badge that leads to an app store.
type FooterCta struct {
	URL            string `json:"url"`
	ExternalLink   bool   `json:"externalLink"`
	FooterCtaImage Image  `json:"footerCtaImage"`
}

// Promo is a promotion of the page of current deals.
type Promo struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Terms   string   `json:"terms,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Cta     *Cta     `json:"cta,omitempty"`
	Shown
}

// Page finds a page by its slug.
func (e *Edition) Page(slug string) (*Page, bool) {
	for i := range e.Pages {
		if e.Pages[i].Slug == slug {
			return &e.Pages[i], true
		}
	}
	return nil, false
}

// Post finds a post by its slug, with its neighbours: the next newer one and the one before it; nil at the ends.
func (e *Edition) Post(slug string) (post, newer, older *Post, found bool) {
	for i := range e.Posts {
		if e.Posts[i].Slug != slug {
			continue
		}
		if i > 0 {
			newer = &e.Posts[i-1]
		}
		if i+1 < len(e.Posts) {
			older = &e.Posts[i+1]
		}
		return &e.Posts[i], newer, older, true
	}
	return nil, nil, nil, false
}
