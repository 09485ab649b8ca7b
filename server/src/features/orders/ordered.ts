import type { Modality } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { living, withNumber } from './queries.ts'

/** An order that was not cancelled, with its patient. */
export interface Ordered {
  accession: string
  modality: Modality
  pid: string
  card: string
  name: string
  gender: 1 | 2
  birthday: string
  /** The day of the sitting that closed it; null while it is open. */
  filed_on: string | null
}

export async function findOrdered(
  trx: Trx,
  oid: string,
  accessions: readonly string[],
): Promise<Ordered[]> {
  if (accessions.length === 0) return []
  return living(trx, oid)
    .leftJoin('archives', 'archives.rid', 'orders.rid')
    .where(withNumber(accessions))
    .where('orders.cancelled_at', 'is', null)
    .select([
      'orders.accession',
      'orders.modality',
      'shown.pid',
      'shown.ad_card_number as card',
      'shown.name',
      'shown.gender',
      'shown.birthday',
      'archives.record_date as filed_on',
    ])
    .execute()
}
