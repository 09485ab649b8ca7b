import { HOUR_MS, type Duty } from '../../duty.ts'
import { sweepBatches } from './sweep.ts'

export const batchDuties: readonly Duty[] = [
  { name: 'batches whose time is over', everyMs: HOUR_MS, run: sweepBatches },
]
