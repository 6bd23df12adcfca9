import { type ComponentProps, useEffect, useState } from 'react'
import { PlaceList } from '../ui/form/PlaceList'
import { useSuggestPlacesQuery } from './generated'

/** Debounce of the suggestion requests. Milliseconds. */
const pause = 120

const none: string[] = []

/** Place suggestions below the search field while the guest types. */
export function PlaceSuggestions(props: Omit<ComponentProps<typeof PlaceList>, 'places'>) {
  const [q, setQ] = useState(props.text.trim())
  useEffect(() => {
    const rest = setTimeout(() => setQ(props.text.trim()), pause)
    return () => clearTimeout(rest)
  }, [props.text])
  const { data } = useSuggestPlacesQuery({ q }, { skip: q.length < 2 })
  return <PlaceList {...props} places={data?.places ?? none} />
}
