import { useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket } from '../../market/useMarket'
import { announce } from '../../ui/feedback/Announcer'
import { Button } from '../../ui/form/Button'
import { FieldError } from '../../ui/form/Field'
import field from '../../ui/form/Field.module.css'
import { TextButton } from '../../ui/form/TextButton'
import { type FileKind, maxMegabytes, typesOf } from './checkFile'
import { Thumbnail } from './Thumbnail'
import styles from './UploadField.module.css'
import { useFormText } from './useFormText'
import type { Upload, Uploads } from './useUpload'

interface UploadFieldProps {
  label: string
  uploads: Uploads
  /** Error of the form for the whole field, such as a missing file. */
  error?: string
  /** Id for the form's error summary, which moves the focus to the button. */
  id?: string
}

/** UploadField lets a guest choose photographs or a PDF, by the file chooser or by dropping them, and shows how far each one is. */
export function UploadField({ label, uploads, error, id }: UploadFieldProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const ids = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { kind, max } = uploads
  const count = uploads.uploads.length
  const isFull = count >= max
  const limit = formatSize(maxMegabytes << 20, lang)
  const message = uploads.tooMany ? t('forms.upload-too-many', { max }) : error

  const add = (files: FileList | null) => {
    uploads.add([...(files ?? [])])
    if (input.current) input.current.value = '' // the same file can be chosen again
  }
  // New rows move the button, which keeps the focus, out of the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each number of rows
  useLayoutEffect(() => {
    if (document.activeElement === button.current) button.current?.scrollIntoView?.({ block: 'nearest' })
  }, [count])
  const remove = ({ id, file, state }: Upload) => {
    uploads.remove(id)
    announce(t(state === 'sending' ? 'forms.upload-cancelled' : 'forms.upload-removed', { name: file.name }))
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <div
      className={styles.upload}
      role="group"
      aria-labelledby={`${ids}-label`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add(event.dataTransfer.files)
      }}
    >
      <p className={field.label} id={`${ids}-label`}>
        {label}
      </p>
      {count > 0 && (
        // Explicit role: Safari drops the list role of lists without markers.
        // biome-ignore lint/a11y/noRedundantRoles: see above
        <ul className={styles.files} role="list">
          {uploads.uploads.map((upload) => (
            <Row
              key={upload.id}
              upload={upload}
              kind={kind}
              onRetry={() => uploads.retry(upload)}
              onRemove={() => remove(upload)}
            />
          ))}
        </ul>
      )}
      <div className={styles.tray}>
        <Button
          ref={button}
          id={id}
          tone="second"
          small
          aria-disabled={isFull || undefined}
          aria-describedby={[message && `${ids}-error`, `${ids}-hint`].filter(Boolean).join(' ')}
          onClick={() => !isFull && input.current?.click()}
        >
          {t(
            kind === 'pdf'
              ? 'forms.upload-choose-pdf'
              : count > 0
                ? 'forms.upload-add-more'
                : 'forms.upload-add',
          )}
        </Button>
        <p className={styles.hint} id={`${ids}-hint`}>
          {kind === 'pdf' ? t('forms.upload-hint-pdf', { limit }) : t('forms.upload-hint', { max, limit })}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept={typesOf(kind)}
          multiple={max > 1}
          onChange={({ currentTarget }) => add(currentTarget.files)}
        />
      </div>
      <FieldError id={`${ids}-error`} role={uploads.tooMany ? 'alert' : undefined}>
        {message}
      </FieldError>
    </div>
  )
}

/** Problems of the file itself: sending it again does not help. */
const finalCodes = ['upload-kind', 'upload-pdf', 'upload-too-large', 'upload-pixels', 'upload-damaged']

/** Returns a size such as "1.8 MB" or "640 kB". */
function formatSize(bytes: number, lang: string): string {
  const [value, unit] = bytes < 1 << 20 ? [bytes / 1024, 'kilobyte'] : [bytes / (1 << 20), 'megabyte']
  const digits = unit === 'megabyte' ? 1 : 0
  return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: digits }).format(value)
}

interface RowProps {
  upload: Upload
  kind: FileKind
  onRetry: () => void
  onRemove: () => void
}

/** A chosen file: its picture, how far it is, and what the guest can do with it. */
function Row({ upload: { file, state, progress, error }, kind, onRetry, onRemove }: RowProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const text = useFormText()
  const removal = useRef<HTMLButtonElement>(null)
  const { name } = file
  const canRetry = error && !finalCodes.includes(('status' in error ? error.problem?.code : error.code) ?? '')
  return (
    <li className={styles.file} data-state={state}>
      {kind === 'pdf' ? <span className={styles.pdf} /> : <Thumbnail file={file} />}
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        {state === 'sending' && (
          <>
            <progress aria-label={t('forms.upload-sending', { name })} value={progress} />
            <p className={styles.state}>
              {progress < 1
                ? new Intl.NumberFormat(lang, { style: 'percent' }).format(progress)
                : t('forms.upload-checking')}
            </p>
          </>
        )}
        {state === 'sent' && (
          <p className={styles.state} role="status">
            {t('forms.upload-sent', { size: formatSize(file.size, lang) })}
          </p>
        )}
        <FieldError role="alert">
          {error && ('status' in error ? text.failure(error) : text.problem(error))}
        </FieldError>
      </div>
      <div className={styles.actions}>
        {canRetry && (
          <TextButton
            onClick={() => {
              onRetry()
              removal.current?.focus() // the pressed button disappears
            }}
          >
            {t('app.try-again')}
            <span className="visually-hidden"> {name}</span>
          </TextButton>
        )}
        <TextButton ref={removal} onClick={onRemove}>
          {t(state === 'sending' ? 'forms.upload-cancel' : 'forms.upload-remove')}
          <span className="visually-hidden"> {name}</span>
        </TextButton>
      </div>
    </li>
  )
}
