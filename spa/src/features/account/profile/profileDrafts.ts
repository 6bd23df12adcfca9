import { readTab, writeTab } from '../../../market/tabStorage'

/** What was typed into a form and not saved, and the part of the profile that the form showed. */
interface Draft<Part> {
  part: Part
  fields: Record<string, string>
}

type Drafts = Record<string, Draft<unknown> | undefined>

const storageKey = 'profileDrafts'

/** Returns the drafts of the customer with this e-mail address, by the name of the form. */
export function draftsOf(email: string): Drafts {
  const stored = readTab<{ email: string; forms: Drafts }>(storageKey)
  return stored?.email === email ? stored.forms : {}
}

/** Stores a draft in this tab, or removes it. It remains when the session ends, until the customer has signed in again. */
export function storeDraft<Part>(email: string, form: string, draft?: Draft<Part>) {
  writeTab(storageKey, { email, forms: { ...draftsOf(email), [form]: draft } })
}
