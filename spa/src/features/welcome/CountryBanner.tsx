import { Suspense, useState } from 'react'
import { readChoice } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { lazyOptional } from '../../ui/loading/lazyOptional'
import { useCountryQuery } from './country'

const CountryOffer = lazyOptional(async () => (await import('./CountryOffer')).CountryOffer)

/**
 * Offers the site of the guest's country if it differs from the current one. The offer is a separate chunk, because most guests do
 * not need it.
 */
export function CountryBanner() {
  const market = useMarket()
  const [dismissed] = useState(() => readChoice('hideContinueToInternationalSitePrompt') !== null)
  const { data: country } = useCountryQuery(undefined, { skip: dismissed })
  if (!country || country === market.country) return null
  return (
    <Suspense>
      <CountryOffer country={country} />
    </Suspense>
  )
}
