import { DATASETS, findingText, today, type Language } from '@mingmou/contract'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'
import type { DatasetRow } from './queries.ts'
import { sharedDevice } from './service.ts'

const COLUMNS: readonly (readonly [zh: string, en: string])[] = [
  ['文件', 'File'],
  ['患者代号', 'Patient code'],
  ['日期', 'Date'],
  ['设备', 'Device'],
  ['拍摄类型', 'Type'],
  ['眼别', 'Eye'],
  ['眼别来源', 'Eye determined by'],
  ['AI眼别', 'Eye by AI'],
  ['已AI分析', 'Analysed by AI'],
  ['可判读', 'Gradable'],
  ['AI可判读', 'Gradable by AI'],
]

/** Of clinicians: their values stand in the columns before. */
const BY_CLINICIANS: typeof COLUMNS = [
  ['医生更正', 'Corrected by clinicians'],
  ['医生勾画', 'Drawn by clinicians'],
]

const inLanguage =
  (language: Language) =>
  ([zh, en]: (typeof COLUMNS)[number]) =>
    language === 'en' ? en : zh

const flag = (value: boolean | null) => (value === null ? '' : value ? '1' : '0')

const headOf = (dataset: string, facets: readonly string[], language: Language) =>
  CSV_MARK +
  csvLine([
    ...COLUMNS.map(inLanguage(language)),
    ...facets.map((facet) => findingText(language, `facet.${dataset}.${facet}`)),
    ...facets.map((facet) => `AI: ${findingText(language, `facet.${dataset}.${facet}`)}`),
    ...BY_CLINICIANS.map(inLanguage(language)),
  ])

/**
 * What holds now stands beside what the machine found. A photograph without analysis has no word in the columns of
 * findings.
 */
function lineOf(
  row: DatasetRow,
  {
    name,
    dataset,
    facets,
    language,
  }: { name: string; dataset: string; facets: readonly string[]; language: Language },
): string {
  const flags = (gradable: boolean | null, there: readonly string[]) =>
    facets.map((facet) => (gradable ? flag(there.includes(facet)) : ''))
  const words = (names: readonly string[], of: (name: string) => string) =>
    names.map((named) => findingText(language, of(named))).join(language === 'en' ? ', ' : '、')
  const shared = row.pid === null
  const key = DATASETS.find((entry) => entry.key === dataset)?.key
  return csvLine([
    name,
    row.patient,
    shared ? row.record_date.slice(0, 7) : row.record_date,
    shared && key ? sharedDevice(key, row.collect_device) : row.collect_device,
    row.img_type === null ? '' : String(row.img_type),
    row.eye ?? '',
    row.eye_source ? findingText(language, `eye_source.source.${row.eye_source}`) : '',
    row.machine_eye ?? '',
    flag(row.analysed),
    flag(row.gradable),
    flag(row.machine_gradable),
    ...flags(row.gradable, row.facets),
    ...flags(row.machine_gradable, row.machine_facets),
    words(row.corrected, (correction) => `correction.name.${correction}`),
    words(row.drawn, (drawing) => `overlay.${drawing}`),
  ])
}

export const sheet = { headOf, lineOf }

/** What somebody who opens the ZIP has to know. */
export function readMe(
  language: Language,
  { count, shared, at }: { count: number; shared: boolean; at: Date },
): string {
  const lines =
    language === 'en'
      ? [
          `Mingmou dataset export, ${today(at)}: ${count} photographs.`,
          'images.csv lists each file with its details. 1 is yes, 0 is no, blank is unknown.',
          'Findings are the AI’s, or a clinician’s where one corrected or drew something; the columns beginning with AI keep the AI’s own. The last two columns name what clinicians corrected and drew. None of this is a diagnosis.',
          'The patient code is the same for all photographs of one patient and is unrelated to any number in the record.',
          `${shared ? 'This file contains no name, number, institution or exact date.' : 'This file contains no name or number.'} Photographs whose DICOM file states that they contain burned-in text were left out, unless a clinician confirmed that it identifies nobody. Text burned into other photographs by the camera has not been checked.`,
        ]
      : [
          `明眸数据集导出，${today(at)}，共 ${count} 张影像。`,
          'images.csv 列出每个文件的信息。1 为是，0 为否，空白为未知。',
          '所列为AI所见，医生更正或勾画过的以医生为准；以AI开头的列保留AI原值，末两列写明医生更正和勾画的项目。均不是诊断。',
          '同一患者的影像使用同一患者代号，代号与病历中的任何号码无关。',
          `${shared ? '本文件不含姓名、号码、机构和具体日期。' : '本文件不含姓名和号码。'}DICOM 文件注明画面中有文字的影像已略去，除非医生确认文字不涉及个人身份；其他影像中相机写入的文字未经检查。`,
        ]
  return `${lines.join('\r\n')}\r\n`
}
