import { api } from './api'
import { ask, type InLocale, slim } from './graph'

/** On whose sites something is shown besides the one of the US. */
export interface Shown {
  showOnCanadaSite?: boolean
  showOnInternationalSite?: boolean
}

/** An entry of the main navigation (specification §3). */
export interface MenuItem extends Shown {
  id: string
  title: string
  url: string
  as?: string
  external?: boolean
  /** It opens the handoff chooser. */
  hasModal?: boolean
  icon?: string
  categoryId?: number
  /** Shown only while a holiday is on everywhere. */
  holidayOnly?: boolean
  subTitles?: MenuItem[]
}

export interface FooterLink extends Shown {
  id: string
  title: string
  url: string
  /** The address of the same as a file. */
  pdf?: string
}

/** A drawing that comes with the site. */
export interface Image {
  url: string
  alternativeText: string
  /** CSS pixels, like the height. */
  width: number
  height: number
}

export interface FooterColumn extends Shown {
  id: string
  title: string
  links?: FooterLink[]
  socialTitle?: string
  socialMedia?: { url: string; socialImage: Image }[]
  /** A number in E.164 or a mail address. */
  contactInfo?: { id: string; title: string; value: string }[]
  footerCta?: { url: string; externalLink?: boolean; footerCtaImage: Image }[]
}

export interface Footer {
  columns?: FooterColumn[]
  generalLinks?: FooterLink[]
  policies?: FooterLink[]
  /** [year] is the present one. */
  footerCopyright?: string
}

/** A configuration record (specification §1). */
export interface Brand {
  id: number
  folderPath: string
  metaTitle: string
  title: string
  shortTitle: string
  webUrl: string
}

const shown = 'showOnCanadaSite showOnInternationalSite'
const item = `id title url as external hasModal icon categoryId holidayOnly ${shown}`
const link = `id title url pdf ${shown}`
const image = 'url alternativeText width height'

/** What stands around every page. Apart from the pages' own calls (content.ts), for the home page carries these. */
const frame = api.injectEndpoints({
  endpoints: (build) => ({
    navigation: build.query<MenuItem[], InLocale>({
      query: (v) =>
        ask(
          'Navigation',
          `query Navigation($locale:String!){navigation(locale:$locale){${item} subTitles{${item}}}}`,
          v,
        ),
      transformResponse: ({ data }: { data: { navigation: MenuItem[] } }) => slim(data.navigation),
    }),
    footer: build.query<Footer, InLocale>({
      query: (v) =>
        ask(
          'Footer',
          `query Footer($locale:String!){footer(locale:$locale){columns{id title links{${link}} socialTitle socialMedia{url socialImage{${image}}} contactInfo{id title value} footerCta{url externalLink footerCtaImage{${image}}} ${shown}} generalLinks{${link}} policies{${link}} footerCopyright}}`,
          v,
        ),
      transformResponse: ({ data }: { data: { footer: Footer } }) => slim(data.footer),
    }),
  }),
})

export const { useNavigationQuery, useFooterQuery } = frame
