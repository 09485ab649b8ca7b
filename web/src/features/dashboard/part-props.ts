import type { Period } from './period.ts'

export interface PartProps<R> {
  rows: R
  period: Period
}
