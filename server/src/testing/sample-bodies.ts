import { Id } from '@mingmou/contract'
import { z } from 'zod'

/** The fields that a form would send beside the ids. */
export const SAMPLES: Record<string, unknown> = {
  storage_limit_mb: null,
  waiting_limit: null,
  account_limit: 10,
  ad_card_number: 'WALL-1',
  addresses: ['10.0.0.1'],
  ae_title: 'WALL',
  application: 'WALL',
  facility: 'WALL',
  agree: true,
  address: '演示路1号',
  after_index: 0,
  analysis_type: '1',
  settled: true,
  released: true,
  area_id: ['330000', '330100', '330106'],
  attestationObject: 'AA',
  authenticatorData: 'AA',
  areaId: ['330000', '330100', '330106'],
  birthday: '1960-05-17',
  body_en: 'Example',
  body_zh: '示例',
  clientDataJSON: 'AA',
  code: '123456',
  collect_device: 'Topcon TRC-NW400',
  contact: '演示联系人',
  content: '演示反馈',
  count: 1,
  day: '2099-03-01',
  describes: '演示',
  diagnosis_class: '1',
  disease_type: '演示并发症',
  diagnostic_opinion: '演示意见',
  email: 'walls@clinic.example.com',
  draft: { entered: { iop: { OD: '1' } } },
  eyes: 'both',
  field: 'eye',
  file_list: ['uploads/experience/nowhere/a.jpg'],
  file_name: 'patients.csv',
  file_names: ['a.jpg'],
  files_path: ['uploads/fundus/nowhere/a.jpg'],
  gender: 1,
  happened_on: '2021-03-01',
  attachment: ['uploads/feedback/nowhere/a.jpg'],
  key: 'uploads/fundus/nowhere/a.jpg',
  keys: ['uploads/fundus/nowhere/a.jpg'],
  mask: { width: 1, height: 1, runs: '1' },
  modality: 'fundus',
  image_index: 0,
  image_indexes: [0],
  id: 'AA',
  img_type: 1,
  name: '演示',
  of: 'recall',
  arbiters: [],
  first_sees_machine: true,
  percent: 10,
  read: { OD: { stage: 0, oedema: 'no', glaucoma: 'no', treated: 'none' }, OS: null },
  role: 'first',
  rule: 'none',
  to: 'patient',
  what: 'called',
  rules: null,
  newpwd1: 'another-horse2',
  oldpwd: 'correct-horse1',
  password: 'correct-horse1',
  phone: '13800138000',
  points: [
    [0, 0],
    [1, 1],
  ],
  files: [{ key: 'uploads/fundus/nowhere/a.jpg', file_name: 'a.jpg' }],
  table: 'uploads/patients/nowhere/a.csv',
  lang: 'en',
  only: 'all',
  question: 'stage',
  kind: 'dicom',
  host: '127.0.0.1',
  port: 104,
  called_title: 'ARCHIVE',
  calling_title: 'MINGMOU',
  photographs: true,
  active: true,
  reason: '演示原因',
  profession: '11',
  published: false,
  record_date: '2024-03-01',
  record_detail: { iop: { OD: 15 } },
  replaces: null,
  result: '演示结果',
  scopes: ['people:read'],
  review_status: 1,
  signature: 'AA',
  sha256: ['0'.repeat(64)],
  shortName: '演示',
  start_date: '2024-03-01',
  type_class: ['6', '9'],
  ticket: 'nobodys',
  transports: [],
  title_en: 'Example',
  title_zh: '示例',
  url: 'https://hooks.clinic.example.com/mingmou',
  events: ['report.signed'],
  username: 'walls1',
  value: 'OD',
}

/** For a field that has no sample of its own: the first that it takes. */
const ANY: readonly unknown[] = ['2024-03-01', '演示', 1, true, []]

export const sampleOf = (name: string, schema: z.ZodType): unknown =>
  name in SAMPLES ? SAMPLES[name] : ANY.find((value) => schema.safeParse(value).success)

/** The fields that a call takes, where they are listed. */
export const fieldsOf = ({ body }: { body: z.ZodType }): Readonly<Record<string, z.ZodType>> =>
  body instanceof z.ZodObject ? body.shape : {}

/** The fields that a call needs, as a form would send them beside `given`. */
export const sampleBody = (
  call: { body: z.ZodType },
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(call))
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name, schema]) => [name, given[name] ?? sampleOf(name, schema)]),
  )

/** They say what the caller has seen last, and nothing is looked up by them. */
const SEEN = ['alike', 'replaces']

/** How a field that names a record, alone or among others, holds its id; null for any other field. */
function holding(name: string, schema: unknown): ((id: unknown) => unknown) | null {
  if (SEEN.includes(name)) return null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return holding(name, schema.unwrap())
  if (schema instanceof z.ZodArray) return schema.element === Id ? (id) => [id] : null
  const isId =
    schema === Id ||
    (schema instanceof z.ZodUnion && schema.options.some((option) => option === Id))
  return isId || name === 'report_id' ? (id) => id : null
}

/** The fields of a call that name a record, how each holds its id, and whether nothing is done without one. */
export const idsOf = (call: { body: z.ZodType }) =>
  Object.entries(fieldsOf(call)).flatMap(([name, schema]) => {
    const holds = holding(name, schema)
    return holds ? [{ name, holds, needed: schema === Id || name === 'report_id' }] : []
  })
