import {
  findingText,
  figureName,
  imageName,
  TREND_FIGURES,
  UNIT_SYMBOLS,
  type Figure,
  type Language,
  type TrendPoint,
  type Trends,
  type TrendSeries,
  type TrendVisit,
} from '@mingmou/contract'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'

interface Row {
  language: Language
  figure: Figure
  series: TrendSeries
  point: TrendPoint
  visit: TrendVisit
  /** The visit that it is compared with. */
  before: TrendVisit | undefined
}
type Column = readonly [
  chinese: string,
  english: string,
  value: (row: Row) => string | number | null,
]

const rounded = (value: number | null, digits: number) =>
  value === null ? null : Number(value.toFixed(digits))

const COLUMNS: readonly Column[] = [
  ['来源', 'Source', ({ language, series }) => sourceName(series.source, language)],
  ['指标', 'Figure', ({ language, figure }) => figureName(figure, language)],
  ['代码', 'Code', ({ figure }) => figure.key],
  ['眼别', 'Eye', ({ series }) => series.eye],
  ['日期', 'Date', ({ visit }) => visit.day],
  ['数值', 'Value', ({ point, figure }) => point.word ?? rounded(point.value, figure.digits)],
  ['单位', 'Unit', ({ figure }) => UNIT_SYMBOLS[figure.unit]],
  ['标准差', 'Standard deviation', ({ point, figure }) => rounded(point.spread, figure.digits + 1)],
  [
    '无数值的原因',
    'Why there is no value',
    ({ language, point }) => point.reason && findingText(language, `reason.${point.reason}`),
  ],
  [
    'AI数值（医生勾画时）',
    'Value of the AI, where a clinician drew',
    ({ point, figure }) => point.drawn && rounded(point.drawn.machine, figure.digits),
  ],
  ['采集设备', 'Device', ({ visit }) => visit.collect_device],
  [
    '照片序号',
    'Photograph',
    ({ point }) => (point.image_index === null ? null : point.image_index + 1),
  ],
  [
    '结果已失效',
    'No longer holds',
    ({ language, visit }) => (visit.outdated ? findingText(language, 'trend.outdated') : null),
  ],
  ['对比日期', 'Compared with', ({ before }) => before?.day ?? null],
  ['差值', 'Difference', ({ point, figure }) => rounded(point.change?.by ?? null, figure.digits)],
  [
    '差值单位',
    'Unit of the difference',
    ({ point: { change } }) =>
      change === null || change.by === null ? null : UNIT_SYMBOLS[change.unit],
  ],
  [
    '判定界限',
    'Limit',
    ({ point, figure }) => rounded(point.change?.limit ?? null, figure.digits + 1),
  ],
  ['判定', 'Verdict', ({ language, point }) => verdict(point, language)],
]

/** What the source is called. */
function sourceName(source: TrendSeries['source'], language: Language): string {
  return source === 'exam' || source === 'diabetes'
    ? findingText(language, `trend.source.${source}`)
    : imageName(source, language)
}

function verdict({ change }: TrendPoint, language: Language): string | null {
  if (!change) return null
  if (change.reason === 'outdated') return findingText(language, 'trend.outdated')
  if (change.reason !== null) return findingText(language, `change.reason.${change.reason}`)
  return findingText(language, change.changed ? 'change.changed' : 'change.within')
}

/** A row for each point. */
export function toCsv({ visits, series }: Trends, language: Language): string {
  const head = COLUMNS.map(([chinese, english]) => (language === 'en' ? english : chinese))
  const rows = series.flatMap((trend) =>
    trend.points.flatMap((point) => {
      const visit = visits[point.visit]
      const before = point.change ? visits[point.change.from] : undefined
      const figure = TREND_FIGURES[trend.source].at(trend.key)
      const row = { language, figure, series: trend, point, before }
      return visit ? [COLUMNS.map(([, , value]) => value({ ...row, visit }))] : []
    }),
  )
  return CSV_MARK + [head, ...rows].map(csvLine).join('')
}
