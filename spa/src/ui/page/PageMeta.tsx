import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { brand } from '../../brand/brand'
import type { Market } from '../../market/market'
import { samePage } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import type { OgImage } from './ogImage'
import { canonical, scriptText } from './structuredData'

interface PageMetaProps {
  title: string
  /** The title contains the brand's name already. */
  whole?: boolean
  description?: string
  /** Keywords of this page; the brand's are appended. */
  keywords?: readonly string[]
  /** Defaults to the brand's image. */
  ogImage?: OgImage
  /** Excludes the page from search engines: orders, errors, pages without content. */
  preventIndexing?: boolean
  /** The page does not exist: it is not prerendered, and crawlers that render it read a 404 status. */
  missing?: boolean
  /** Markets that have this page, including the current one. */
  alternates?: readonly Market[]
  /** Structured data: one schema.org object each. */
  data?: readonly object[]
}

/** Meta tag that reports the status 404 of a rendered page; crawlers that render know this name. */
export const notFound = { name: 'prerender-status-code', content: '404' }

/** Metadata of a page for search engines and link previews; React moves it to the head. */
export function PageMeta({
  title,
  whole = false,
  description,
  keywords = [],
  ogImage = brand.ogImage,
  preventIndexing = false,
  missing = false,
  alternates = [],
  data = [],
}: PageMetaProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { lang } = useMarket()
  const full = whole ? title : t('app.title', { page: title })
  if (preventIndexing || missing)
    return (
      <>
        <title>{full}</title>
        <meta name="robots" content="noindex" />
        {missing && <meta {...notFound} />}
      </>
    )
  const url = canonical(pathname)
  const others = alternates.length > 1 ? alternates : []
  return (
    <>
      <title>{full}</title>
      {description && <meta name="description" content={description} />}
      <meta name="keywords" content={[...keywords, t('app.keywords')].join(', ')} />
      <link rel="canonical" href={url} />
      {others.map((market) => (
        <link
          key={market.lang}
          rel="alternate"
          hrefLang={market.lang}
          href={canonical(samePage(pathname, market))}
        />
      ))}
      {others[0] && (
        <link rel="alternate" hrefLang="x-default" href={canonical(samePage(pathname, others[0]))} />
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:locale" content={lang.replace('-', '_')} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={new URL(ogImage.url, brand.site).href} />
      <meta property="og:image:width" content={String(ogImage.width)} />
      <meta property="og:image:height" content={String(ogImage.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      {data.map((item) => (
        <script
          key={scriptText(item)}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: scriptText escapes the data; React would write &quot;
          dangerouslySetInnerHTML={{ __html: scriptText(item) }}
        />
      ))}
    </>
  )
}
