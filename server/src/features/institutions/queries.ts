import { v7 as uuid } from 'uuid'
import type { Trx } from '../../context.ts'

export interface NewInstitution {
  name: string
  short_name: string
  describes: string
  contact: string
  phone: string
  email: string
  area_id: string[]
  address: string
  join_type: 1 | 2
  review_status: 0 | 1
  join_time?: Date
}

export async function insertInstitution(trx: Trx, institution: NewInstitution): Promise<string> {
  const oid = uuid()
  await trx
    .insertInto('institutions')
    .values({ ...institution, oid })
    .execute()
  return oid
}
