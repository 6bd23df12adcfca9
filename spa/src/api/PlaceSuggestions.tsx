import { type ComponentProps, useEffect, useState } from 'react'
import { PlaceList } from '../ui/form/PlaceList'
import { useSuggestPlacesQuery } from './generated'

/** Milliseconds without a key after which the server is asked. */
const pause = 120

const none: string[] = []

/** The places that a search may become, offered below its field while the guest types. */
export function PlaceSuggestions(props: Omit<ComponentProps<typeof PlaceList>, 'places'>) {
  const [q, setQ] = useState(props.text.trim())
  useEffect(() => {
    const rest = setTimeout(() => setQ(props.text.trim()), pause)
    return () => clearTimeout(rest)
  }, [props.text])
  const { data } = useSuggestPlacesQuery({ q }, { skip: q.length < 2 })
  return <PlaceList {...props} places={data?.places ?? none} />
}
