import { REPORT_PUBLIC_DAYS } from '@mingmou/contract'
import { HOUR_MS, type Duty } from '../../duty.ts'
import { removeOlder } from '../files/sweep.ts'

export const reportDuties: readonly Duty[] = [
  {
    name: 'PDFs that no visitor may open',
    everyMs: HOUR_MS,
    run: (ctx) => removeOlder(ctx, 'reports/', REPORT_PUBLIC_DAYS * 24 * HOUR_MS),
  },
]
