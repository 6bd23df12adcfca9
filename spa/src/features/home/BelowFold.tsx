import { brand } from '../../brand/brand'
import { hasPage } from '../../market/paths'
import { useMarket } from '../../market/useMarket'
import { BurgerEditor } from './BurgerEditor'
import { LineUp } from './LineUp'
import { MenuSections } from './MenuSections'
import { NoLocationsYet } from './NoLocationsYet'
import { PitStory } from './PitStory'
import { RunningDeals } from './RunningDeals'
import { StateList } from './StateList'

// Loads the tooltips of the first screen's icons, for pointers that can hover. This chunk loads at the first interaction.
if (typeof document !== 'undefined' && matchMedia('(hover: hover)').matches)
  void import('../../ui/rare.chunk').catch(() => {})

/** Sections below the first screen. */
export function BelowFold() {
  const market = useMarket()
  const { acceptsOrders } = market
  return (
    <>
      {brand.burgers ? (
        <>
          <LineUp />
          <BurgerEditor />
        </>
      ) : (
        <MenuSections />
      )}
      {acceptsOrders ? <StateList /> : <NoLocationsYet />}
      {hasPage(market, 'deals') && <RunningDeals />}
      <PitStory />
    </>
  )
}
