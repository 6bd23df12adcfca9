import type { ComponentProps } from 'react'
import { useSelector } from 'react-redux'
import { everyday } from '../../market/categories'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { HandoffChooser } from './HandoffChooser'
import { selectBasket } from './selectors'

/** HandoffChooser with a link back to the current basket, if it is not empty. */
export function BasketHandoffChooser(props: Omit<ComponentProps<typeof HandoffChooser>, 'begun'>) {
  const paths = usePaths()
  const basket = useSelector(selectBasket)
  if (!basket?.count) return <HandoffChooser {...props} />
  const { store: location, handoff } = basket
  const menuPath = paths.menu(location.slug, everyday, handoffOf(handoff))
  return <HandoffChooser {...props} begun={{ location: location.label, menuPath }} />
}
