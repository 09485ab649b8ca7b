import {
  coarseText,
  figureName,
  measureText,
  nearText,
  normText,
  outsideText,
  reasonText,
} from './figure-texts.ts'
import { minuteOf } from '../wire/fields.ts'
import { sayIn } from './finding-texts.ts'
import type { Say } from '../wire/wording.ts'
import type { Language } from '../wire/constants.ts'
import {
  caution,
  draftedSection,
  eyesText,
  plain,
  reportWords,
  soft,
  type Line,
  type ReportFrame,
  type ReportRow,
  type ReportSection,
} from '../report/document.ts'
import { correctedText, drawnJudgementText, machineText } from '../findings/correction-texts.ts'
import { recordText, treatmentsOf, type RecordedTreatment } from '../findings/treatments.ts'
import { eyeSourceText } from '../findings/eye-source.ts'
import type { ReportedCorrection } from '../findings/corrections.ts'
import type { Figure, FigureTable } from '../findings/figure-table.ts'
import {
  figureText,
  percentOf,
  reportMeasure,
  reportMeasures,
  sureWord,
  type Measure,
} from '../findings/figures.ts'
import { reasonOf, type Confidence, type Reason } from '../findings/findings.ts'
import type { ReportedEye, ReportedPicture } from '../report/data.ts'

/** A picture as a report is read, on the page or from the store. */
export interface ReadPicture extends Omit<ReportedPicture, 'image_url' | 'overlays'> {
  overlays: readonly { name: string; color: string }[]
}

/** What a report says besides a modality's own part. */
export interface ReadSitting extends ReportFrame {
  image_count: number
  left_out: readonly { image_index: number; eye: ReportedPicture['eye']; gradable: boolean }[]
  outcomes: readonly ReportedEye[]
  treatments?: readonly RecordedTreatment[] | undefined
  patient_opinion: string | null
}

/** A report of any modality as it is read. */
export interface ReadReport extends ReadSitting, ReadPicture {
  fellow: ReadPicture | null
}

/** One picture, or one of each eye with OD first. */
export const photographsOf = <T>(report: T & { fellow: T | null }): readonly T[] =>
  report.fellow === null ? [report] : [report, report.fellow]

/** What is the same for every part of a document. */
export interface Reading<Picture extends ReadPicture = ReadPicture> {
  report: ReadSitting
  photographs: readonly Picture[]
  /** Headings of the photographs' cells; none of a single one. */
  columns: readonly string[]
  language: Language
  say: Say
}

export function readingOf<Picture extends ReadPicture>(
  report: ReadSitting & Picture & { fellow: Picture | null },
  language: Language,
): Reading<Picture> {
  const say = sayIn(language)
  const photographs = photographsOf<Picture>(report)
  const columns = photographs.length < 2 ? [] : photographs.map(({ eye }) => eyesText([eye], say))
  return { report, photographs, columns, language, say }
}

/** With who stated it, or the machine's confidence. */
export function eyeOf({ photographs, say }: Reading): string {
  return photographs
    .map((photograph) => {
      const { eye, eye_confidence: sure } = photograph
      if (eye === null) return say('report.eye_unknown')
      const name = say(`eye.${eye}`)
      const from = eyeSourceText(photograph, say)
      if (from !== null) return say('report.eye_from', { eye: name, from })
      // The machine is never certain: then the eye was stated with the image.
      return sure === null || sure === 1
        ? name
        : say('report.eye_sure', { eye: name, n: percentOf(sure) })
    })
    .join(say('comma'))
}

/** The correction of a value of a picture, if there is one. */
export const statedIn = ({ corrections }: Pick<ReadPicture, 'corrections'>, name: string) =>
  corrections.find((correction) => correction.name === name)

/** What clinicians put in the place of the machine's values, with both, the reason, by whom and when. */
export function correctionRows({ photographs, say }: Reading): ReportRow[] {
  if (photographs.every(({ corrections }) => corrections.length === 0)) return []
  const lines = ({ name, value, machine, reason, clinician, made_at }: ReportedCorrection) => [
    {
      ...plain(
        say('correction.of', {
          name: say(`correction.name.${name}`),
          value: correctedText(name, value, say),
          machine: machineText(name, machine, say),
        }),
      ),
      strong: true,
    },
    soft(
      say('correction.by', {
        reason: reason === '' ? '' : say('correction.reason', { reason }),
        clinician,
        time: minuteOf(made_at),
      }),
    ),
  ]
  const cells = photographs.map(({ corrections }) => corrections.flatMap(lines))
  return [{ label: say('correction.title'), notes: [], cells }]
}

