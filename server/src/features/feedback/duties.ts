import { HOUR_MS, type Duty } from '../../duty.ts'
import { sweptHourly } from '../files/sweep.ts'
import { findFeedbackKeys, removeOldContacts } from './retention.ts'

export const feedbackDuties: readonly Duty[] = [
  { name: 'contacts of feedback that is finished', everyMs: HOUR_MS, run: removeOldContacts },
  sweptHourly('feedback/', async (ctx, fid) => [...(await findFeedbackKeys(ctx, fid))]),
]
