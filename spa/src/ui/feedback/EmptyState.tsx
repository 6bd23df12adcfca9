import type { ComponentProps } from 'react'
import { MissingFood } from '../../food/MissingFood'
import { EmptyStateFrame } from './EmptyStateFrame'

interface EmptyStateProps
  extends Pick<ComponentProps<typeof EmptyStateFrame>, 'title' | 'line' | 'children'> {
  /** The name of the drawing that is not there; without it, a burger. */
  picture?: string
}

/** Nothing here: only the shadow of the food keeps its place on the counter. */
export function EmptyState({ picture, ...words }: EmptyStateProps) {
  return (
    <EmptyStateFrame
      {...words}
      shadow={<MissingFood picture={picture} />}
      place={picture ? 'dish' : 'burger'}
    />
  )
}
