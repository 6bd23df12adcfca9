import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/errors'
import { checkFile, type FileKind, type Refusal } from './checkFile'
import { sendFile, type UploadForm } from './sendFile'

/** A chosen file. `name` is the server's, once it has the file. */
export interface Upload {
  id: number
  file: File
  state: 'sending' | 'sent' | 'failed'
  /** Sent part, 0 to 1. */
  progress: number
  name?: string
  error?: ApiError | Refusal
}

interface UploadOptions {
  form: UploadForm
  kind: FileKind
  /** Largest number of files. */
  max: number
  /** Returns the form's token; `renew` fetches another because the last one expired. */
  getToken: (renew?: boolean) => Promise<string>
}

export type Uploads = ReturnType<typeof useUpload>

/**
 * useUpload sends each file right after the guest chose it, several at once, and returns their state. A file is checked before it is
 * sent. Files are not stored: a reload forgets them.
 */
export function useUpload({ form, kind, max, getToken }: UploadOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [tooMany, setTooMany] = useState(false)
  const lastId = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  const update = (id: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)))

  async function send({ id, file }: Upload) {
    const abort = new AbortController()
    aborts.current.set(id, abort)
    const { signal } = abort
    const onProgress = (progress: number) => update(id, { progress })
    try {
      const checked = await checkFile(file, kind)
      if (signal.aborted) return
      if ('refusal' in checked) return update(id, { state: 'failed', error: checked.refusal })
      const attempt = async (renew?: boolean) =>
        sendFile({ file, type: checked.type, form, token: await getToken(renew), onProgress, signal })
      const name = await attempt().catch((error: ApiError) => {
        if (error.problem?.code !== 'form-token-expired' || signal.aborted) throw error
        return attempt(true)
      })
      if (!signal.aborted) update(id, { state: 'sent', name, progress: 1 })
    } catch (error) {
      if (!signal.aborted) update(id, { state: 'failed', error: error as ApiError })
    } finally {
      aborts.current.delete(id)
    }
  }

  return {
    uploads,
    max,
    kind,
    /** True if files of the last choice were left out. */
    tooMany,
    isSending: uploads.some(({ state }) => state === 'sending'),
    hasFailed: uploads.some(({ state }) => state === 'failed'),
    /** Names of the files that the server has. */
    names: uploads.flatMap(({ name }) => name ?? []),
    /** Adds files up to the limit and sends them. */
    add(files: readonly File[]) {
      const added = files
        .slice(0, max - uploads.length)
        .map((file): Upload => ({ id: ++lastId.current, file, state: 'sending', progress: 0 }))
      setTooMany(added.length < files.length)
      setUploads([...uploads, ...added])
      for (const upload of added) void send(upload)
    },
    /** Removes a file, and cancels its sending. */
    remove(id: number) {
      aborts.current.get(id)?.abort()
      setTooMany(false)
      setUploads((all) => all.filter((one) => one.id !== id))
    },
    retry(upload: Upload) {
      update(upload.id, { state: 'sending', progress: 0, error: undefined })
      void send(upload)
    },
    clear: () => setUploads([]),
    /** Marks sent files as failed: the server refused the form because of them. The guest can send them again. */
    refuse(error: Refusal) {
      setUploads((all) =>
        all.map((one) => (one.state === 'sent' ? { ...one, state: 'failed', name: undefined, error } : one)),
      )
    },
  }
}
