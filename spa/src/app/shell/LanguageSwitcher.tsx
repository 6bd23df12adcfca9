import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { siblings } from '../../market/market'
import { samePage } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { useHydrated } from '../../ui/loading/useHydrated'

/** Links to the country's other languages. Renders nothing if there is only one. */
export function LanguageSwitcher({ className }: { className?: string }) {
  const { t } = useTranslation()
  const market = useMarket()
  const { pathname, search } = useLocation()
  // A prerendered page does not know its query string before hydration.
  const query = useHydrated() ? search : ''
  const others = siblings(market).filter((m) => m !== market)
  if (others.length === 0) return null
  return (
    <ul className={className} aria-label={t('app.language')}>
      {others.map((other) => (
        <li key={other.locale}>
          {/* Full page load: responses cached in one language must not appear in the other. */}
          <a className="tap" href={samePage(pathname, other) + query} lang={other.lang} hrefLang={other.lang}>
            {other.language}
          </a>
        </li>
      ))}
    </ul>
  )
}
