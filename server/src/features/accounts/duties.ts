import { HOUR_MS, type Duty } from '../../duty.ts'
import { carryOutDue } from './due-changes.ts'

export const accountDuties: readonly Duty[] = [
  { name: 'changes of accounts', everyMs: HOUR_MS, run: carryOutDue },
]
