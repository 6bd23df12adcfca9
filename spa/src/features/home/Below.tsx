import { brand } from '../../brand/brand'
import { useMarket } from '../../market/useMarket'
import { LineUp } from './LineUp'
import { NotYet } from './NotYet'
import { Pit } from './Pit'
import { Sections } from './Sections'
import { States } from './States'
import { YourCall } from './YourCall'

// Loads the tooltips of the first screen's icons, for pointers that can hover. This chunk loads at the first interaction.
if (typeof document !== 'undefined' && matchMedia('(hover: hover)').matches)
  void import('../../ui/rare.chunk').catch(() => {})

/** The layers below the first screen. */
export function Below() {
  const { acceptsOrders } = useMarket()
  return (
    <>
      {brand.burgers ? (
        <>
          <LineUp />
          <YourCall />
        </>
      ) : (
        <Sections />
      )}
      {acceptsOrders ? <States /> : <NotYet />}
      <Pit />
    </>
  )
}
