// Package content holds a brand's content besides its menu: pages, blog posts, navigation, footer and promotions, per
// language. It is imported as a whole (infra/seed/content) and read through snapshots.
package content

import (
	"cmp"
	"slices"

	"ordering/shared/locale"
)

// Locales are the languages with content. Readers of en-ca get the English content.
var Locales = []locale.Locale{locale.En, locale.En001, locale.FrCA, locale.PtBR, locale.JaJP, locale.EsMX}

// Written returns the language of the content for readers of l, or false without such content.
func Written(l locale.Locale) (locale.Locale, bool) {
	if l == locale.EnCA {
		l = locale.En
	}
	return l, slices.Contains(Locales, l)
}

// Edition is all content of a brand in one language. It is immutable.
type Edition struct {
	Pages      []Page     `json:"pages,omitempty"`      // in the order of their slugs
	Posts      []Post     `json:"posts,omitempty"`      // the newest first
	Navigation []MenuItem `json:"navigation,omitempty"` // the main menu
	Footer     Footer     `json:"footer,omitzero"`
	Promos     []Promo    `json:"promos,omitempty"`
}

// Shown lists the sites that show something besides the US site: Canada's and those of other countries.
type Shown struct {
	ShowOnCanadaSite        bool `json:"showOnCanadaSite"`
	ShowOnInternationalSite bool `json:"showOnInternationalSite"`
}

// On reports whether the site in l shows it.
func (s Shown) On(l locale.Locale) bool {
	switch l {
	case locale.En:
		return true
	case locale.EnCA, locale.FrCA:
		return s.ShowOnCanadaSite
	}
	return s.ShowOnInternationalSite
}

// narrow removes the pages and posts that the site in l does not show. The site itself filters navigation, footer and promotions.
func (e *Edition) narrow(l locale.Locale) {
	e.Pages = slices.DeleteFunc(e.Pages, func(p Page) bool { return !p.On(l) })
	e.Posts = slices.DeleteFunc(e.Posts, func(p Post) bool { return !p.On(l) })
}

// Head is the metadata of pages and posts.
type Head struct {
	Slug        string   `json:"slug"` // path without the market's prefix, such as company/our-story; of a post its last part
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Keywords    []string `json:"keywords,omitempty"`
	Picture     *Picture `json:"picture,omitempty"`
	Updated     string   `json:"updated"` // a date such as 2026-11-01
	// PreventIndexing tells search engines not to index the page.
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

// Picture is a file in the brand's picture folder. The site's build knows its sizes.
type Picture struct {
	URL string `json:"url"` // /pictures/ and the path in the folder
	Alt string `json:"alt"`
}

// MenuItem is an entry of the navigation or of its submenu (specification §3).
type MenuItem struct {
	ID          string     `json:"id"`
	Title       string     `json:"title"`
	URL         string     `json:"url"`
	As          string     `json:"as,omitempty"`
	External    bool       `json:"external,omitempty"`
	HasModal    bool       `json:"hasModal,omitempty"` // it opens the handoff chooser
	Icon        string     `json:"icon,omitempty"`
	CategoryID  int32      `json:"categoryId,omitempty"`
	HolidayOnly bool       `json:"holidayOnly,omitempty"` // shown only while a holiday is active everywhere
	SubTitles   []MenuItem `json:"subTitles,omitempty"`
	Shown
}

// Footer is the footer of every page (specification §3).
type Footer struct {
	Columns         []FooterColumn `json:"columns,omitempty"`
	GeneralLinks    []FooterLink   `json:"generalLinks,omitempty"`
	Policies        []FooterLink   `json:"policies,omitempty"`
	FooterCopyright string         `json:"footerCopyright,omitempty"` // [year] stands for the current year
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

// FooterLink links to a page or a document.
type FooterLink struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
	PDF   string `json:"pdf,omitempty"` // the URL of the PDF
	Shown
}

// SocialMedia is a profile of the brand on a social network.
type SocialMedia struct {
	URL         string `json:"url"`
	SocialImage Image  `json:"socialImage"`
}

// Image is an image that is part of the site.
type Image struct {
	URL             string `json:"url"`
	AlternativeText string `json:"alternativeText"`
	Width           int32  `json:"width"`  // CSS pixels
	Height          int32  `json:"height"` // CSS pixels
}

// ContactInfo is a phone number in E.164 or a mail address of the brand.
type ContactInfo struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Value string `json:"value"`
}

// FooterCta is a badge that links to an app store.
type FooterCta struct {
	URL            string `json:"url"`
	ExternalLink   bool   `json:"externalLink"`
	FooterCtaImage Image  `json:"footerCtaImage"`
}

// Promo is a promotion on the page of current deals.
type Promo struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Terms   string   `json:"terms,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Cta     *Cta     `json:"cta,omitempty"`
	Shown
}

// Page returns the page with a slug.
func (e *Edition) Page(slug string) (*Page, bool) {
	for i := range e.Pages {
		if e.Pages[i].Slug == slug {
			return &e.Pages[i], true
		}
	}
	return nil, false
}

// Post returns the post with a slug, and the next newer and next older post, nil at the ends.
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
