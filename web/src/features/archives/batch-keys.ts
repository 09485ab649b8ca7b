import type { BatchFile, Eye } from '@mingmou/contract'
import { useRef, useState } from 'react'
import { isElsewhere, useKeys } from '../../lib/keys/use-keys.ts'

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }
const EYES: Readonly<Record<string, Eye>> = { r: 'OD', l: 'OS' }

/** J and K go through the rows, R and L set the eye and go on, X chooses, P asks for the patient, Enter takes the only one. */
export function useBatchKeys(
  rows: readonly BatchFile[],
  act: {
    eye: (key: string, eye: Eye) => void
    choose: (key: string) => void
    patient: (key: string) => void
    /** False where no patient or more than one is suggested. */
    confirm: (key: string) => boolean
  },
) {
  const [wanted, go] = useState(0)
  const at = Math.max(0, Math.min(wanted, rows.length - 1))
  const items = useRef(new Map<number, HTMLElement | null>())
  const step = (by: number) => {
    const next = Math.max(0, Math.min(at + by, rows.length - 1))
    go(next)
    items.current.get(next)?.focus()
  }
  useKeys((event) => {
    if (isElsewhere(event)) return
    const row = rows[at]
    if (!row) return
    const by = STEPS[event.key]
    const eye = EYES[event.key.toLowerCase()]
    if (by !== undefined) step(by)
    else if (row.filed !== null) return
    else if (eye) {
      act.eye(row.key, eye)
      step(1)
    } else if (event.key === 'x') act.choose(row.key)
    else if (event.key === 'p') act.patient(row.key)
    // A button that has the focus is pressed by the same key.
    else if (event.key !== 'Enter' || event.target !== items.current.get(at)) return
    else if (act.confirm(row.key)) step(1)
    else return
    event.preventDefault()
  })
  return { at, go, items }
}
