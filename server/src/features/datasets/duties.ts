import { HOUR_MS, type Duty } from '../../duty.ts'
import { sweepExports } from './exports.ts'

export const datasetDuties: readonly Duty[] = [
  { name: 'exports that are over', everyMs: HOUR_MS, run: sweepExports },
]
