import type { Call } from '../../wire/call.ts'
import type { Wording } from '../../wire/wording.ts'
import { COMPLICATION_RECORD } from './complications.ts'
import { EXAM_RECORD } from './eye-exams.ts'

/** A record of which a patient has any number, and that clinicians add, change and delete. */
export interface PatientRecordCalls {
  /** Its tab on the page of a patient. */
  tab: Wording
  /** One of them, in English: the words of the audit log follow. */
  one: string
  /** The field of its id. */
  id: string
  calls: Readonly<Record<RecordAct, Call>>
}
type RecordAct = 'list' | 'add' | 'set' | 'delete'

/** By their names in the audit log. Its actions, the server and the tests of the walls read them here. */
export const PATIENT_RECORDS = {
  complication: COMPLICATION_RECORD,
  exam: EXAM_RECORD,
} as const satisfies Readonly<Record<string, PatientRecordCalls>>
export type PatientRecordKey = keyof typeof PATIENT_RECORDS

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const actionsOf = ({ tab: [zh, en], one }: PatientRecordCalls): Record<RecordAct, Wording> => ({
  list: [`查看${zh}`, `Open ${lower(en)}`],
  add: [`新增${zh}`, `Add ${one}`],
  set: [`修改${zh}`, `Change ${one}`],
  delete: [`删除${zh}`, `Delete ${one}`],
})

/** What the audit log says of them. */
export const RECORD_ACTIONS = Object.fromEntries(
  Object.entries(PATIENT_RECORDS).flatMap(([key, record]) =>
    Object.entries(actionsOf(record)).map(([act, words]) => [`${key}.${act}`, words]),
  ),
) as Readonly<Record<`${PatientRecordKey}.${RecordAct}`, Wording>>
