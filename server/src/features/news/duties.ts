import type { Duty } from '../../duty.ts'
import { sweptHourly } from '../files/sweep.ts'
import { findPicture } from './queries.ts'

export const newsDuties: readonly Duty[] = [
  sweptHourly('news/', async (ctx, nid) => [await findPicture(ctx.db, nid)]),
]
