import type { BatchFile } from '@mingmou/contract'
import type { Given } from './filing.ts'
import type { Refused } from './file-sitting.ts'

export interface RowProps {
  row: BatchFile
  chosen: boolean
  current: boolean
  filing: boolean
  refused: Refused | undefined
  /** A repeated photograph is filed all the same. */
  kept: boolean
  place: (element: HTMLElement | null) => void
  onFocus: () => void
  onChoose: () => void
  onSet: (given: Given) => void
  onPatient: () => void
  /** The patient is registered by what the file says. */
  onAdd: () => void
  onKeep: (kept: boolean) => void
  onDrop: () => void
}
