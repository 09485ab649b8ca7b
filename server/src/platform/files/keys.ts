import { extname } from 'node:path'

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.dcm': 'application/dicom',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The name of a file on disk carries its type. */
export function typeOf(key: string): string {
  return TYPES[extname(key).toLowerCase()] ?? 'application/octet-stream'
}

/**
 * `a/b/c.ext`: nothing hidden, no `..`, and nothing that a shell, a URL or a file system reads
 * otherwise.
 */
export function isSafeKey(key: string): boolean {
  return (
    key.length <= 300 &&
    /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(key)
  )
}
