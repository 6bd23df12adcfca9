import { useEffect, useState } from 'react'
import { firstInteraction } from '../../ui/loading/firstInteraction'

type Chunk = typeof import('../shell.chunk')

/**
 * The code of the shell that comes after the first page, once it is there: it is fetched now, or when the guest does anything. Where it cannot
 * come the shell does without it.
 */
export function useShellChunk(when: 'now' | 'firstInteraction' | 'never'): Chunk | undefined {
  const [chunk, setChunk] = useState<Chunk>()
  useEffect(() => {
    const fetchIt = async () => {
      if (when === 'firstInteraction') await firstInteraction()
      setChunk(await import('../shell.chunk'))
    }
    if (when !== 'never') fetchIt().catch(() => {})
  }, [when])
  return chunk
}
