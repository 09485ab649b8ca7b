import { typeOf } from '../../platform/files/keys.ts'
import {
  changedSittings,
  countOutsidePhotographs,
  findOutsidePhotographs,
  PHOTOGRAPH_CHANGED,
  type OutsidePhotograph,
  type WantedPhotographs,
} from '../sittings/outside-photographs.ts'
import { beginningOf, first, timesOf } from './parameters.ts'
import { baseOf, bodySiteOf, filled, reference, type Resource } from './resource.ts'
import {
  OF_PATIENT,
  patientOf,
  photographIn,
  searched,
  type Place,
  type Search,
  type Searchable,
} from './search.ts'
import { modalityOf } from './study.ts'

const photographId = ({ rid, image_index }: Place): string => `${rid}.${image_index}`

export function toMedia(base: string, row: OutsidePhotograph): Resource {
  const id = photographId(row)
  return {
    resourceType: 'Media',
    id,
    meta: { lastUpdated: row.changed_at.toISOString() },
    partOf: [reference('ImagingStudy', row.rid)],
    status: 'completed',
    type: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/media-type', code: 'image' }],
    },
    modality: { coding: [modalityOf(row.modality)] },
    subject: reference('Patient', row.pid),
    createdDateTime: row.record_date,
    issued: row.created_at.toISOString(),
    ...filled({ bodySite: row.eye && bodySiteOf(row.eye) }),
    deviceName: row.collect_device,
    height: row.height,
    width: row.width,
    content: { contentType: typeOf(row.file_key), url: `${base}/Binary/${id}` },
  }
}

async function wantedOf(search: Search): Promise<WantedPhotographs | null> {
  const { oid, asked, after } = search
  const id = first(asked, '_id')
  const one = id === undefined ? undefined : photographIn(id)
  const of = await patientOf(search)
  if (one === null || of === null) return null
  const changed = timesOf(asked, '_lastUpdated', PHOTOGRAPH_CHANGED)
  const beginning = beginningOf(asked, '_lastUpdated')
  const where = [...(beginning ? [changedSittings(oid, beginning)] : []), ...changed]
  return { ...of, one, after: after === null ? null : photographIn(after), where }
}

/** Each photograph that is filed, with the eye that it is known to be of. */
export const MEDIA: Searchable = {
  type: 'Media',
  scope: 'images:read',
  parameters: OF_PATIENT,
  ...searched(
    wantedOf,
    async ({ ctx, trx, oid, most }, wanted) =>
      (await findOutsidePhotographs(trx, oid, wanted, most)).map((row) =>
        toMedia(baseOf(ctx), row),
      ),
    ({ trx, oid }, wanted) => countOutsidePhotographs(trx, oid, wanted),
  ),
}
