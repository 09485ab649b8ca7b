import type { Delivery, Eye } from '@mingmou/contract'
import { uidOf } from '../../platform/dicom/uids.ts'

type What = Delivery['what']

/**
 * What we make is named by the record that it is made of, so that it never has two UIDs, here or after
 * its institution moved.
 */
export const studyUid = (rid: string) => uidOf('study', rid)
export const documentsUid = (rid: string) => uidOf('documents', rid)
/** The eye of a series is one: what is no ophthalmic photograph has a series of each eye. */
export const picturesUid = (rid: string, part: string) => uidOf('pictures', rid, part)
export const measurementsUid = (rid: string) => uidOf('measurements', rid)
/** Of what a report is sent as. */
export const reportUid = (report_id: string, what: Exclude<What, 'photograph' | 'rejection'>) =>
  uidOf(what === 'measurements' ? 'measurements of' : what, report_id)
/** `times`: how often it was taken back from an archive. A file that is taken back never comes again. */
export const photographUid = (
  rid: string,
  image_index: number,
  eye: Eye | null,
  times: number,
): string => uidOf('photograph', rid, image_index, eye ?? '', times)
/** Of what takes a file back. */
export const rejectionUid = (sop_uid: string) => uidOf('rejection', sop_uid)
export const rejectionsUid = (study: string) => uidOf('rejections', study)
