import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { brand } from '../../brand/brand'
import { hasPage } from '../../market/paths'
import { readChoice, renewChoices } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { lazyOptional } from '../../ui/loading/lazyOptional'
import { hasPrivacySignal, logEvent } from './analytics'
import { CookieBanner } from './CookieBanner'
import { CountryBanner } from './CountryBanner'
import styles from './Welcome.module.css'

// Loaded on demand: a first visit shows no promotion, and only Canada's asks for the language.
const PromotionsBar = lazyOptional(async () => (await import('./PromotionsBar')).PromotionsBar)
const LanguagePicker = lazyOptional(async () => (await import('./LanguagePicker')).LanguagePicker)

interface WelcomeProps {
  /** On order pages only required banners are shown. */
  ordering: boolean
}

/**
 * Banners at the bottom of the screen: cookie consent, country, and, on later visits after those are answered, promotions. The
 * footer has the messages that can wait.
 */
export function Welcome({ ordering }: WelcomeProps) {
  const { t } = useTranslation()
  const market = useMarket()
  const { kind, lang } = market
  const { pathname } = useLocation()
  const [consent, setConsent] = useState(() => readChoice('cookieConsent'))
  const [showsPromotions] = useState(() => consent !== null && readChoice('hidePromotionsBar') === null)
  const [firstVisit] = useState(() => readChoice('language') === null)

  useEffect(renewChoices, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: also records the current page when the guest consents
  useEffect(() => {
    logEvent('page_view', { path: pathname, title: document.title, lang })
  }, [pathname, lang, consent])

  return (
    <>
      {hasPrivacySignal() && (
        <aside className={styles.signal}>
          <p>{t('welcome.signal')}</p>
        </aside>
      )}
      <section ref={clearTray} className={styles.tray} aria-label={t('welcome.region')}>
        {!consent && <CookieBanner onAnswer={setConsent} />}
        <CountryBanner />
        {showsPromotions && !ordering && brand.promoBanner && hasPage(market, 'deals') && (
          <Suspense>
            <PromotionsBar />
          </Suspense>
        )}
      </section>
      {kind === 'canada' && firstVisit && !ordering && (
        <Suspense>
          <LanguagePicker />
        </Suspense>
      )}
    </>
  )
}

/**
 * Ref of the tray: focused elements and the end of the page scroll clear of it. It sets no custom property: those are inherited, and
 * the style of the whole page would be recalculated.
 */
function clearTray(tray: HTMLElement | null) {
  if (!tray) return
  const { documentElement: html, body } = document
  const clear = (height: number) => {
    const space = height ? `calc(${height}px + var(--foot, 0px))` : ''
    html.style.scrollPaddingBottom = space && `calc(2rem + ${space})`
    body.style.paddingBottom = space
  }
  const observer = new ResizeObserver(() => clear(tray.offsetHeight))
  observer.observe(tray)
  return () => {
    observer.disconnect()
    clear(0)
  }
}
