import { measureText } from '../figure-texts.ts'
import { correctedText } from '../../findings/correction-texts.ts'
import { sayIn } from '../finding-texts.ts'
import type { Say } from '../../wire/wording.ts'
import type { Language } from '../../wire/constants.ts'
import {
  caution,
  plain,
  reportDocument,
  soft,
  type Line,
  type ReportDocument,
  type ReportRow,
  type ReportSection,
  type Tone,
} from '../../report/document.ts'
import {
  correctionRows,
  drawnRows,
  eyeOf,
  groupRows,
  leftOut,
  machineOf,
  missingOf,
  qualityOf,
  readingOf,
  restsOn,
  sittingOf,
  statedIn,
  sureText,
  treatmentRows,
  without,
  type Reading,
  type ReadSitting,
} from '../report-sections.ts'
import { FIGURE_GROUPS, FUNDUS_FIGURES, type FigureGroup } from './figure-table.ts'
import { scaleText } from './figures.ts'
import { LESIONS, type Lesion } from './lesion-rows.ts'
import { elsewhere, glaucomaElsewhere } from './elsewhere.ts'
import {
  besideStage,
  borderBeside,
  chanceBeside,
  evidenceText,
  gradedIn,
  gradeTag,
  oedemaText,
  stageText,
} from './grade-texts.ts'
import type { DiabeticPhotograph, ReadPhotograph } from './report-data.ts'
import { picturesOf } from './report-pictures.ts'
import type { Staged } from './stage-border.ts'

type FundusReading = Reading<ReadPhotograph>

/** A photograph as far as diabetic eye disease is told of it. */
type Diabetic = Omit<DiabeticPhotograph, 'image_url' | 'overlays'>
/** What it is told with: the words, and the other photographs of its eye. */
type Told = Pick<FundusReading, 'language' | 'say'> & {
  report: Pick<FundusReading['report'], 'outcomes'>
}

export function fundusDocument(
  report: ReadSitting & ReadPhotograph & { fellow: ReadPhotograph | null },
  language: Language,
): ReportDocument {
  const reading = readingOf<ReadPhotograph>(report, language)
  const { photographs, columns, say } = reading
  const judged = photographs.some(({ gradable }) => gradable)
  return reportDocument(
    report,
    {
      title: say('report.title'),
      eye: eyeOf(reading),
      summary: [
        { kind: 'pictures', pictures: picturesOf(photographs, report.image_count, say) },
        ...leftOut(reading),
        ...sittingOf(reading),
        {
          kind: 'results',
          columns,
          rows: [
            ...resultRows(reading),
            ...treatmentRows(reading),
            ...correctionRows(reading),
            ...drawnRows(FUNDUS_FIGURES, reading),
          ],
        },
      ],
      details: [
        ...(judged ? [...figureSections(reading), notesOf(reading)] : []),
        ...machineOf(reading),
      ],
      ...restsOn(reading),
    },
    language,
  )
}

/** What is told of diabetic eye disease on one photograph, and of no other. */
export function diabeticRows(photograph: Diabetic, language: Language): ReportRow[] {
  const reading = { report: { outcomes: [] }, language, say: sayIn(language) }
  const { say } = reading
  const row = (label: string, lines: Line[]): ReportRow => ({ label, notes: [], cells: [lines] })
  const quality = row(say('report.quality'), qualityOf(photograph, reading))
  if (!photograph.gradable) return [quality]
  return [
    row(say('grade.title'), gradeOf(photograph, reading)),
    ...LESIONS.map((kind) => row(say(`overlay.${kind}`), lesionCell(photograph, kind, reading))),
    quality,
  ]
}

type Cell = (photograph: ReadPhotograph, reading: FundusReading) => Line[]

function resultRows(reading: FundusReading): ReportRow[] {
  const { photographs, say } = reading
  const row = (label: string, cell: Cell): ReportRow => ({
    label,
    notes: [],
    cells: photographs.map((photograph) => cell(photograph, reading)),
  })
  const judged = photographs.some(({ gradable }) => gradable)
  return [
    row(say('report.quality'), qualityOf),
    ...(judged ? [row(say('grade.title'), gradeOf), row(say('report.glaucoma'), glaucomaOf)] : []),
  ]
}

