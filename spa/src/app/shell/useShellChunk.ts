import { useEffect, useState } from 'react'
import { firstInteraction } from '../../ui/loading/firstInteraction'

type Chunk = typeof import('../shell.chunk')

/** Returns the shell's deferred chunk once loaded: it loads now or on first interaction. If it fails, the shell works without it. */
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
