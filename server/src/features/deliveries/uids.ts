import { uidOf } from '../../platform/dicom/uids.ts'

/**
 * What we make is named by the record that it is made of, so that it never has two UIDs, here or after
 * its institution moved.
 */
export const studyUid = (rid: string) => uidOf('study', rid)
export const documentsUid = (rid: string) => uidOf('documents', rid)
/** The eye of a series is one: what is no ophthalmic photograph has a series of each eye. */
export const picturesUid = (rid: string, part: string) => uidOf('pictures', rid, part)
export const reportUid = (report_id: string, what: 'report' | 'void') => uidOf(what, report_id)
export const photographUid = (rid: string, image_index: number) =>
  uidOf('photograph', rid, image_index)
