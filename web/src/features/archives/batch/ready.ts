import { IMAGE_LIMITS, type BatchFile } from '@mingmou/contract'

/** Filed with no more than patient, eye and day: each is proved by the file or set by a person. */
export type Ready = BatchFile & {
  patient: NonNullable<BatchFile['patient']>
  eye: NonNullable<BatchFile['eye']>
  record_date: string
}

export const isReady = (row: BatchFile): row is Ready =>
  row.filed === null &&
  row.patient !== null &&
  row.eye !== null &&
  row.record_date !== null &&
  row.evidence.other_kind === null

/** The files of each patient and day: a sitting each, of as many images as one may have. */
export function sittingsOf(rows: readonly Ready[]): Ready[][] {
  const groups = new Map<string, Ready[]>()
  for (const row of rows) {
    const sitting = `${row.patient.pid} ${row.record_date}`
    groups.set(sitting, [...(groups.get(sitting) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const { perArchive } = IMAGE_LIMITS
    const parts = Math.ceil(group.length / perArchive)
    return Array.from({ length: parts }, (_, part) =>
      group.slice(part * perArchive, (part + 1) * perArchive),
    )
  })
}
