import {
  FILE_HEAD_BYTES,
  formatFault,
  formatOf,
  IMAGE_LIMITS,
  imageMessage,
  isSystemFile,
  message,
} from '@mingmou/contract'

/** What is left of a choice or a folder without the files of the system, a CD or its viewer. */
export const withoutSystemFiles = (files: readonly File[]): File[] =>
  files.filter(({ name, webkitRelativePath }) => !isSystemFile(webkitRelativePath || name))

/**
 * The fault of a file before it is sent, by its size and its first bytes, as an encoded message.
 */
export async function fileProblem(file: File): Promise<string | null> {
  if (file.size > IMAGE_LIMITS.maxBytes) return message('image_too_large', file.name)
  const fault = await file
    .slice(0, FILE_HEAD_BYTES)
    .arrayBuffer()
    .then(
      (head) => formatFault(new Uint8Array(head)),
      () => ({ key: 'image_unreadable' }) as const,
    )
  return fault && imageMessage(fault, file.name)
}

/** A file that says whose eye it shows. */
export const isDicom = async (file: File): Promise<boolean> =>
  formatOf(new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer())) === 'dicom'

/**
 * SHA-256 of a file, in the server's form. null where the browser offers none, because the page has
 * no https.
 */
export async function checksumOf(file: File): Promise<string | null> {
  if (!('subtle' in crypto)) return null
  const digest = await file
    .arrayBuffer()
    .then((bytes) => crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
    .catch(() => null)
  return (
    digest &&
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  )
}
