import type { BatchFile, Eye } from '@mingmou/contract'
import { isElsewhere, useKeys } from '../../../lib/keys/use-keys.ts'
import { stepOf, useRowWalk } from '../../../ui/lists/use-row-walk.ts'

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
  const walk = useRowWalk(rows, ({ key }) => key)
  const { row } = walk
  const step = (by: number) => walk.focus(walk.next(by))
  useKeys((event) => {
    if (isElsewhere(event)) return
    const by = stepOf(event.key)
    const eye = EYES[event.key.toLowerCase()]
    if (by !== undefined) step(by)
    else if (!row || row.filed !== null) return
    else if (eye) {
      act.eye(row.key, eye)
      step(1)
    } else if (event.key === 'x') act.choose(row.key)
    else if (event.key === 'p') act.patient(row.key)
    // A button that has the focus is pressed by the same key.
    else if (event.key !== 'Enter' || event.target !== walk.item(row)) return
    else if (act.confirm(row.key)) step(1)
    else return
    event.preventDefault()
  })
  return walk
}