function gradeOf(photograph: Diabetic, reading: Told): Line[] {
  const { language, say } = reading
  if (!photograph.gradable) return []
  const { DR, confidence } = photograph
  const graded = gradedOfEye(photograph, reading)
  const evidence = evidenceText(graded, language)
  const tag = gradeTag(graded)
  const border = borderBeside(graded, stagedIn(photograph), language)
  return [
    DR.stage === null
      ? evidence === null
        ? without(photograph, 'DR.stage', 'grade.none', reading)
        : { ...plain(say('grade.none')), strong: true }
      : {
          text: stageText(DR.stage, graded, say),
          tone: toneOfStage(DR.stage),
          strong: true,
          ...withAside(chanceBeside(graded, confidence['DR.stage']?.level, language)),
        },
    ...(border === null ? [] : [{ ...caution(border), aside: say('dr.border_means') }]),
    ...besideStage(graded, say).map((line) => caution(line)),
    ...(tag === null ? [] : [caution(say(`dr.${tag}`))]),
    ...ofEye(photograph, reading),
    ...(evidence === null ? [] : [DR.stage === null ? caution(evidence) : plain(evidence)]),
    ...(DR.macular_oedema === null
      ? []
      : [(DR.macular_oedema ? caution : plain)(oedemaIn(photograph, DR.macular_oedema, say))]),
    ...notAssessed(photograph, say),
  ]
}

/** A photograph of an eye that was treated is told so, whichever of its photographs shows it. */
function gradedOfEye(photograph: Diabetic, reading: Told) {
  const graded = gradedIn(photograph)
  return { ...graded, treated: graded.treated ?? eyeIn(photograph, reading)?.treated ?? null }
}

const stagedIn = ({ DR: { rule, stage, stages }, lesion }: Diabetic): Staged => ({
  stage,
  dr: rule && { rule, stages },
  haemorrhages: lesion.measures?.haemorrhages.quadrants ?? null,
})

const oedemaIn = (photograph: Diabetic, oedema: boolean, say: Say) =>
  statedIn(photograph, 'oedema')
    ? say('correction.stated_of', {
        name: say('correction.name.oedema'),
        value: correctedText('oedema', oedema, say),
      })
    : oedemaText(oedema, photograph.DR.near_uncounted ?? 0, say)

const withAside = (aside: string | null | undefined) => (aside ? { aside } : {})

const toneOfStage = (stage: number): Tone =>
  stage === 0 ? 'plain' : stage < 3 ? 'caution' : 'danger'

/** The photograph's eye by all its photographs: as bad as the worst of them. */
const eyeIn = (photograph: Diabetic, { report }: Told) =>
  report.outcomes.find((outcome) => outcome.eye === photograph.eye)

/** What the photographs of its eye make of it together, where this one alone says another thing. */
const ofEye = (photograph: Diabetic, reading: Told): Line[] =>
  elsewhere(
    {
      image_index: photograph.image_index,
      stage: photograph.DR.stage,
      oedema: photograph.DR.macular_oedema,
      other: photograph.other_disease,
    },
    eyeIn(photograph, reading) ?? null,
    reading.say,
  ).map(({ text, caution: asks }) => (asks ? caution : plain)(text))

function notAssessed({ DR }: Diabetic, say: Say): Line[] {
  if (DR.not_assessed.length === 0) return []
  const signs = DR.not_assessed.map((sign) => say(`sign.${sign}`)).join(say('and'))
  return [soft(say('dr.not_assessed', { signs }))]
}

const BAND_TONES: Partial<Record<string, Tone>> = {
  watch: 'caution',
  suspect: 'caution',
  high: 'danger',
}

