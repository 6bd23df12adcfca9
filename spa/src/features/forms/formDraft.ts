import { readTab, writeTab } from '../../market/tabStorage'
import type { FormKind } from './formApi'

/** What a guest has entered in a form that is not sent yet, and the idempotency key of a send without an answer. */
interface Draft<Fields> {
  fields: Partial<Fields>
  key?: string
}

const storageKey = (kind: FormKind) => `form-${kind}`

/** Returns the stored draft of a form, with only the fields that the form has. */
export function storedDraft<Fields extends object>(kind: FormKind, blank: Fields): Draft<Fields> {
  const { fields = {}, key } = readTab<Draft<Fields>>(storageKey(kind)) ?? {}
  const known = Object.entries(fields).filter(
    ([name, value]) => Object.hasOwn(blank, name) && typeof value === typeof blank[name as keyof Fields],
  )
  return { fields: Object.fromEntries(known) as Partial<Fields>, key }
}

export const storeDraft = <Fields>(kind: FormKind, draft: Draft<Fields> | undefined) =>
  writeTab(storageKey(kind), draft)
