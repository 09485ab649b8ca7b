import {
  ASKED_REASONS,
  findingText,
  imageName,
  type Dashboard,
  type DashboardPart,
  type Language,
} from '@mingmou/contract'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'
import type { Period } from './photographs.ts'

type Cell = string | number | null
type Column<Row> = readonly [
  chinese: string,
  english: string,
  value: (row: Row, language: Language, period: Period) => Cell,
]
type RowOf<Part extends DashboardPart> = Dashboard[Part][number]

const wholeText = ({ start_date, end_date }: Period) => `${start_date}/${end_date}`
const stepped: Column<{ step: string | null }> = [
  '日期',
  'Date',
  ({ step }, _, period) => step ?? wholeText(period),
]
const kind: Column<{ modality: RowOf<'photographs'>['modality'] }> = [
  '图像类别',
  'Kind of image',
  ({ modality }, language) =>
    modality === null ? (language === 'en' ? 'All' : '全部') : imageName(modality, language),
]
const seconds = (value: number | null) => (value === null ? null : Math.round(value))

const spreads = (
  name: 'result' | 'read' | 'report',
  chinese: string,
  english: string,
): Column<RowOf<'turnaround'>>[] => [
  [`${chinese}（例数）`, `${english} (n)`, (row) => row[name].n],
  [`${chinese}（中位数，秒）`, `${english} (median, s)`, (row) => seconds(row[name].median)],
  [
    `${chinese}（第90百分位，秒）`,
    `${english} (90th percentile, s)`,
    (row) => seconds(row[name].p90),
  ],
]

type Stages = RowOf<'stages'>
const stagesIn = (rows: readonly Stages[]) =>
  [...new Set(rows.flatMap(({ stages }) => stages.map(({ stage }) => stage)))].sort()

const reasonsIn = (rows: readonly Stages[]) =>
  ASKED_REASONS.filter((reason) =>
    rows.some(({ reasons }) => reasons.some((count) => count.reason === reason)),
  )

const stageColumns = (rows: readonly Stages[]): Column<Stages>[] => [
  stepped,
  kind,
  ...stagesIn(rows).map((stage): Column<Stages> => [
    `${stage} 级`,
    `Grade ${stage}`,
    ({ stages }) => stages.find((count) => count.stage === stage)?.eyes ?? 0,
  ]),
  ['未给出分级', 'No grade given', ({ unstaged }) => unstaged],
  ['无法判读', 'Ungradable', ({ ungradable }) => ungradable],
  ...reasonsIn(rows).map((reason): Column<Stages> => [
    findingText('zh-CN', `review.${reason}`),
    findingText('en', `review.${reason}`),
    ({ reasons }) => reasons.find((count) => count.reason === reason)?.eyes ?? 0,
  ]),
  ['眼别未知的照片', 'Photographs of an undetermined eye', ({ unknown_eye }) => unknown_eye],
]

const PHOTOGRAPHS: readonly Column<RowOf<'photographs'>>[] = [
  stepped,
  kind,
  ['照片数', 'Photographs', ({ photographs }) => photographs],
  ['检查次数', 'Imaging sessions', ({ sittings }) => sittings],
  ['患者数', 'Patients', ({ patients }) => patients],
]

const TURNAROUND: readonly Column<RowOf<'turnaround'>>[] = [
  stepped,
  ['检查次数', 'Imaging sessions', ({ sittings }) => sittings],
  ...spreads('result', '上传至出结果', 'Upload to result'),
  ...spreads('read', '结果至阅片', 'Result to reading'),
  ...spreads('report', '结果至报告', 'Result to report'),
]

const UNGRADABLE: readonly Column<RowOf<'ungradable'>>[] = [
  kind,
  ['采集设备', 'Device', ({ collect_device }) => collect_device],
  ['上传人', 'Uploaded by', ({ uploader }) => uploader?.name ?? null],
  ['上传人编号', 'Uploader account', ({ uploader }) => uploader?.uid ?? null],
  ['照片数', 'Photographs', ({ photographs }) => photographs],
  ['已分析', 'Analysed', ({ analysed }) => analysed],
  ['无法判读', 'Ungradable', ({ ungradable }) => ungradable],
]

type Agreement = RowOf<'agreement'>
type Pair = Agreement['pairs'][number] & Pick<Agreement, 'modality' | 'n' | 'kappa'>
const AGREEMENT: readonly Column<Pair>[] = [
  kind,
  ['AI 分级', 'AI grade', ({ machine }) => machine],
  ['医生分级', 'Clinician grade', ({ clinician }) => clinician],
  ['医生判定的照片', 'Photographs with a stated grade', ({ stated }) => stated],
  ['签发报告确认的照片', 'Photographs confirmed by a signed report', ({ signed }) => signed],
  ['总例数', 'All pairs', ({ n }) => n],
  ['Kappa', 'Kappa', ({ kappa }) => (kappa === null ? null : Number(kappa.toFixed(3)))],
]

/** One part of the dashboard, a line for each row. */
export function toCsv(
  dashboard: Dashboard,
  part: DashboardPart,
  { language, ...period }: Period & { language: Language },
): string {
  const file = <Row>(rows: readonly Row[], columns: readonly Column<Row>[]) =>
    CSV_MARK +
    [
      columns.map(([chinese, english]) => (language === 'en' ? english : chinese)),
      ...rows.map((row) => columns.map(([, , value]) => value(row, language, period))),
    ]
      .map(csvLine)
      .join('')
  switch (part) {
    case 'photographs':
      return file(dashboard.photographs, PHOTOGRAPHS)
    case 'turnaround':
      return file(dashboard.turnaround, TURNAROUND)
    case 'ungradable':
      return file(dashboard.ungradable, UNGRADABLE)
    case 'stages':
      return file(dashboard.stages, stageColumns(dashboard.stages))
    case 'agreement':
      return file(
        dashboard.agreement.flatMap(({ pairs, ...all }) =>
          pairs.map((pair) => ({ ...all, ...pair })),
        ),
        AGREEMENT,
      )
  }
}
