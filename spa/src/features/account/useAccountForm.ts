import { valibotResolver } from '@hookform/resolvers/valibot'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { type DefaultValues, type Path, type RegisterOptions, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GenericSchema } from 'valibot'
import type { ApiError } from '../../api/errors'
import { useSingleCall } from '../../ui/form/useSingleCall'
import { useAccountProblemText } from './useAccountProblemText'

/** For problems that name no field: the field and the text, by the code of the problem. */
export type Refusals<Name> = Readonly<Record<string, { field: Name; text?: string }>>

interface AccountForm<Fields> {
  /** Rules of the fields; their messages are texts. */
  rules: (t: TFunction) => GenericSchema<Fields>
  blank: Fields
  /** Sends the form. It throws the error of a refused call. */
  send: (fields: Fields) => Promise<unknown>
  refusals?: Refusals<keyof Fields & string>
}

/**
 * State of an account form. A refusal keeps what was entered. The form shows each message at its field, opens the part that hides the
 * field, and focuses the first field. A message without a field is above the button. While a call is under way the form is not sent again.
 */
export function useAccountForm<Fields extends Record<string, string>>({
  rules,
  blank,
  send,
  refusals = {},
}: AccountForm<Fields>) {
  const { t } = useTranslation()
  const text = useAccountProblemText()
  const [failure, setFailure] = useState<string>()
  const { run, isBusy: isSending } = useSingleCall() // form.formState.isSubmitting ends with a second press
  const resolver = useMemo(() => valibotResolver(rules(t)) as unknown as Resolver<Fields>, [rules, t])
  const form = useForm<Fields>({
    defaultValues: blank as DefaultValues<Fields>,
    mode: 'onTouched',
    criteriaMode: 'all', // compare repeated fields even if other fields are invalid
    resolver,
  })

  function refuse(error: ApiError) {
    const { problem } = error
    const own = refusals[problem?.code ?? '']
    const findings = (problem?.problems ?? []).flatMap((finding) => {
      const name = finding.pointer?.split('/').at(-1) ?? ''
      return name in blank ? [{ name: name as Path<Fields>, message: text(finding) }] : []
    })
    if (own) findings.push({ name: own.field as Path<Fields>, message: own.text ?? text(error) })
    for (const [nth, { name, message }] of findings.entries()) {
      document.getElementsByName(name)[0]?.closest('details')?.setAttribute('open', '')
      form.setError(name, { message }, { shouldFocus: nth === 0 })
    }
    if (findings.length === 0) setFailure(text(error))
  }

  const submit = form.handleSubmit((fields) =>
    run(() => {
      setFailure(undefined)
      return send(fields).catch(refuse)
    }),
  )
  /** Removes every message. */
  const clear = () => {
    form.clearErrors()
    setFailure(undefined)
  }
  const error = (name: Path<Fields>) => form.formState.errors[name]?.message as string | undefined
  /** Returns the props of a field. */
  const registered = <Name extends Path<Fields>>(name: Name, options?: RegisterOptions<Fields, Name>) => ({
    registered: form.register(name, options),
    error: error(name),
  })
  return { form, failure, submit, error, registered, isSending, clear }
}
