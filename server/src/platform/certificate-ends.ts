import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CERTIFICATE_TOLD_DAYS } from '@mingmou/contract'

const DAY_MS = 86_400_000

/** When the first certificate of a PEM ends; null where there is none to be read. */
export function endOf(pem: string | Buffer): Date | null {
  try {
    return new Date(new X509Certificate(pem).validTo)
  } catch {
    return null
  }
}

/** What receivers of this process show, by the path of its file, which may be a newer one that cannot be used yet. */
const shown = new Map<string, Date | null>()
export const noteShown = (path: string, pem: Buffer) => void shown.set(path, endOf(pem))
export const noteNotShown = (path: string) => void shown.delete(path)

/** The same of what a receiver shows; of its file, where another process has the receiver. */
export const endShown = async (path: string): Promise<Date | null> =>
  shown.has(path) ? (shown.get(path) ?? null) : readFile(path).then(endOf, () => null)

/** Since when an end is told, by the last of the days on which it is told anew; null where it is far off. */
export function toldSince(until: Date, now: Date): Date | null {
  const days = [...CERTIFICATE_TOLD_DAYS, 0].map((before) => until.getTime() - before * DAY_MS)
  const passed = days.filter((at) => at <= now.getTime())
  return passed.length === 0 ? null : new Date(Math.max(...passed))
}
