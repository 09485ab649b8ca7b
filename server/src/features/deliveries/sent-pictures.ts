import type { Eye } from '@mingmou/contract'
import { sql } from 'kysely'
import { goesAsItCame, type Came, type Recorded } from './as-came.ts'
import { photographUid } from './uids.ts'

/** A photograph on its way to an archive, or there: under which UID, as of which sitting, eye and number. */
interface SentAs {
  destination_id: string
  sop_uid: string
  rid: string
  image_index: number
  eye: Eye | null
  /** Null of what an earlier version planned. */
  number: string | null
  /** It is taken back, or never went. */
  withdrawn: boolean
}

/** All that was sent of the photograph of `archive_images`, by whichever sitting it is filed in, the newest first. */
export const SENT = sql<SentAs[]>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('destination_id', sent.destination_id, 'sop_uid', sent.sop_uid,
      'rid', sent.rid, 'image_index', sent.image_index, 'eye', sent.eye, 'number', sent.number,
      'withdrawn', sent.withdrawn) ORDER BY sent.delivery_id DESC), '[]')
  FROM (SELECT coalesce(archive_images.filed_from_rid, archive_images.rid) AS rid,
      coalesce(archive_images.filed_from_index, archive_images.image_index) AS image_index) AS origin
    JOIN archive_images AS same ON (same.rid = origin.rid AND same.image_index = origin.image_index)
      OR (same.filed_from_rid = origin.rid AND same.filed_from_index = origin.image_index)
    JOIN deliveries AS sent ON sent.rid = same.rid AND sent.image_index = same.image_index
  WHERE sent.what = 'photograph')`

interface Sendable {
  rid: string
  image_index: number
  came: Came | null
  sent: readonly SentAs[]
}
type Whose = Pick<Recorded, 'number'>

const liesAs =
  ({ rid, image_index }: Sendable, { number }: Whose, eye: Eye | null) =>
  (sentAs: SentAs) =>
    sentAs.rid === rid && sentAs.image_index === image_index && isAs(sentAs, number, eye)

/** Whether an archive was told of this patient and eye. */
export const isAs = (sent: Pick<SentAs, 'number' | 'eye'>, number: string, eye: Eye | null) =>
  sent.eye === eye && (sent.number === null || sent.number === number)

/**
 * The UID of the file that is made of a photograph. It is of one eye: an archive that has it as another gets it under
 * another UID, also where it was of this eye before. What lies in an archive keeps its UID.
 */
export function madeUid(picture: Sendable, patient: Whose, eye: Eye | null): string {
  const { rid, image_index, came, sent } = picture
  const isThere = liesAs(picture, patient, eye)
  const there = sent.find(
    (instance) => !instance.withdrawn && instance.sop_uid !== came?.sop_uid && isThere(instance),
  )?.sop_uid
  const withdrawn = new Set(
    sent.flatMap((instance) => (instance.withdrawn ? [instance.sop_uid] : [])),
  )
  return there ?? photographUid(rid, image_index, eye, withdrawn.size)
}

/** Whether it goes in the file that it came in: that says what is recorded, and no archive was told that it is wrong. */
export const isAsItCame = (
  { came, sent }: Pick<Sendable, 'came' | 'sent'>,
  patient: Recorded,
  eye: Eye | null,
): boolean =>
  goesAsItCame(came, patient, eye) &&
  !sent.some(({ sop_uid, withdrawn }) => withdrawn && sop_uid === came?.sop_uid)

/** Under which UID a photograph goes, or lies in the archives already. */
export function instanceOf(picture: Sendable, patient: Recorded, eye: Eye | null): string {
  const isThere = liesAs(picture, patient, eye)
  const there = picture.sent.find((instance) => !instance.withdrawn && isThere(instance))
  if (there) return there.sop_uid
  return picture.came && isAsItCame(picture, patient, eye)
    ? picture.came.sop_uid
    : madeUid(picture, patient, eye)
}

/** The one that a report of this eye was made of, also where it is taken back since. */
export const sourceOf = (picture: Sendable, patient: Recorded, eye: Eye | null): string =>
  picture.sent.find(liesAs(picture, patient, eye))?.sop_uid ?? instanceOf(picture, patient, eye)
