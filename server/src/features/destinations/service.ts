import {
  DESTINATIONS,
  ERROR,
  message,
  text,
  type addDestination,
  type BodyOf,
  type DataOf,
  type echoDestination,
  type listDeliveries,
  type listDestinations,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { endOf } from '../../platform/certificate-ends.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { startDelivery } from '../deliveries/insert.ts'
import { sealFor, unsealFor, type Credential } from '../deliveries/tokens.ts'
import { findOwner } from '../reports/whole.ts'
import { countTry } from '../sessions/throttle.ts'
import { partsOf, requireCertificate, toldOf } from './certificate.ts'
import * as destinations from './queries.ts'
import type { DestinationRow } from './queries.ts'
import { askDestination, reasonOf } from './send.ts'

type Given = BodyOf<typeof addDestination>

/** All destinations of the institution. Neither token nor key is in what is told of them. */
export const destinationsOf = (trx: Trx, oid: string) => destinations.findDestinations(trx, oid)

export async function listAll(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
): Promise<DataOf<typeof listDestinations>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const rows = await destinations.findDestinations(trx, oid)
    await audit(trx, { actor, ip, action: 'destination.list', detail: { rows: rows.length } })
    return {
      viewer: await destinations.findViewer(trx, oid),
      // Every field is named: the token stays here.
      rows: rows.map((row) => ({
        destination_id: row.destination_id,
        name: row.name,
        kind: row.kind,
        host: row.host,
        port: row.port,
        tls: row.tls,
        url: row.url,
        called_title: row.called_title,
        calling_title: row.calling_title,
        sending_application: row.sending_application,
        sending_facility: row.sending_facility,
        receiving_application: row.receiving_application,
        receiving_facility: row.receiving_facility,
        charset: row.charset,
        pdf: row.pdf,
        has_token: row.token !== null,
        certificate:
          row.certificate &&
          toldOf(unsealFor(ctx, row.destination_id, 'certificate', row.certificate)),
        photographs: row.photographs,
        measurements: row.measurements,
        active: row.active,
        waiting: row.waiting,
        failed: row.failed,
        sent_at: row.sent_at?.toISOString() ?? null,
        fault: row.fault === null ? null : text(language, row.fault),
        fault_at: row.fault_at?.toISOString() ?? null,
      })),
    }
  })
}

/** A row of what was given: the fields of the other kinds are empty. */
function rowOf(given: Given) {
  const { name, kind, photographs, measurements, active } = given
  const [isDicom, isHl7] = [kind === 'dicom', kind === 'hl7']
  const isPeer = isDicom || isHl7
  return {
    name,
    kind,
    photographs: photographs && !isHl7,
    measurements: measurements && !isHl7,
    active,
    host: (isPeer && given.host) || null,
    port: (isPeer && given.port) || null,
    tls: isPeer && given.tls === true,
    called_title: (isDicom && given.called_title) || null,
    calling_title: (isDicom && given.calling_title) || null,
    sending_application: (isHl7 && given.sending_application) || null,
    sending_facility: (isHl7 && given.sending_facility) || null,
    receiving_application: (isHl7 && given.receiving_application) || null,
    receiving_facility: (isHl7 && given.receiving_facility) || null,
    charset: isHl7 ? (given.charset ?? 'utf-8') : null,
    pdf: isHl7 && given.pdf === true,
    url: (kind === 'stow' && given.url) || null,
  }
}

/** Whether the connection is encrypted: a certificate is shown there alone. */
const isSecure = ({ tls, url }: { tls: boolean; url: string | null }) =>
  tls || url?.startsWith('https:') === true

/** What is given anew, sealed; what is kept, where the server is the same; nothing, where the way there has no use for it. */
function credentials(
  ctx: Context,
  row: { destination_id: string } & ReturnType<typeof rowOf>,
  given: Given,
  before: DestinationRow | null,
): Pick<DestinationRow, Credential | 'certificate_until' | 'certificate_seen_at'> {
  if (given.certificate) {
    if (!isSecure(row)) throw invalid({ certificate: 'certificate_plain' })
    requireCertificate(given.certificate, ctx.now())
  }
  const { destination_id } = row
  const isSame = before !== null && serverOf(before) === serverOf(row)
  const sealed = (what: Credential) =>
    given[what] ? sealFor(ctx, destination_id, what, given[what]) : isSame ? before[what] : null
  const certificate = isSecure(row) ? sealed('certificate') : null
  const isNew = certificate !== null && !!given.certificate
  return {
    token: row.kind === 'stow' ? sealed('token') : null,
    certificate,
    certificate_until: isNew
      ? endOf(partsOf(given.certificate ?? '')?.cert ?? '')
      : certificate && (before?.certificate_until ?? null),
    certificate_seen_at: isNew ? null : (before?.certificate_seen_at ?? null),
  }
}

