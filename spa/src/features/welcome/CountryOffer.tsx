import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { chooseSite, storeChoice } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { Button } from '../../ui/form/Button'
import { Banner } from './Banner'
import { offeredSite } from './offeredSite'

/** Offers the site of another country, if the brand has one there. */
export function CountryOffer({ country }: { country: string }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { pathname, search } = useLocation()
  const [hidden, setHidden] = useState(false)
  const offer = offeredSite(country, pathname, navigator.languages)
  if (hidden || !offer) return null

  function hide() {
    storeChoice('hideContinueToInternationalSitePrompt')
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
            location.assign(offer.isSamePage ? offer.path + search : offer.path)
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
