import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { useSelector } from 'react-redux'
import type { GenericSchema } from 'valibot'
import type { ApiError } from '../../api/errors'
import { type Form, type Receipt, useGetProfileQuery } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { newIdempotencyKey } from '../../basket/basket'
import { formatPhone } from '../../market/formatPhone'
import { useMarket } from '../../market/useMarket'
import { useErrorSummary } from '../../ui/feedback/ErrorSummary'
import { usePrefill } from '../../ui/form/usePrefill'
import { useSingleCall } from '../../ui/form/useSingleCall'
import { type FormKind, useFormCalls } from './formApi'
import { storeDraft, storedDraft } from './formDraft'
import { useFormText } from './useFormText'
import { pause, useFormToken } from './useFormToken'

interface GuestFormOptions<Fields> {
  kind: FormKind
  /** Empty fields, in their order on the page; the names are those of the API. */
  blank: Fields
  /** Rules of the fields; their messages are translation keys. */
  rules: GenericSchema<Fields>
  /** Fields that are not kept over a reload. */
  unsaved?: readonly (keyof Fields & string)[]
  /** Returns what is sent, by default the fields; empty ones are left out. */
  toEntry?: (fields: Fields) => Partial<Form>
  /** Fields of problems that have no pointer, by the code of the problem. */
  fieldOf?: Readonly<Record<string, keyof Fields & string>>
}

/** Maximum number of requests of one press. */
const maxRequests = 4
/** Delay of a retry while the server still processes the first request. Milliseconds. */
const retryDelay = 2000

export type GuestForm<Fields extends FieldValues> = ReturnType<typeof useGuestForm<Fields>>

/**
 * State of a form that a guest sends to the brand. It is stored once: a repetition of a send without an answer has the same idempotency
 * key. The input is kept until it is sent.
 */
