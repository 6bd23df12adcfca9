import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { siblings } from '../../market/market'
import { samePage } from '../../market/paths'
import { chooseSite } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { useHydrated } from '../../ui/loading/useHydrated'

/** The other languages of the country; nothing when there are none. */
export function LanguageSwitcher({ className }: { className?: string }) {
  const { t } = useTranslation()
  const market = useMarket()
  const { pathname, search } = useLocation()
  // A page that came rendered answers whatever its address asks for, and knows of it once it is the browser's.
  const asked = useHydrated() ? search : ''
  const others = siblings(market).filter((m) => m !== market)
  if (others.length === 0) return null
  return (
    <ul className={className} aria-label={t('app.language')}>
      {others.map((other) => (
        <li key={other.locale}>
          {/* A new document: what the server said in one language must not linger in the other. */}
          <a
            href={samePage(pathname, other) + asked}
            lang={other.lang}
            hrefLang={other.lang}
            onClick={() => chooseSite(other)}
          >
            {other.language}
          </a>
        </li>
      ))}
    </ul>
  )
}
