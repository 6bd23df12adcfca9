import { useTranslation } from 'react-i18next'
import type { Consent } from '../../market/privacy'
import { readChoice, storeChoice } from '../../market/storedChoices'
import { usePaths } from '../../market/useMarket'
import { Button } from '../../ui/form/Button'
import { hasPrivacySignal } from './analytics'
import { Banner } from './Banner'

/**
 * Stores the answer of both the button and the close icon. Only the button allows analytics. An objection that the guest has made on the
 * page behind the banner stays.
 */
export function CookieBanner({ onAnswer }: { onAnswer: (consent: Consent) => void }) {
  const { t } = useTranslation()
  const policy = usePaths().page('cookies')
  const answer = (consent: Consent) => {
    storeChoice('cookieConsent', readChoice('cookieConsent') ?? consent)
    onAnswer(consent)
  }
  return (
    <Banner
      title={t('welcome.cookies-title')}
      tone="card"
      onClose={() => answer('closed')}
      action={
        <Button small onClick={() => answer('accepted')}>
          {t('welcome.accept')}
        </Button>
      }
    >
      <p>
        {t(hasPrivacySignal() ? 'welcome.cookies-signal' : 'welcome.cookies-line')}{' '}
        <a href={policy}>{t('welcome.policy')}</a>
      </p>
    </Banner>
  )
}
