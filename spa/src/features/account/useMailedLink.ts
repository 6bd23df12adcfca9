import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Returns the values in the URL's fragment and removes it from the URL at once, so that neither history nor a shared address keeps the
 * secret of a mailed link. Nothing is sent before the guest presses a button: scanners of mails open links too.
 */
export function useMailedLink(): URLSearchParams {
  const { hash, pathname, search } = useLocation()
  const [link, setLink] = useState(hash)
  useEffect(() => {
    if (!hash.includes('=')) return // a part of the page
    setLink(hash)
    history.replaceState(history.state, '', pathname + search)
  }, [hash, pathname, search])
  return new URLSearchParams(link.slice(1))
}
