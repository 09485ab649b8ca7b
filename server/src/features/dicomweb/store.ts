import type { Context } from '../../context.ts'
import { HttpProblem } from '../../http/problem.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { syntaxesOf } from '../../platform/dicom/classes.ts'
import { said, type JsonDataset } from '../../platform/dicom/json-model.ts'
import { partsOf } from '../../platform/dicom/multipart.ts'
import { fromPart10, type DicomFile } from '../../platform/dicom/part10.ts'
import { audit } from '../audit/service.ts'
import { findByTitle, type DeviceRow } from '../devices/device.ts'
import { endSending, receiveFile } from '../received/receive.ts'
import type { Given } from './admit.ts'
import { queryOf } from './asked.ts'

/** A volume has fewer files. Each is a file and a row of its own, however small. */
const MOST_FILES = 500

/** Why a file is not stored (PS3.18 I.2.2, PS3.4 B.2.3). */
const FAILURE = { class: 0x0122, broken: 0xc000 } as const

/**
 * Files go into the inbox as those of a device (STOW-RS, PS3.18 10.5): what it says of kind and camera is needed to
 * file them. `device` in the address names it by its AE title; an institution with one device need not.
 */
export async function store(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { caller, request, reply } = given
  const { actor, ip } = caller
  const body = request.body as Buffer
  const parts = Buffer.isBuffer(body)
    ? partsOf(request.headers['content-type'] ?? '', body, MOST_FILES)
    : null
  if (parts === null || parts.length === 0)
    throw new HttpProblem(400, 'malformed', 'A multipart body of DICOM files is needed')
  if (parts.length > MOST_FILES)
    throw new HttpProblem(413, 'too-large', `At most ${MOST_FILES} files in a body`)
  const device = await deviceOf(ctx, given)
  const stored: DicomFile[] = []
  const failed: { file: DicomFile | null; reason: number }[] = []
  for (const part of parts) {
    const file = fileOf(part)
    const reason =
      file === null
        ? FAILURE.broken
        : !syntaxesOf(file.sopClass).includes(file.syntax)
          ? FAILURE.class
          : await receiveFile(ctx, { oid: actor.oid, device, ip }, file)
    if (file !== null && reason === 0) stored.push(file)
    else failed.push({ file, reason })
  }
  await endSending(ctx, { oid: actor.oid, device }, failed.length === 0)
  await withInstitution(ctx.db, actor.oid, (trx) => {
    const detail = { files: stored.length, refused: failed.length, device: device.device_id }
    return audit(trx, { actor, ip, action: 'dicomweb.store', detail })
  })
  const status = failed.length === 0 ? 200 : stored.length === 0 ? 409 : 202
  return reply
    .code(status)
    .type('application/dicom+json; charset=utf-8')
    .send(JSON.stringify(outcome(base, stored, failed)))
}

function fileOf(bytes: Buffer): DicomFile | null {
  try {
    return fromPart10(bytes)
  } catch {
    return null
  }
}

async function deviceOf(ctx: Context, given: Given): Promise<DeviceRow> {
  const { oid } = given.caller.actor
  const title = queryOf(given).get('device')
  const device = await withInstitution(ctx.db, oid, (trx) => findByTitle(trx, oid, title ?? null))
  if (device) return device
  throw new HttpProblem(
    409,
    'no-device',
    'Name a registered device of the institution: ?device= and its AE title',
  )
}

const named = (file: DicomFile | null): JsonDataset => ({
  '00081150': said('UI', file?.sopClass ?? ''),
  '00081155': said('UI', file?.sopInstance ?? ''),
})

function outcome(
  base: string,
  stored: readonly DicomFile[],
  failed: readonly { file: DicomFile | null; reason: number }[],
): JsonDataset {
  const refused = failed.map(({ file, reason }) => ({
    ...named(file),
    '00081197': said('US', reason),
  }))
  return {
    '00081190': said('UR', base),
    ...(stored.length > 0 && { '00081199': said('SQ', ...stored.map(named)) }),
    ...(refused.length > 0 && { '00081198': said('SQ', ...refused) }),
  }
}
