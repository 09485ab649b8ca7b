import type { Language } from '../../wire/constants.ts'
import {
  caution,
  plain,
  soft,
  type Line,
  type ReportDocument,
  type Tone,
} from '../../report/document.ts'
import { figureDocument, type Parts } from '../figure-document.ts'
import { figureText, reportMeasure } from '../../findings/figures.ts'
import {
  figureLines,
  sureText,
  without,
  type Reading,
  type ReadSitting,
} from '../report-sections.ts'
import { SURFACE_FIGURES, SURFACE_GROUPS } from './figure-table.ts'
import { SURFACE_LAYERS } from './layers.ts'
import { reportLines } from './lines.ts'
import { foundName, isTrusted, outlineText } from './outline.ts'
import type { ReportedSurface } from './report-data.ts'

/** A photograph as a report is read. */
interface ReadSurface extends Omit<ReportedSurface, 'image_url' | 'overlays'> {
  overlays: readonly { name: string; color: string }[]
}
type Cell = (photograph: ReadSurface, reading: Reading<ReadSurface>) => Line[]

export const surfaceDocument = (
  report: ReadSitting & ReadSurface & { fellow: ReadSurface | null },
  language: Language,
): ReportDocument => figureDocument(report, PARTS, language)

type Judgement = 'lesion_bool' | 'lesion_type' | 'lesion_grade' | 'lesion_severity'

/** What the machine judged, in words; or why it did not. */
function judged(
  field: Judgement,
  words: (value: NonNullable<ReadSurface[Judgement]>, photograph: ReadSurface) => string,
  more: readonly string[] = [],
): Cell {
  return (photograph, reading) => {
    const { gradable, lesion_bool } = photograph
    if (!gradable) return []
    const value = photograph[field]
    if (value === null) return [without(photograph, field, 'undetermined', reading)]
    const tone: Tone = lesion_bool === true ? 'caution' : 'plain'
    const text = reading.say(words(value, photograph))
    return [{ text, tone, strong: true }, ...more.map((rule) => soft(reading.say(rule)))]
  }
}

const neiOf: Cell = (photograph, reading) => {
  const { gradable, lesion_region, staining } = photograph
  const { say } = reading
  if (!gradable) return []
  if (!lesion_region || !staining)
    return [without(photograph, 'lesion_region', 'undetermined', reading)]
  const { total, central } = lesion_region
  const zone = central === null ? 'hidden' : staining.central
  const aside = sureText(photograph.confidence['lesion_region.total'], say)
  return [
    total === null
      ? without(photograph, 'lesion_region.total', 'undetermined', reading)
      : { ...plain(say('surface.nei.total', { total })), strong: true, ...(aside && { aside }) },
    (zone === true ? caution : plain)(say(`surface.nei.central_${zone}`)),
    soft(say('surface.nei.rule')),
  ]
}

/** How far the outline can be trusted, since all that follows rests on it. */
const outlineCell: Cell = (photograph, { language }) => {
  const text = photograph.gradable ? outlineText(photograph, language) : null
  if (!text) return []
  const tone = isTrusted(photograph) ? plain : caution
  return [
    { ...tone(text.trust), strong: true, ...(text.doubts !== '' && { aside: text.doubts }) },
    soft(text.rule),
  ]
}

const percentOf: Cell = (photograph, reading) => {
  const area = figureText(reportMeasure(SURFACE_FIGURES, photograph, 'staining.area_mm2'))
  return [
    ...figureLines(SURFACE_FIGURES, 'staining.percent', photograph, reading),
    ...(area === null ? [] : [soft(reading.say('surface.area', { area }))]),
  ]
}

const PARTS: Parts<ReadSurface> = {
  key: 'surface',
  layers: SURFACE_LAYERS,
  lines: reportLines,
  figures: SURFACE_FIGURES,
  groups: SURFACE_GROUPS,
  results: [
    ['surface.outline.title', outlineCell],
    ['surface.group.staining', judged('lesion_bool', (_, photograph) => foundName(photograph))],
    ['surface.type.title', judged('lesion_type', (type) => `surface.type.${type}`)],
    [
      'surface.measure.lesion_grade',
      judged('lesion_grade', (grade) => `surface.grade.${grade}`, ['surface.grade.rule']),
    ],
    ['surface.nei.title', neiOf],
    [
      'surface.measure.lesion_severity',
      judged('lesion_severity', (grade) => `surface.severity.${grade}`, ['surface.severity.rule']),
    ],
    ['surface.measure.staining.percent', percentOf],
  ],
}
