import { useEffect, useRef } from 'react'
import { useOfferPasskey } from './useOfferPasskey'

/** Makes the offer of a passkey that a sign-in at the checkout postponed. It shows a notification and nothing here. */
export function PostponedOffer() {
  const { offerPasskey } = useOfferPasskey()
  const latest = useRef(offerPasskey)
  useEffect(() => void latest.current(), [])
  return null
}
