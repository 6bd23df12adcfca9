import type { ComponentProps } from 'react'
import { MissingFood } from '../../food/MissingFood'
import { EmptyStateFrame } from './EmptyStateFrame'

interface EmptyStateProps
  extends Pick<ComponentProps<typeof EmptyStateFrame>, 'title' | 'line' | 'children'> {
  /** Name of the drawing shown as a silhouette; defaults to a burger. */
  picture?: string
}

/** Empty state with the silhouette of the food on the counter. */
export function EmptyState({ picture, ...texts }: EmptyStateProps) {
  return (
    <EmptyStateFrame
      {...texts}
      shadow={<MissingFood picture={picture} />}
      place={picture ? 'dish' : 'burger'}
    />
  )
}
