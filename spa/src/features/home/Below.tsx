import { useMarket } from '../../market/useMarket'
import { LineUp } from './LineUp'
import { NotYet } from './NotYet'
import { Pit } from './Pit'
import { States } from './States'
import { YourCall } from './YourCall'

/** The layers below the first screen. */
export function Below() {
  const { orders } = useMarket()
  return (
    <>
      <LineUp />
      <YourCall />
      {orders ? <States /> : <NotYet />}
      <Pit />
    </>
  )
}