export async function createDestination(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  given: Given,
): Promise<{ destination_id: string }> {
  const { oid, uid } = actor
  const destination_id = newId()
  await withInstitution(ctx.db, oid, async (trx) => {
    if ((await destinations.countDestinations(trx, oid)) >= DESTINATIONS.most)
      throw new Refusal(ERROR.limitReached, message('destinations_reached', DESTINATIONS.most))
    const row = { destination_id, ...rowOf(given) }
    const shown = credentials(ctx, row, given, null)
    await destinations.insertDestination(trx, { ...row, ...shown, oid, created_by: uid })
    const detail = { destination: destination_id, kind: given.kind }
    await audit(trx, { actor, ip, action: 'destination.add', detail })
  })
  return { destination_id }
}

export async function changeDestination(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { destination_id, ...given }: Given & { destination_id: string },
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const before = await destinations.findDestination(trx, oid, destination_id)
    if (!before) throw notFound()
    const row = rowOf(given)
    const shown = credentials(ctx, { destination_id, ...row }, given, before)
    const fresh = { ...row, ...shown, updated_at: ctx.now() }
    await destinations.updateDestination(trx, oid, destination_id, fresh)
    await destinations.noteFault(trx, oid, destination_id, null)
    const { active } = given
    const detail = { destination: destination_id, kind: given.kind, active }
    await audit(trx, { actor, ip, action: 'destination.set', detail })
  })
}

/** What is shown to one server is shown to no other. */
const serverOf = ({ url, host, port }: Pick<DestinationRow, 'url' | 'host' | 'port'>): string =>
  url === null ? `${host ?? ''} ${String(port)}` : new URL(url).origin

export async function removeDestination(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  destination_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const gone = { deleted_at: ctx.now(), token: null, certificate: null }
    if (!(await destinations.updateDestination(trx, oid, destination_id, gone))) throw notFound()
    const detail = { destination: destination_id }
    await audit(trx, { actor, ip, action: 'destination.delete', detail })
  })
}

/** Asks the archive for an answer, and says in words what is wrong. */
export async function echo(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  destination_id: string,
): Promise<DataOf<typeof echoDestination>> {
  const { oid } = actor
  await countTry(ctx, `destination test ${oid}`, DESTINATIONS.echoes)
  const row = await withInstitution(ctx.db, oid, async (trx) => {
    const detail = { destination: destination_id }
    await audit(trx, { actor, ip, action: 'destination.echo', detail })
    return destinations.findDestination(trx, oid, destination_id)
  })
  if (!row) throw notFound()
  const fault = await askDestination(ctx, row).then(
    () => null,
    (error: unknown) => reasonOf(error),
  )
  const noted = fault === null ? null : { fault, fault_at: ctx.now() }
  await withInstitution(ctx.db, oid, (trx) =>
    destinations.noteFault(trx, oid, destination_id, noted),
  )
  return { fault: fault === null ? null : text(language, fault) }
}

export async function listOfReport(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  report_id: string,
): Promise<DataOf<typeof listDeliveries>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const pid = await findOwner(trx, oid, report_id)
    if (pid === undefined) throw notFound()
    const rows = await destinations.findDeliveries(trx, oid, report_id)
    const about = target('report', report_id, { pid })
    await audit(trx, { actor, ip, action: 'delivery.list', ...about })
    return {
      rows: rows.map((row) => ({
        delivery_id: row.delivery_id,
        destination: row.destination,
        what: row.what,
        image_index: row.image_index,
        eye: row.eye,
        state: row.state,
        tries: row.tries,
        sent_at: row.sent_at?.toISOString() ?? null,
        reason: row.reason === null ? null : text(language, row.reason),
      })),
    }
  })
}

/** Now, and for three more days: a document that failed, or waits for its next try. */
export async function sendOnceMore(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  delivery_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const delivery = await destinations.findDelivery(trx, oid, delivery_id)
    if (!delivery) throw notFound()
    if (!(await destinations.startAnew(trx, oid, delivery_id)))
      throw new Refusal(ERROR.conflict, 'delivery_under_way')
    await startDelivery(ctx, trx, { oid, delivery_id, asked: true })
    const about = target('report', delivery.report_id, { pid: delivery.pid })
    const detail = { destination: delivery.destination_id, what: delivery.what }
    await audit(trx, { actor, ip, action: 'delivery.again', ...about, detail })
  })
}
