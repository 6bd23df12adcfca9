import { useEffect } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { GuestForm } from './useGuestForm'
import type { Uploads } from './useUpload'

/** Type of the error of files that the server does not have yet; its own errors have none. */
const unsent = 'unsent'

/**
 * Joins the files of a field with their form, and returns the form: it is not sent before the files are, files that the server refuses can
 * be sent again, and a stored form has none left.
 */
export function useFormFiles<Fields extends FieldValues>(
  guest: GuestForm<Fields>,
  field: Path<Fields>,
  uploads: Uploads,
): GuestForm<Fields> {
  const { t } = useTranslation()
  const error = guest.form.formState.errors[field]
  const isUnsent = uploads.isSending || uploads.hasFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server
  useEffect(() => {
    if (error && error.type !== unsent) uploads.refuse({ code: 'upload-unknown' })
  }, [error?.message])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the server has all files
  useEffect(() => {
    if (!isUnsent) guest.form.clearErrors(field)
  }, [isUnsent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server has the files of a stored form
  useEffect(() => {
    if (guest.receipt) uploads.clear()
  }, [guest.receipt])

  const submit: typeof guest.submit = async (event) => {
    if (!isUnsent) return guest.submit(event)
    event?.preventDefault()
    const message = t(uploads.isSending ? 'forms.upload-wait' : 'forms.upload-left')
    guest.form.setError(field, { type: unsent, message })
    guest.summary.showErrors()
  }
  return { ...guest, submit }
}
