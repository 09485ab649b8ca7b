import { UNFILED } from '@mingmou/contract'
import { HOUR_MS, type Duty } from '../../duty.ts'
import { removeOlder } from './sweep.ts'
import { settleUploads } from './unfiled.ts'

export const fileDuties: readonly Duty[] = [
  {
    name: 'uploads that nothing took in',
    everyMs: HOUR_MS,
    run: async (ctx) => {
      await removeOlder(ctx, 'uploads/experience/', UNFILED.trialHours * HOUR_MS)
      await removeOlder(ctx, 'uploads/', 24 * HOUR_MS)
      await settleUploads(ctx)
    },
  },
]
