import {
  auditActionMap,
  auditOutcomeMap,
  auditRoleMap,
  type AuditEntry,
  type Language,
} from '@mingmou/contract'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'

type Texts = Record<string, string>
interface Maps {
  actions: Texts
  outcomes: Texts
  roles: Texts
  /** Of an entry that an institution has brought along. */
  before: string
}
type Column = readonly [
  chinese: string,
  english: string,
  value: (entry: AuditEntry, maps: Maps) => string | null | undefined,
]

/** `2026-11-21 15:30:05`, the time of Asia/Shanghai. */
const local = (at: string) =>
  new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const COLUMNS: readonly Column[] = [
  ['时间（北京时间）', 'Time (Asia/Shanghai)', ({ at }) => local(at)],
  ['姓名', 'Name', ({ name }) => name],
  ['用户名', 'User name', ({ username }) => username],
  ['角色', 'Role', ({ role }, { roles }) => role && roles[role]],
  ['来源地址', 'Address', ({ ip }) => ip],
  ['操作', 'Action', ({ action }, { actions }) => actions[action] ?? action],
  ['结果', 'Outcome', ({ outcome }, { outcomes }) => outcomes[outcome]],
  ['患者', 'Patient', ({ patient_name }) => patient_name],
  ['患者编号', 'Patient id', ({ pid }) => pid],
  ['对象', 'Target', ({ target_name }) => target_name],
  ['对象编号', 'Target id', ({ target_id }) => target_id],
  [
    '详情',
    'Detail',
    ({ detail }) => (Object.keys(detail).length > 0 ? JSON.stringify(detail) : ''),
  ],
  ['记录来源', 'Origin', ({ imported }, { before }) => (imported ? before : '')],
]

/** CSV with the mark by which spreadsheets know UTF-8. */
export async function* toCsv(
  batches: AsyncIterable<AuditEntry[]>,
  language: Language,
): AsyncGenerator<string> {
  const maps = {
    actions: auditActionMap(language),
    outcomes: auditOutcomeMap(language),
    roles: auditRoleMap(language),
    before: language === 'en' ? 'Before the move' : '迁入前记录',
  }
  yield `${CSV_MARK}${csvLine(COLUMNS.map(([chinese, english]) => (language === 'en' ? english : chinese)))}`
  for await (const batch of batches) {
    yield batch
      .map((entry) => csvLine(COLUMNS.map(([, , value]) => value(entry, maps) ?? '')))
      .join('')
  }
}
