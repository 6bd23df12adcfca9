import type { FormKind } from './formApi'

/** What a guest has entered in a form that is not sent yet, and the idempotency key of a send without an answer. */
interface Draft<Fields> {
  fields: Partial<Fields>
  key?: string
}

const storageKey = (kind: FormKind) => `form-${kind}`

/** Returns the stored draft of a form, with only the fields that the form has. */
export function storedDraft<Fields extends object>(kind: FormKind, blank: Fields): Draft<Fields> {
  try {
    const { fields, key } = JSON.parse(sessionStorage.getItem(storageKey(kind)) ?? '{}') as Draft<Fields>
    const known = Object.entries(fields ?? {}).filter(
      ([name, value]) => Object.hasOwn(blank, name) && typeof value === typeof blank[name as keyof Fields],
    )
    return {
      fields: Object.fromEntries(known) as Partial<Fields>,
      key: typeof key === 'string' ? key : undefined,
    }
  } catch {
    return { fields: {} }
  }
}

export function storeDraft<Fields extends object>(kind: FormKind, draft: Draft<Fields> | undefined) {
  try {
    if (draft) sessionStorage.setItem(storageKey(kind), JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey(kind))
  } catch {
    // Storage may be unavailable; the fields are then empty after a reload.
  }
}
