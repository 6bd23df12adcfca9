import { useLocation } from 'react-router'
import { markets } from '../../market/market'
import { samePage } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { PageTitle } from '../../ui/PageTitle'
import { canonical, scriptText } from './structured'

interface HeadProps {
  title: string
  description?: string
  /** Structured data: schema.org, one object each. */
  data: readonly object[]
}

/** What a page of a place says of itself to those who list pages. */
export function Head({ title, description, data }: HeadProps) {
  const { pathname } = useLocation()
  const { country } = useMarket()
  return (
    <>
      <PageTitle title={title} />
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={canonical(pathname)} />
      {markets
        .filter((market) => market.country === country)
        .map((market) => (
          <link
            key={market.lang}
            rel="alternate"
            hrefLang={market.lang}
            href={canonical(samePage(pathname, market))}
          />
        ))}
      {data.map((each) => (
        <script key={JSON.stringify(each)} type="application/ld+json">
          {scriptText(each)}
        </script>
      ))}
    </>
  )
}
