import { useEffect, useState } from 'react'
import { useSuggestPlacesQuery } from './generated'

/** Milliseconds without a key after which the server is asked. */
const pause = 120

/** The places that a search may become, offered by its field while the guest types: the options of the list with this id. */
export function Completions({ id, text }: { id: string; text: string }) {
  const [q, setQ] = useState(text)
  useEffect(() => {
    const rest = setTimeout(() => setQ(text.trim()), pause)
    return () => clearTimeout(rest)
  }, [text])
  const { data } = useSuggestPlacesQuery({ q }, { skip: q.length < 2 })
  return (
    <datalist id={id}>
      {data?.places.map((place) => (
        <option key={place} value={place} />
      ))}
    </datalist>
  )
}
