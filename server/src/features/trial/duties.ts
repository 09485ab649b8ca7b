import { HOUR_MS, type Duty } from '../../duty.ts'
import { removeOldPhotographs } from './remove.ts'

export const trialDuties: readonly Duty[] = [
  { name: 'old photographs of trial users', everyMs: HOUR_MS, run: removeOldPhotographs },
]
