import type { CertificateNotice } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { endShown, toldSince } from '../../platform/certificate-ends.ts'
import type { Trx } from '../../platform/database/database.ts'

const RECEIVERS = ['dicom', 'hl7'] as const
/** When what this server shows to devices and systems ends; null where it shows nothing. */
export type ReceiverEnds = Record<(typeof RECEIVERS)[number], Date | null>

/** Asked before a transaction, which waits for no file. */
export async function receiverEnds({ config }: Context): Promise<ReceiverEnds> {
  const endFor = async (of: keyof ReceiverEnds) => {
    const path = config[of]?.tls?.cert
    return path === undefined ? null : endShown(path)
  }
  const [dicom, hl7] = await Promise.all([endFor('dicom'), endFor('hl7')])
  return { dicom, hl7 }
}

/** What is told of the certificates of an institution's connections: those that end soon, or have ended. */
export async function endingOf(
  ctx: Context,
  trx: Trx,
  oid: string,
  ends: ReceiverEnds,
): Promise<(Omit<CertificateNotice, 'until' | 'told_at'> & { until: Date; told_at: Date })[]> {
  const now = ctx.now()
  const found = [...(await shownBy(trx, oid)), ...(await receiversOf(trx, oid, ends))]
  return found.flatMap(({ seen_at, until, ...row }) => {
    const told_at = until && toldSince(until, now)
    if (!until || !told_at) return []
    return [{ ...row, until, told_at, is_read: seen_at !== null && seen_at >= told_at }]
  })
}

interface Found extends Pick<CertificateNotice, 'id' | 'of' | 'name'> {
  until: Date | null
  seen_at: Date | null
}

/** What we show to destinations. */
async function shownBy(trx: Trx, oid: string): Promise<Found[]> {
  const rows = await trx
    .selectFrom('destinations')
    .select(['destination_id', 'name', 'certificate_until', 'certificate_seen_at'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .where('certificate', 'is not', null)
    .where('certificate_until', 'is not', null)
    .orderBy('certificate_until')
    .orderBy('destination_id')
    .execute()
  return rows.map((row) => ({
    id: row.destination_id,
    of: 'destination' as const,
    name: row.name,
    until: row.certificate_until,
    seen_at: row.certificate_seen_at,
  }))
}

/** What this server shows to the devices and systems of the institution. */
async function receiversOf(trx: Trx, oid: string, ends: ReceiverEnds): Promise<Found[]> {
  if (RECEIVERS.every((of) => ends[of] === null)) return []
  const { rows } = await sql<{ dicom: boolean; hl7: boolean; seen_at: Date | null }>`
    SELECT receivers_seen_at AS seen_at,
      EXISTS (SELECT FROM devices WHERE devices.oid = ${oid} AND deleted_at IS NULL) AS dicom,
      EXISTS (SELECT FROM hl7_peers WHERE hl7_peers.oid = ${oid} AND deleted_at IS NULL) AS hl7
    FROM institutions WHERE oid = ${oid}`.execute(trx)
  const [has] = rows
  return RECEIVERS.filter((of) => has?.[of] === true).map((of) => ({
    id: of,
    of,
    name: '',
    until: ends[of],
    seen_at: has?.seen_at ?? null,
  }))
}

/** The main account has seen all that is told now. */
export async function markEndingRead(trx: Trx, oid: string, now: Date): Promise<void> {
  await trx
    .updateTable('destinations')
    .set({ certificate_seen_at: now })
    .where('oid', '=', oid)
    .where('certificate', 'is not', null)
    .execute()
  await trx
    .updateTable('institutions')
    .set({ receivers_seen_at: now })
    .where('oid', '=', oid)
    .execute()
}