const glaucomaOf: Cell = (photograph, reading) => {
  const { say } = reading
  if (!photograph.gradable) return []
  const { glaucoma, glaucoma_signs, confidence, segmentation } = photograph
  const signs = glaucoma_signs.map((sign) => say(`glaucoma.sign.${sign}`))
  return [
    glaucoma === null
      ? without(photograph, 'glaucoma', 'undetermined', reading)
      : {
          text: say(`glaucoma.${glaucoma}`),
          tone: BAND_TONES[glaucoma] ?? 'plain',
          strong: true,
          ...withAside(sureText(confidence['segmentation.vcdr'], say, 'ratio')),
        },
    ...(signs.length > 0 ? [plain(signs.join(say('comma')))] : []),
    ...glaucomaElsewhere(photograph, eyeIn(photograph, reading) ?? null, say).map((text) =>
      caution(text),
    ),
    soft(say('glaucoma.table')),
    ...(segmentation.ddls?.size_assumed ? [soft(say('ddls.assumed').trim())] : []),
  ]
}

function figureSections(reading: FundusReading): ReportSection[] {
  const { columns, say } = reading
  const section = (title: string, rows: ReportRow[]): ReportSection[] =>
    rows.length === 0 ? [] : [{ kind: 'figures', title, columns, rows }]
  const group = (name: FigureGroup) =>
    section(say(`group.${name}`), groupRows(FUNDUS_FIGURES, name, reading))
  return [
    ...section(say('lesion.title'), lesionRows(reading)),
    ...group('macula'),
    ...group('disc'),
    ...group('vessel'),
  ]
}

const QUADRANTS = [
  'superior_temporal',
  'superior_nasal',
  'inferior_temporal',
  'inferior_nasal',
] as const

function lesionRows(reading: FundusReading): ReportRow[] {
  const { photographs, say } = reading
  return LESIONS.map((kind) => ({
    label: say(`overlay.${kind}`),
    notes: [],
    cells: photographs.map((photograph) => lesionCell(photograph, kind, reading)),
  }))
}

function lesionCell(
  photograph: Diabetic,
  kind: Lesion,
  reading: Pick<Told, 'language' | 'say'>,
): Line[] {
  const { language, say } = reading
  const found = photograph.lesion.measures?.[kind]
  if (!found) return [without(photograph, 'lesion.measures', 'not_measured', reading)]
  const { count, uncounted, percent, fovea_distance_dd: near, quadrants } = found
  const drawn = photograph.drawn?.drawings.some(({ layer }) => layer === kind) === true
  const written = (name: string, value: number | null) =>
    measureText({ ...FUNDUS_FIGURES.at(`lesions.${kind}.${name}`), value }, language, drawn) ?? ''
  const parts = [written('count', count)]
  if (count > 0) parts.push(written('percent', percent))
  if (near !== null) parts.push(written('fovea_distance_dd', near))
  const places = QUADRANTS.filter((name) => count > 0 && (quadrants?.[name] ?? 0) > 0)
  const placed = (name: (typeof QUADRANTS)[number]) =>
    `${say(`quadrant.${name}`)} ${written(`quadrants.${name}`, quadrants?.[name] ?? null)}`
  return [
    plain(parts.join(' · ')),
    ...(places.length === 0 ? [] : [soft(places.map(placed).join(' · '))]),
    ...(uncounted ? [soft(`${say('lesion.uncounted')} ${written('uncounted', uncounted)}`)] : []),
  ]
}

/** What was not measured and why, so that silence is not read as health; by which scale; how to read the tables. */
function notesOf(reading: FundusReading): ReportSection {
  const { photographs, columns, language, say } = reading
  const named = (lines: readonly string[], index: number) =>
    lines.map((line) =>
      columns[index] ? say('report.of_column', { eye: columns[index], line }) : line,
    )
  const lines = photographs.flatMap((photograph, index) =>
    named(
      [
        ...missingOf(FUNDUS_FIGURES, FIGURE_GROUPS, photograph, language),
        scaleText(photograph, language),
      ],
      index,
    ),
  )
  return { kind: 'notes', lines: [...lines, say('report.legend')] }
}
