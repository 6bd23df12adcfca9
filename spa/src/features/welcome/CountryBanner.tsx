import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { chooseSite, readChoice, storeChoice } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { Button } from '../../ui/form/Button'
import { Banner } from './Banner'
import { useCountryQuery } from './country'
import { offeredSite } from './offeredSite'

const dismissal = 'hideContinueToInternationalSitePrompt'

/** Offers the site of the guest's country if it differs from the current one. */
export function CountryBanner() {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { pathname, search } = useLocation()
  const [hidden, setHidden] = useState(() => readChoice(dismissal) !== null)
  const { data: country } = useCountryQuery(undefined, { skip: hidden })
  const offer = country ? offeredSite(country, pathname, navigator.languages) : undefined
  if (hidden || !offer) return null

  function hide() {
    storeChoice(dismissal)
    setHidden(true)
  }

  return (
    <Banner
      title={new Intl.DisplayNames(lang, { type: 'region' }).of(offer.site.country) ?? offer.site.label}
      tone="char"
      onClose={hide}
      action={
        <Button
          small
          tone="yellow"
          onClick={() => {
            hide()
            chooseSite(offer.site)
            // Full page load: responses cached for one country must not appear in the other.
            location.assign(offer.keeps ? offer.path + search : offer.path)
          }}
        >
          {t('welcome.continue')}
        </Button>
      }
    >
      <p>{t('welcome.country-line')}</p>
    </Banner>
  )
}
