import { readStored, writeStored } from '../../../market/storedChoices'

/** What this browser remembers about the offer of a passkey: `later`, after the order; `never`, it has one or its customer refused. */
const storageKey = 'passkeyOffer'

export const isOfferPostponed = () => readStored(storageKey) === 'later'
export const isOfferEnded = () => readStored(storageKey) === 'never'

export const postponeOffer = () => isOfferEnded() || writeStored(storageKey, 'later')
export const resumeOffer = () => isOfferEnded() || writeStored(storageKey, null)
export const endOffer = () => writeStored(storageKey, 'never')
