/** What was typed into a form and not saved, and the part of the profile that the form showed. */
interface Draft<Part> {
  part: Part
  fields: Record<string, string>
}

const storageKey = 'profileDrafts'

/** Returns the drafts of the customer with this e-mail address, by the name of the form. */
export function draftsOf(email: string): Record<string, Draft<unknown> | undefined> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return stored.email === email ? stored.forms : {}
  } catch {
    return {}
  }
}

/** Stores a draft in this tab, or removes it. It remains when the session ends, until the customer has signed in again. */
export function storeDraft<Part>(email: string, form: string, draft?: Draft<Part>) {
  try {
    const forms = { ...draftsOf(email), [form]: draft }
    sessionStorage.setItem(storageKey, JSON.stringify({ email, forms }))
  } catch {
    // Storage may be unavailable: the form works without it.
  }
}
