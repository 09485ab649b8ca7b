import { isSameName, type Eye } from '@mingmou/contract'
import type { DicomFacts } from '@mingmou/analysis/image'
import { sql } from 'kysely'

/** The file of a device that a photograph came in. */
export interface Came {
  sop_class: string
  sop_uid: string
  file_key: string
  facts: DicomFacts | null
}

/** That of `archive_images`, or of the image that it was copied from when it was filed as another kind; null: none. */
export const CAME = sql<Came | null>`(
  SELECT jsonb_build_object('sop_class', came.sop_class, 'sop_uid', came.sop_uid, 'file_key', came.file_key,
    'facts', came.facts)
  FROM archive_images AS origin JOIN received_files AS came ON came.upload_key = origin.upload_key
  WHERE origin.oid = archive_images.oid AND NOT came.differs
    AND origin.rid = coalesce(archive_images.filed_from_rid, archive_images.rid)
    AND origin.image_index = coalesce(archive_images.filed_from_index, archive_images.image_index))`

/** Whom the archive will take the file to be of. */
export interface Recorded {
  name: string
  number: string
  gender: 1 | 2
  /** `YYYY-MM-DD` */
  birthday: string
}

const HAN = /\p{Script=Han}/u

/**
 * Whether a photograph may go out in the file that it came in: the file says the card number, nothing else that it says
 * of the patient differs from the record, and it says the eye that is recorded. One that a person filed against what it
 * says would lie under the wrong patient there.
 */
export function goesAsItCame(came: Came | null, patient: Recorded, eye: Eye | null): boolean {
  const facts = came?.facts
  if (!facts || facts.number !== patient.number) return false
  if (facts.birthday_unread || facts.name_unread) return false
  const isBorn = facts.birthday === '' || facts.birthday === patient.birthday
  const isOf = facts.gender === null || facts.gender === patient.gender
  const isNamed = !HAN.test(facts.name) || isSameName(facts.name, patient.name)
  const [one = null, other] = facts.eyes
  return isBorn && isOf && isNamed && other === undefined && one === eye
}
