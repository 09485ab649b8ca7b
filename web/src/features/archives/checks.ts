import { FILE_HEAD_BYTES, formatFault, IMAGE_LIMITS, message } from '@mingmou/contract'

/** What a chooser offers. HEIC is among the images: who chooses it is told what to do. */
export const ACCEPT = 'image/*,.dcm'

/** What speaks against a file before it is sent, by its size and its first bytes, as an encoded message. */
export async function fileProblem(file: File): Promise<string | null> {
  if (file.size > IMAGE_LIMITS.maxBytes) return message('image_too_large', file.name)
  const fault = await file
    .slice(0, FILE_HEAD_BYTES)
    .arrayBuffer()
    .then(
      (head) => formatFault(new Uint8Array(head)),
      () => 'image_unreadable' as const,
    )
  return fault && message(fault, file.name)
}
