import { MODALITY, shortText, type Modality } from '@mingmou/contract'
import { z } from 'zod'
import { readSession } from '../../lib/session/session.ts'

/** The device and the modality's other fields of the capture. */
const captureOf = (modality: Modality) =>
  z.object({ collect_device: shortText, ...MODALITY[modality].archive.fields })
type Capture = z.infer<ReturnType<typeof captureOf>>

const keyOf = (modality: Modality, uid: string) => `capture.${modality}.${uid}`

/** The capture of this account's last images, if this browser knows it. */
export function lastCapture(modality: Modality): Partial<Capture> {
  const kept = localStorage.getItem(keyOf(modality, readSession()?.uid ?? ''))
  try {
    return captureOf(modality).safeParse(JSON.parse(kept ?? 'null')).data ?? {}
  } catch {
    return {}
  }
}

export function keepCapture(modality: Modality, body: Capture): void {
  const session = readSession()
  if (!session) return
  const capture = captureOf(modality).parse(body)
  localStorage.setItem(keyOf(modality, session.uid), JSON.stringify(capture))
}
