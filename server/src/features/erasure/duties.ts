import { HOUR_MS, type Duty } from '../../duty.ts'
import { sweepErased } from './sweep.ts'

export const erasureDuties: readonly Duty[] = [
  { name: 'files of erased patients', everyMs: HOUR_MS, run: sweepErased },
]
