import { message } from '@mingmou/contract'

/** Documents that accompany what somebody asks: papers and pictures. */

const EXTENSIONS = ['pdf', 'jpg', 'jpeg', 'png', 'webp']
export const ACCEPTED_DOCUMENTS = EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** The fault of a file before it is sent, as an encoded message. The server checks its content. */
export function documentProblem({ name, size }: File, maxBytes: number): string | null {
  const extension = name.split('.').pop()?.toLowerCase() ?? ''
  if (!EXTENSIONS.includes(extension)) return message('document_type', name)
  return size > maxBytes ? message('document_too_large', name) : null
}
