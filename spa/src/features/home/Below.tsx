import { LineUp } from './LineUp'
import { Pit } from './Pit'
import { States } from './States'
import { YourCall } from './YourCall'

/** The layers below the first screen. */
export function Below() {
  return (
    <>
      <LineUp />
      <YourCall />
      <States />
      <Pit />
    </>
  )
}
