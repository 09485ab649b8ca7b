import { beginOf, type IdentifierKind, type Language } from '@mingmou/contract'
import type { Cell } from '../../platform/sheets/sheet.ts'

/** The columns of a table of patients, in the order of the template. */
export const COLUMNS = [
  'number',
  'name',
  'gender',
  'birthday',
  'phone',
  'record',
  'national',
  'exam',
  'other',
  'profession',
  'area',
  'address',
  'allergic_history',
  'operation_history',
] as const
export type Column = (typeof COLUMNS)[number]

export interface Head {
  title: readonly [chinese: string, english: string]
  /** What others call it, in the form of `form`. */
  also: readonly string[]
}

const HEADS: Record<Column, Head> = {
  number: {
    title: ['就诊卡号', 'MRN'],
    also: [
      '卡号',
      '患者编号',
      '患者号',
      '患者id',
      '登记号',
      'patientid',
      'patientnumber',
      'patientno',
      'cardnumber',
      'cardno',
      'number',
      'hospitalnumber',
    ],
  },
  name: { title: ['姓名', 'Name'], also: ['患者姓名', '病人姓名', 'fullname', 'patientname'] },
  gender: { title: ['性别', 'Sex'], also: ['gender'] },
  birthday: {
    title: ['出生日期', 'Date of birth'],
    also: ['生日', '出生年月日', '出生年月', 'dob', 'birthday', 'birthdate'],
  },
  phone: {
    title: ['联系电话', 'Phone'],
    also: [
      '电话',
      '手机',
      '手机号',
      '手机号码',
      '电话号码',
      '联系方式',
      'phonenumber',
      'telephone',
      'tel',
      'mobile',
      'mobilephone',
    ],
  },
  record: {
    title: ['病案号', 'Case record no.'],
    also: [
      '病历号',
      '门诊号',
      '住院号',
      'medicalrecordnumber',
      'medicalrecordno',
      'recordnumber',
      'chartnumber',
    ],
  },
  national: {
    title: ['身份证号', 'Chinese ID number'],
    also: [
      '身份证',
      '身份证号码',
      '证件号',
      '证件号码',
      'idcard',
      'idnumber',
      'idcardnumber',
      'nationalid',
    ],
  },
  exam: {
    title: ['检查号', 'Examination no.'],
    also: ['检查编号', 'examno', 'examnumber', 'examinationnumber'],
  },
  other: { title: ['其他号码', 'Other number'], also: ['othernumbers'] },
  profession: { title: ['职业', 'Occupation'], also: ['profession', 'job'] },
  area: { title: ['所在地区', 'Region'], also: ['地区', '省市区', '行政区划', 'area'] },
  address: { title: ['详细地址', 'Address'], also: ['地址', '住址', '家庭住址', '联系地址'] },
  allergic_history: {
    title: ['过敏史', 'Allergies'],
    also: ['药物过敏史', 'allergy', 'allergichistory', 'allergyhistory'],
  },
  operation_history: {
    title: ['手术史', 'Surgical history'],
    also: ['既往手术史', 'operationhistory', 'surgeries'],
  },
}

export const titleOf = (column: Column, language: Language): string =>
  HEADS[column].title[language === 'en' ? 1 : 0]

/** The columns that hold a number besides the card number, and its kind. */
export const NUMBERS = [
  'record',
  'national',
  'exam',
  'other',
] as const satisfies readonly IdentifierKind[]

/** Heads that the list of faulty rows has beside those of its table. */
export const OURS = {
  row: ['原行号', 'Row in your file'],
  fault: ['需要处理的问题', 'What to do'],
} as const satisfies Record<string, readonly [string, string]>

/** Letters and digits alone: stars, brackets and what stands in them say how to fill a column in. */
const form = (head: string) =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]|【.*?】/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** By each way to write it the column that a head names. */
export const formsOf = <Name extends string>(
  heads: Readonly<Record<Name, Head>>,
): ReadonlyMap<string, Name> =>
  new Map(
    (Object.entries(heads) as [Name, Head][]).flatMap(([column, { title, also }]) =>
      [...title.map(form), ...also].map((word) => [word, column] as const),
    ),
  )
const BY_FORM = formsOf(HEADS)
const OUR_FORMS = Object.values(OURS).flat().map(form)

export const textOf = (cell: Cell | undefined): string =>
  cell === undefined ? '' : typeof cell === 'string' ? cell : (cell.day ?? cell.stored)

/** Which column of the file holds what, and the heads that nothing is read from. */
export interface Heads<Name = Column> {
  columns: Map<Name, number>
  /** A column that stands there twice. */
  twice: Name | null
  ignored: string[]
}

export const readHeads = (cells: readonly Cell[]): Heads => headsIn(BY_FORM, cells)

/** The same of a table with other columns. */
export function headsIn<Name extends string>(
  known: ReadonlyMap<string, Name>,
  cells: readonly Cell[],
): Heads<Name> {
  const columns = new Map<Name, number>()
  const ignored: string[] = []
  let twice: Name | null = null
  for (const [place, cell] of cells.entries()) {
    const head = textOf(cell).trim()
    const column = known.get(form(head))
    if (column !== undefined && columns.has(column)) twice ??= column
    else if (column !== undefined) columns.set(column, place)
    else if (head !== '' && !OUR_FORMS.includes(form(head))) ignored.push(beginOf(head, 40))
  }
  return { columns, twice, ignored }
}
