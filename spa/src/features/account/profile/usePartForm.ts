import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Path, PathValue } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GenericSchema } from 'valibot'
import type { ApiError } from '../../../api/errors'
import { useGetProfileQuery } from '../../../api/generated'
import { changedElsewhere, versionOf } from '../../../api/profile'
import { token } from '../../../api/token'
import { notify } from '../../../ui/overlay/notifications'
import { useAccountForm } from '../useAccountForm'
import { draftsOf, storeDraft } from './profileDrafts'

interface PartForm<Part, Fields> {
  /** Name of the form among the drafts. */
  name: string
  /** The part of the profile as this browser knows it. */
  part: Part
  fieldsOf: (part: Part) => Fields
  rules: (t: TFunction) => GenericSchema<Fields>
  /** Sends the fields for the version that the customer saw, and returns the stored part. */
  save: (fields: Fields, ifMatch: string) => Promise<Part>
  onSaved?: () => void
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/**
 * State of a form for a part of the profile. If another browser changed the part, the fields that the customer has not changed take the
 * stored values. `elsewhere` has the stored values of the fields that both changed: the customer takes those, or saves again to replace
 * them. Typed text is kept over a reload, and over a sign-in if the session ends.
 */
export function usePartForm<Part extends { version: number }, Fields extends Record<string, string>>({
  name,
  part,
  fieldsOf,
  rules,
  save,
  onSaved,
}: PartForm<Part, Fields>) {
  const { t } = useTranslation()
  const email = useGetProfileQuery().data?.email ?? ''
  const [draft] = useState(() => draftsOf(email)[name])
  const base = useRef((draft?.part as Part | undefined) ?? part)
  const [elsewhere, setElsewhere] = useState<Partial<Fields>>()
  const blank: Fields = { ...fieldsOf(part), ...draft?.fields }
  const { form, error, registered, submit, failure, isSending } = useAccountForm({ rules, blank, send })

  function accept(stored: Part) {
    base.current = stored
    setElsewhere(undefined)
    form.reset(fieldsOf(stored) as Parameters<typeof form.reset>[0])
  }

  function fill(values: Partial<Fields>) {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>)
  }

  async function send(fields: Fields) {
    accept(await replace(fields))
    notify({ type: 'success', text: t('profile.saved') })
    onSaved?.()
  }

  async function replace(fields: Fields): Promise<Part> {
    try {
      return await save(fields, versionOf(base.current))
    } catch (error) {
      const stored = changedElsewhere<Part>(error as ApiError)
      if (!stored) throw error
      const before = fieldsOf(base.current)
      const changed = Object.entries(fieldsOf(stored)).filter(([name, value]) => value !== before[name])
      const untouched = Object.fromEntries(changed.filter(([name]) => fields[name] === before[name]))
      const contested = changed.filter(([name, value]) => !(name in untouched) && value !== fields[name])
      base.current = stored
      fill(untouched as Partial<Fields>)
      if (contested.length === 0) return replace({ ...fields, ...untouched })
      setElsewhere(Object.fromEntries(contested) as Partial<Fields>)
      throw error
    }
  }

  // A part that was fetched again never replaces what the customer has typed.
  const onPart = useEffectEvent((fetched: Part) => {
    const before = fieldsOf(base.current)
    if (same(fieldsOf(fetched), before)) base.current = fetched
    else if (same(form.getValues(), before)) accept(fetched)
  })
  useEffect(() => onPart(part), [part])

  const keep = useEffectEvent((fields: Fields) => {
    const isTyped = !same(fields, fieldsOf(base.current))
    storeDraft(email, name, isTyped ? { part: base.current, fields } : undefined)
  })
  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keep(values as Fields),
    })
    return () => {
      stop()
      if (token()) storeDraft(email, name) // saved, cancelled or left, not signed out
    }
  }, [form.subscribe, email, name])

  return {
    form,
    error,
    registered,
    /** Props of the form's component. */
    state: {
      submit,
      failure,
      isSending,
      elsewhere: elsewhere && {
        /** The stored values of the fields that this form has changed too. */
        stored: elsewhere as Readonly<Record<string, string>>,
        /** Replaces the entered values of these fields with the stored ones. */
        onTake: () => {
          fill(elsewhere)
          setElsewhere(undefined)
          form.setFocus(Object.keys(elsewhere)[0] as Path<Fields>)
        },
      },
    },
  }
}

export type PartFormState = ReturnType<typeof usePartForm>['state']
