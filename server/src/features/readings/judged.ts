import { ANALYSERS, listedWith, machineOf, type Photograph } from '@mingmou/analysis'
import {
  Eye,
  type CorrectedValue,
  type JudgedEye,
  type JudgedEyes,
  type Modality,
  type ReadEye,
  type ReadEyes,
  type ReportedEye,
  type Said,
} from '@mingmou/contract'
import type { AnalysedRow } from '../sittings/analysed-images.ts'
import { eyeOf } from '../sittings/sitting.ts'

/** What is stated of a photograph, by name. */
type Values = Readonly<Partial<Record<string, CorrectedValue>>>

const isSuspect = (band: unknown) => band === 'suspect' || band === 'high'
const said = (value: boolean | null): Said => (value === null ? 'unsure' : value ? 'yes' : 'no')

const judgedEye = (eye: Omit<ReportedEye, 'machine'>): JudgedEye => ({
  stage: eye.stage,
  oedema: said(eye.oedema),
  glaucoma: said(eye.glaucoma === null ? null : isSuspect(eye.glaucoma)),
  treated: eye.treated ?? 'none',
  referable: eye.referral === 'referable',
})

/** Each eye of a sitting, by the rule that lists and reports have. */
function judgedOf(modality: Modality, sitting: readonly Photograph[]): JudgedEyes {
  const of = (eye: Eye) => {
    const first = sitting.find(
      (photograph) => photograph.eye === eye && photograph.findings !== null,
    )
    const [outcome] = first ? ANALYSERS[modality].outcomesOf(sitting, [first]) : []
    return outcome ? judgedEye(outcome) : null
  }
  return { OD: of('OD'), OS: of('OS') }
}

/** What the machine alone says of each eye. */
export const machineEyes = (modality: Modality, rows: readonly AnalysedRow[]): JudgedEyes =>
  judgedOf(
    modality,
    rows.map((row) => ({
      index: row.image_index,
      eye: eyeOf(row),
      findings: row.informed_findings,
    })),
  )

/** The eyes that a sitting has photographs of, and whether a photograph is of no known eye. */
export function photographedEyes(rows: readonly AnalysedRow[]): { eyes: Eye[]; unknown: boolean } {
  const found = rows.map(eyeOf)
  return {
    eyes: Eye.options.filter((eye) => found.includes(eye)),
    unknown: found.includes(null),
  }
}

/** What has to be stated of a photograph of an eye, so that the eye says what was read. */
function valuesOf(read: ReadEye, { gradable, treated }: Values): Values {
  const { stage, oedema, glaucoma } = read
  const known = read.treated === 'none' ? {} : { treated: read.treated }
  if (stage === null) return { ...known, gradable: false }
  return {
    ...(treated !== read.treated && known),
    ...(gradable !== true && { gradable: true }),
    stage,
    ...(oedema !== 'unsure' && { oedema: oedema === 'yes' }),
    ...(glaucoma !== 'unsure' && { glaucoma: glaucoma === 'yes' ? 'suspect' : 'low' }),
  }
}

/** By photograph: one that cannot be judged is left so where another one of its eye can. */
export function statedBy(
  modality: Modality,
  rows: readonly AnalysedRow[],
  read: ReadEyes,
): { row: AnalysedRow; values: Values }[] {
  return Eye.options.flatMap((eye) => {
    const reading = read[eye]
    const own = rows.filter((row) => eyeOf(row) === eye && row.judged_findings !== null)
    if (reading === null) return []
    const gradable = own.filter((row) => row.judged_findings?.gradable)
    return (gradable.length > 0 ? gradable : own.slice(0, 1)).map((row) => ({
      row,
      values: valuesOf(reading, valuesNow(modality, row)),
    }))
  })
}

/** What holds of a photograph now. */
export const valuesNow = (modality: Modality, { judged_findings }: AnalysedRow): Values => {
  const values = judged_findings && machineOf(ANALYSERS[modality].corrections, judged_findings)
  return Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  )
}

/** What was read, with what follows from it. It rests on the reading: what else the machine suspects is left out. */
export function readEyes(
  modality: Modality,
  rows: readonly AnalysedRow[],
  read: ReadEyes,
): JudgedEyes {
  const stated = new Map(
    statedBy(modality, rows, read).map(({ row, values }) => [row.image_index, values]),
  )
  const { corrections } = ANALYSERS[modality]
  const judged = judgedOf(
    modality,
    rows.map((row) => {
      const values = stated.get(row.image_index)
      const found = row.informed_findings
      const rest = { oedema: false, glaucoma: 'low', ...values, other_disease: false }
      return {
        index: row.image_index,
        eye: eyeOf(row),
        findings: found && values ? listedWith(corrections, found, rest) : found,
      }
    }),
  )
  const of = (eye: Eye): JudgedEye | null => {
    const reading = read[eye]
    return reading && { ...reading, referable: judged[eye]?.referable ?? false }
  }
  return { OD: of('OD'), OS: of('OS') }
}

const FIELDS = ['stage', 'oedema', 'glaucoma', 'referable'] as const

/** Whether two people read another stage, another finding, or another one to refer. */
export const differs = (one: JudgedEyes, other: JudgedEyes): boolean =>
  Eye.options.some((eye) => FIELDS.some((field) => one[eye]?.[field] !== other[eye]?.[field]))

/** Whether a reader told it apart from the machine. What the machine leaves open is told apart by what was found. */
export const differsFromMachine = (read: JudgedEyes, machine: JudgedEyes): boolean =>
  Eye.options.some((eye) => {
    const [reading, it] = [read[eye], machine[eye]]
    if (reading === null) return false
    if (it === null || reading.stage !== it.stage || reading.referable !== it.referable) return true
    return (['oedema', 'glaucoma'] as const).some((field) =>
      it[field] === 'unsure' ? reading[field] === 'yes' : reading[field] !== it[field],
    )
  })

export const isReferable = (eyes: JudgedEyes): boolean =>
  Eye.options.some((eye) => eyes[eye]?.referable === true)
