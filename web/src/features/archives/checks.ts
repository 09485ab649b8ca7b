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

/** The last part of an upload key, which the archive shows as the file's name: safe characters only. */
export function safeName(name: string): string {
  const dot = name.lastIndexOf('.')
  const stem = name
    .slice(0, dot)
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const extension = name.slice(dot + 1).toLowerCase()
  return `${stem.slice(0, 60) || 'image'}.${extension}`
}
