import { IMAGE_LIMITS, message } from '@mingmou/contract'

const EXTENSIONS = ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'webp', 'dcm']
export const ACCEPT = EXTENSIONS.map((one) => `.${one}`).join(',')

/** What speaks against a file before it is sent, as an encoded message; the server looks inside. */
export function fileProblem(file: File, maxBytes: number = IMAGE_LIMITS.maxBytes): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!EXTENSIONS.includes(extension)) return message('image_type', file.name)
  if (file.size > maxBytes) return message('image_too_large', file.name)
  return null
}