/** Treatments of each eye that the complications of the patient recorded, with their date and source. */
export function treatmentRows({ report, photographs, say }: Reading): ReportRow[] {
  const records = report.treatments ?? []
  const cells = photographs.map(({ eye }) =>
    treatmentsOf(records, eye).flatMap((record) => {
      const { text, source } = recordText(record, say)
      return [{ ...caution(text), strong: true }, soft(source)]
    }),
  )
  if (cells.every((lines) => lines.length === 0)) return []
  return [{ label: say('treatment.title'), notes: [soft(say('treatment.note'))], cells }]
}

/** What clinicians drew, by whom and when, and every figure that is another one by it beside the machine's. */
export function drawnRows(
  table: FigureTable,
  { photographs, language, say }: Reading,
): ReportRow[] {
  if (photographs.every(({ drawn }) => drawn === null)) return []
  const cells = photographs.map(({ drawn, scale }) => {
    if (drawn === null) return []
    const isRare = ({ rare }: Figure) => (rare === 'unscaled' ? scale === null : rare)
    const shown = drawn.figures.filter(({ key }) => !isRare(table.at(key)))
    const text = (figure: Figure, value: number | null, drew: boolean) =>
      measureText({ ...figure, value, mmPerPx: scale?.mm_per_px ?? null }, language, drew) ??
      say('not_measured')
    const both = shown.flatMap(({ key, value, machine }) => {
      const figure = table.at(key)
      const texts = { value: text(figure, value, true), machine: text(figure, machine, false) }
      // What is the same in the digits that are written is not told twice.
      if (texts.value === texts.machine) return []
      return [say('correction.drawn.figure', { name: figureName(figure, language), ...texts })]
    })
    return [
      ...drawn.drawings.flatMap(({ layer, clinician, made_at }) => [
        { ...plain(say(`overlay.${layer}`)), strong: true },
        soft(say('correction.drawn.by', { clinician, time: minuteOf(made_at) })),
      ]),
      ...(drawn.judgements ?? []).map((judgement) => plain(drawnJudgementText(judgement, say))),
      ...(both.length === 0 ? [] : [plain(both.join(language === 'en' ? '; ' : '；'))]),
    ]
  })
  return [{ label: say('correction.drawn.title'), notes: [], cells }]
}

/** Photographs of the sitting that stand on no picture here. */
export function leftOut({ report: { left_out }, language, say }: Reading): ReportSection[] {
  if (left_out.length === 0) return []
  const named = left_out.map(({ image_index, eye, gradable }) =>
    say(gradable ? 'report.left_out.gradable' : 'report.left_out.ungradable', {
      eye: say(`report.left_out.eye.${eye ?? 'unknown'}`),
      n: image_index + 1,
    }),
  )
  const list = named.join(say('comma'))
  return [{ kind: 'notes', lines: [reportWords(language)('left_out.all', list)] }]
}

/** What the machine says of the sitting comes before what it says of a photograph. */
export function sittingOf({ report, language }: Reading): ReportSection[] {
  if (report.patient_opinion === null) return []
  const title = reportWords(language)('sitting', report.image_count)
  return [draftedSection(title, report.patient_opinion)]
}

/** The machine's draft; of a sitting of several what each photograph rests on, as the sitting has one conclusion. */
export function machineOf({ report, photographs, columns, say }: Reading): ReportSection[] {
  const [only, ...others] = photographs
  const alone = others.length === 0
  if (only && alone && report.patient_opinion === null)
    return [draftedSection(say('report.machine'), only.machine_opinion)]
  const ofSitting = [say('opinion.part.conclusion'), say('opinion.part.advice')]
  const sections = photographs.map(({ machine_opinion, image_index }, index) => {
    const title = alone
      ? say('report.machine')
      : say('report.machine_of', { eye: columns[index] ?? '', n: image_index + 1 })
    const section = draftedSection(title, machine_opinion)
    return { ...section, parts: section.parts.filter(({ title }) => !ofSitting.includes(title)) }
  })
  return sections.filter(({ parts }) => parts.length > 0)
}

export function sureText(
  confidence: Confidence | undefined,
  say: Say,
  of: 'label' | 'ratio' = 'label',
) {
  if (!confidence) return undefined
  const word = say(`sure.${sureWord(confidence)}`)
  return say(`sure.${of}`, { word, share: percentOf(confidence.level) })
}

/** The models and the hashes of every picture, for the foot of the page. */
export const restsOn = ({ photographs }: Reading) => ({
  models: [
    ...new Set(
      photographs.flatMap(({ model_versions }) =>
        Object.entries(model_versions).map(([task, version]) => `${task} ${version}`),
      ),
    ),
  ],
  hashes: photographs.map(({ sha256_of, image_sha256 }) => ({
    of: sha256_of,
    sha256: image_sha256,
  })),
})

