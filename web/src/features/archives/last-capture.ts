import { fundusArchive } from '@mingmou/contract'
import type { z } from 'zod'
import { readSession } from '../../lib/session.ts'

const Capture = fundusArchive.create.body.pick({ collect_device: true, img_type: true })
type Capture = z.infer<typeof Capture>

const keyOf = (uid: string) => `capture.${uid}`

/** With what this account took its last photographs, if this browser knows. */
export function lastCapture(): Partial<Capture> {
  const kept = localStorage.getItem(keyOf(readSession()?.uid ?? ''))
  try {
    return Capture.safeParse(JSON.parse(kept ?? 'null')).data ?? {}
  } catch {
    return {}
  }
}

export function keepCapture({ collect_device, img_type }: Capture): void {
  const session = readSession()
  if (!session) return
  localStorage.setItem(keyOf(session.uid), JSON.stringify({ collect_device, img_type }))
}
