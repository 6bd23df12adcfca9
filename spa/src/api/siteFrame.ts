import type { FooterContent, MenuItem } from '../market/navigation'
import { api } from './api'
import { contentQuery, type LocaleVariables } from './graphql'

const visibility = 'showOnCanadaSite showOnInternationalSite'
const item = `id title url as external hasModal icon categoryId holidayOnly ${visibility}`
const link = `id title url pdf ${visibility}`
const image = 'url alternativeText width height'

/** Endpoints of the header and footer. Separate from content.ts, because the home page's bundle contains them. */
export const siteFrame = api.injectEndpoints({
  endpoints: (build) => ({
    navigation: build.query<MenuItem[], LocaleVariables>(
      contentQuery(
        'navigation',
        `query Navigation($locale:String!){navigation(locale:$locale){${item} subTitles{${item}}}}`,
      ),
    ),
    footer: build.query<FooterContent, LocaleVariables>(
      contentQuery(
        'footer',
        `query Footer($locale:String!){footer(locale:$locale){columns{id title links{${link}} socialTitle socialMedia{url socialImage{${image}}} contactInfo{id title value} footerCta{url externalLink footerCtaImage{${image}}} ${visibility}} generalLinks{${link}} policies{${link}} footerCopyright}}`,
      ),
    ),
  }),
})

export const { useNavigationQuery, useFooterQuery } = siteFrame
