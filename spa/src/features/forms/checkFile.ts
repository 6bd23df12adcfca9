import type { Finding } from '../../api/errors'

declare const __UPLOAD_MEGABYTES__: number

/** Largest file that the brand takes, in megabytes. */
export const maxMegabytes = __UPLOAD_MEGABYTES__

/** Why a file is not taken. */
export type Refusal = Pick<Finding, 'code' | 'params'>

/** What a form takes: photographs or one document. */
export type FileKind = 'photo' | 'pdf'

/** First bytes of a file by its type. */
const signatures: Record<FileKind, Record<string, readonly number[]>> = {
  photo: {
    'image/jpeg': [0xff, 0xd8, 0xff],
    'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  pdf: { 'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d] },
}

/** Types for the browser's file chooser. */
export const typesOf = (kind: FileKind) => Object.keys(signatures[kind]).join(',')

/**
 * Returns the type of a file by its first bytes, not by its name, or why the brand does not take it. The server checks the same and more;
 * this check saves the guest the wait.
 */
export async function checkFile(
  file: File,
  kind: FileKind,
): Promise<{ type: string } | { refusal: Refusal }> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const type = Object.entries(signatures[kind]).find(([, bytes]) =>
    bytes.every((byte, n) => start[n] === byte),
  )
  if (!type) return { refusal: { code: kind === 'pdf' ? 'upload-pdf' : 'upload-kind' } }
  if (file.size > maxMegabytes << 20)
    return { refusal: { code: 'upload-too-large', params: { max: maxMegabytes } } }
  return { type: type[0] }
}
