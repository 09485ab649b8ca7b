import { askedName, PRODUCT_VERSION } from '@mingmou/contract'
import { dicomPlace } from '@mingmou/analysis/image'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { fromPart10, part10, type DicomFile } from '../../platform/dicom/part10.ts'
import { rejection } from '../../platform/dicom/rejection.ts'
import { rejectionsUid } from '../deliveries/uids.ts'
import { madeFile, sentPicture, subjectOf, type Person } from './documents.ts'
import * as destinations from './queries.ts'
import { Unsent } from './send.ts'

/** Viewers put it behind all else. */
const SERIES = { seriesDescription: 'Rejected', seriesNumber: 6 }
/** In English, as devices are told of orders: every archive shows it. */
const REASON = 'Filed under a wrong eye or patient, or deleted. Not to be used.'

/** What takes back a photograph that an archive got; null where nobody knows any more what went. */
export async function rejectionOf(
  ctx: Context,
  { oid, rejects, sop_uid, created_at }: destinations.DeliveryRow,
): Promise<DicomFile | null> {
  const former = await withInstitution(ctx.db, oid, async (trx) =>
    rejects === null ? undefined : destinations.findDelivery(trx, oid, rejects),
  )
  const found = former && (await sentPicture(ctx, former))
  if (!found) return null
  const { picture, person } = found
  const file = await sentFile(ctx, former, { picture, person })
  const place = dicomPlace(part10(file))
  if (!place) throw new Unsent('delivery_no_study', true)
  const of = subjectOf(person, {
    study: place.study,
    studyDescription: askedName(picture.modality),
    series: rejectionsUid(place.study),
    ...SERIES,
    instance: sop_uid,
    day: picture.record_date,
  })
  const { sopClass, sopInstance: instance } = file
  const rejected = { ...place, sopClass, instance }
  return rejection(of, { made: created_at, version: PRODUCT_VERSION, reason: REASON, rejected })
}

/** What went: the file of a camera, whose photograph may be filed no more, or the one that is made of it. */
async function sentFile(
  ctx: Context,
  { oid, sop_uid, eye }: destinations.DeliveryRow,
  { picture, person }: { picture: destinations.PictureRow; person: Person },
): Promise<DicomFile> {
  const came = await withInstitution(ctx.db, oid, (trx) =>
    destinations.findCameUnder(trx, oid, sop_uid),
  )
  return came
    ? fromPart10(await ctx.files.read(came.file_key))
    : madeFile(ctx, person, picture, { eye, instance: sop_uid })
}