/** What a report says of the quality of a picture. */
export interface Judged extends ReadPicture {
  iqa: {
    image_score: number | null
    image_quality: 'good' | 'usable' | 'reject'
    standard: boolean | null
    reasons: readonly Reason[]
  }
}

export function qualityOf(
  { iqa, gradable, section }: Pick<Judged, 'iqa' | 'gradable' | 'section'>,
  { language, say }: Pick<Reading, 'language' | 'say'>,
): Line[] {
  const words = reportWords(language)
  const said = [
    iqa.image_score === null ? '' : words('score', Math.round(iqa.image_score * 100)),
    iqa.standard === null ? '' : words(iqa.standard ? 'standard' : 'below_standard'),
  ].filter((text) => text !== '')
  const reasons = iqa.reasons.map((reason) => reasonText(reason, language))
  return [
    { ...plain(say(`quality.${iqa.image_quality}`)), strong: true, aside: said.join(say('comma')) },
    ...(reasons.length > 0 ? [caution(reasons.join(say('comma')))] : []),
    ...(section
      ? [
          caution(
            say('section.by', { clinician: section.clinician, time: minuteOf(section.made_at) }),
          ),
        ]
      : []),
    ...(gradable
      ? []
      : [{ text: say('report.ungradable'), tone: 'danger' as const, strong: true }]),
  ]
}

/** What is missing, and why. */
export function without(
  photograph: Pick<ReadPicture, 'not_measured'>,
  field: string,
  none: string,
  reading: Pick<Reading, 'language' | 'say'>,
): Line {
  const { language, say } = reading
  const reason = reasonOf(photograph.not_measured, field)
  if (reason === null) return { ...plain(say(none)), strong: true }
  const why = reason === 'not_implemented' ? say('not_supported') : reasonText(reason, language)
  return { ...plain(say(none)), strong: true, aside: why }
}

/** A figure of a report in words, with how sure it is and whether it is usual. Its own unit is the one that is read. */
export function figureLines(
  table: FigureTable,
  key: string,
  photograph: ReadPicture,
  reading: Reading,
): Line[] {
  const { say, language } = reading
  if (!photograph.gradable) return []
  const measure = reportMeasure(table, photograph, key)
  const text = figureText({ ...measure, mmPerPx: null })
  if (text === null) return [without(photograph, measure.report ?? key, 'not_measured', reading)]
  const [norm, outside] = [normText(measure, language), outsideText(measure, language)]
  const near = nearText(measure, language)
  const aside = sureText(measure.confidence ?? undefined, say)
  return [
    { ...plain(text), strong: true, ...(aside !== undefined && { aside }) },
    ...(outside === null ? [] : [caution(outside)]),
    ...(norm === null ? [] : [soft(say('norm', { norm }))]),
    ...(near === null ? [] : [soft(near)]),
  ]
}

/** The figures of a group that a picture has; those read less often are left out. */
export function groupRows(
  table: FigureTable,
  group: string,
  { photographs, language, say }: Reading,
): ReportRow[] {
  const [first = [], ...others] = photographs.map((photograph) =>
    reportMeasures(table, photograph, group),
  )
  return first.flatMap((measure, index) => {
    const all = [measure, ...others.flatMap((list) => list[index] ?? [])]
    const shown = all.some(({ value, rare }) => value !== null && !rare)
    if (!shown) return []
    const norm = normText(measure, language)
    const coarse = coarseText(measure, language)
    return [
      {
        label: figureName(measure, language),
        notes: [
          ...(norm === null ? [] : [soft(say('norm', { norm }))]),
          ...(coarse === null ? [] : [soft(coarse)]),
        ],
        cells: all.map((figure) => figureCell(figure, language)),
      },
    ]
  })
}

function figureCell(measure: Measure, language: Language): Line[] {
  const [outside, near] = [outsideText(measure, language), nearText(measure, language)]
  return [
    plain(figureText(measure) ?? '—'),
    ...(outside === null ? [] : [caution(outside)]),
    ...(near === null ? [] : [soft(near)]),
  ]
}

/** What the tables would show and was not measured, and why, so that silence is not read as health. */
export function missingOf(
  table: FigureTable,
  groups: readonly string[],
  photograph: ReadPicture,
  language: Language,
): string[] {
  const say = sayIn(language)
  const missing = groups
    .flatMap((group) => reportMeasures(table, photograph, group))
    .filter(({ value, rare }) => value === null && !rare)
  return [...new Set(missing.map(({ reason }) => reason))].map((reason) =>
    say('missing', {
      reason:
        reason === null || reason === 'not_implemented'
          ? say('not_supported')
          : reasonText(reason, language),
      names: missing
        .filter((measure) => measure.reason === reason)
        .map((measure) => figureName(measure, language))
        .join(say('comma')),
    }),
  )
}