export function useGuestForm<Fields extends FieldValues>({
  kind,
  blank,
  rules,
  unsaved = [],
  toEntry = (fields) => fields as Partial<Form>,
  fieldOf = {},
}: GuestFormOptions<Fields>) {
  const text = useFormText()
  const getToken = useFormToken()
  const { send } = useFormCalls()
  const summary = useErrorSummary()
  const [failure, setFailure] = useState<string>()
  const [receipt, setReceipt] = useState<Receipt>()
  const [sentBy, setSentBy] = useState<Fields>()
  const { run, isBusy: isSending } = useSingleCall()
  const [isTrapped, setIsTrapped] = useState(false)
  const key = useRef<string>(undefined)
  const website = useRef('')
  // Input in the static HTML from before hydration: registering its fields empties them.
  const [entered] = useState(() => enteredFields(idOf(kind), blank))
  const resolver = useMemo(() => valibotResolver(rules) as unknown as Resolver<Fields>, [rules])
  const form = useForm<Fields>({
    defaultValues: blank as DefaultValues<Fields>,
    mode: 'onTouched',
    shouldFocusError: false,
    criteriaMode: 'all', // compare fields with each other even if others are invalid
    resolver,
  })

  function store(fields: Fields) {
    const kept = Object.entries(filledFields(fields)).filter(([name]) => !unsaved.includes(name))
    storeDraft(kind, kept.length > 0 ? { fields: Object.fromEntries(kept), key: key.current } : undefined)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    const draft = storedDraft(kind, blank)
    key.current = draft.key
    for (const [name, value] of Object.entries({ ...draft.fields, ...entered }))
      form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>)
    const subscription = form.watch((fields) => store(fields as Fields))
    return () => subscription.unsubscribe()
  }, [])
  usePrefill(form, useProfileGroups(blank))

  /** Sends the entry until the server answers it. */
  async function post(entry: Partial<Form>): Promise<Receipt> {
    let renew = false
    for (let request = 1; ; request++) {
      const token = await getToken(renew)
      key.current ??= newIdempotencyKey()
      store(form.getValues())
      const body = { ...entry, token, website: website.current }
      try {
        return await send(kind, key.current, body)
      } catch (error) {
        const { problem } = error as ApiError
        if (request === maxRequests) throw error
        renew = problem?.code === 'form-token-expired'
        if (problem?.code === 'form-too-fast') await pause(Number(problem.params?.seconds ?? 1) * 1000)
        else if (problem?.code === 'in-flight') await pause(retryDelay)
        else if (problem?.code === 'idempotency-key-reused')
          key.current = undefined // an earlier version arrived
        else if (!renew) throw error
      }
    }
  }

  function refuse(error: ApiError) {
    const { problem } = error
    // The server has stored nothing. Without its answer the next press repeats the request with the same key.
    if (problem && error.status < 500 && problem.code !== 'in-flight') {
      key.current = undefined
      store(form.getValues())
    }
    const findings = problem?.problems?.length ? problem.problems : problem ? [problem] : []
    let shown = 0
    for (const finding of findings) {
      const pointed = 'pointer' in finding ? finding.pointer?.split('/')[1] : undefined
      const name = pointed ?? fieldOf[finding.code]
      if (name === 'website') setIsTrapped(true)
      else if (name && Object.hasOwn(blank, name))
        form.setError(name as Path<Fields>, { message: text.problem(finding) })
      else continue
      shown++
    }
    if (shown > 0) summary.showErrors()
    if (shown < Math.max(findings.length, 1)) setFailure(text.failure(error))
  }

  async function sendFields(fields: Fields) {
    setFailure(undefined)
    try {
      const stored = await post(filledFields(toEntry(fields)))
      key.current = undefined
      setSentBy(fields)
      setReceipt(stored)
      form.reset(blank)
      storeDraft(kind, undefined)
    } catch (error) {
      refuse(error as ApiError)
    }
  }
  const submit = form.handleSubmit((fields) => run(() => sendFields(fields)), summary.showErrors)

  /** Moves the focus to a field: the element with its id, or its input. */
  function focusField(name: Path<Fields>) {
    const element = document.getElementById(fieldId(kind, name))
    if (element) element.focus()
    else form.setFocus(name)
  }

  const { errors } = form.formState
  const error = (name: Path<Fields>) => text.rule(name, errors[name]?.message as string | undefined)
  const entries = (Object.keys(blank) as Path<Fields>[]).flatMap((name) => {
    const message = error(name)
    return message ? [{ name, message, onGo: () => focusField(name) }] : []
  })
  return {
    kind,
    form,
    submit,
    error,
    /** Returns the props of a field that registers its input. */
    registered: <Name extends Path<Fields>>(name: Name) => ({
      registered: form.register(name),
      error: error(name),
    }),
    /** Returns the props of a field that has no input, or several. */
    controlled: <Name extends Path<Fields>>(name: Name) => ({
      id: fieldId(kind, name),
      value: form.watch(name),
      onChange: (value: PathValue<Fields, Name>) => form.setValue(name, value, { shouldValidate: true }),
      error: error(name),
    }),
    failure,
    isSending,
    /** Error summary and its entries. */
    summary: { ...summary, entries },
    /** Fetches the token at the first focus; a failure is reported when the guest sends. */
    onFocus: () => void getToken().catch(() => {}),
    getToken,
    receipt,
    /** What was sent. */
    sentBy,
    startOver: () => setReceipt(undefined),
    /** The honeypot. It is shown if the server found something in it. */
    trap: {
      isShown: isTrapped,
      value: () => website.current,
      set: (value: string) => {
        website.current = value
      },
    },
    /** Id of a field that is no input, for the error summary. */
    fieldId: (name: Path<Fields>) => fieldId(kind, name),
  }
}

/** Id of a form in the document. */
export const idOf = (kind: FormKind) => `form-${kind}`
const fieldId = (kind: FormKind, name: string) => `${kind}-${name}`

/** Returns the fields that are not empty. */
function filledFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value)),
  )
}

/** Returns what the guest has entered in the form's static HTML. */
function enteredFields<Fields extends object>(id: string, blank: Fields): Partial<Fields> {
  if (typeof document === 'undefined') return {} // prerendering
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return {}
  const texts = [...new FormData(form)].filter(
    ([name, value]) => value !== '' && typeof blank[name as keyof Fields] === 'string',
  )
  return Object.fromEntries(texts) as Partial<Fields>
}

/** Returns what a signed-in customer's profile has for the fields of a form. */
function useProfileGroups<Fields extends FieldValues>(blank: Fields): (Partial<Fields> | undefined)[] {
  const { lang } = useMarket()
  const isSignedIn = useSelector(selectSignedIn)
  const { data: profile } = useGetProfileQuery(undefined, { skip: !isSignedIn })
  if (!profile) return []
  const { firstName, lastName, email, phone } = profile
  const groups = [{ firstName, lastName }, { email }, { phone: formatPhone(phone, lang) }]
  const ofForm = ([name]: [string, string]) => Object.hasOwn(blank, name)
  return groups.map((group) => Object.fromEntries(Object.entries(group).filter(ofForm)) as Partial<Fields>)
}
