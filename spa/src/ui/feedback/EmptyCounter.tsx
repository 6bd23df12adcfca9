import type { ComponentProps } from 'react'
import { MissingFood } from '../../food/MissingFood'
import { Counter } from './Counter'

interface EmptyCounterProps extends Pick<ComponentProps<typeof Counter>, 'title' | 'line' | 'children'> {
  /** The name of the drawing that is not there; without it, a burger. */
  picture?: string
}

/** Nothing here: only the shadow of the food keeps its place on the counter. */
export function EmptyCounter({ picture, ...words }: EmptyCounterProps) {
  return <Counter {...words} shadow={<MissingFood picture={picture} />} place={picture ? 'dish' : 'burger'} />
}
