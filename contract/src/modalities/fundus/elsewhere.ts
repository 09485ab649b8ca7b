import { contradicts, isStageWithheld } from '../../report/outcome-text.ts'
import type { ReportedEye } from '../../report/data.ts'
import type { Say } from '../../wire/wording.ts'
import { GLAUCOMA_BANDS } from './findings.ts'
import type { OtherDisease } from './other-disease.ts'

/** One photograph as far as its eye may be judged otherwise. */
interface Here {
  image_index: number
  stage: number | null
  oedema: boolean | null
  other: OtherDisease | null | undefined
}

/** A line about the eye beside those of one of its photographs, and whether it asks for care. */
export interface Elsewhere {
  text: string
  caution: boolean
}

const careful = (text: string): Elsewhere => ({ text, caution: true })

/** What the photographs of an eye together make of it, where one of them alone says another thing. */
export const elsewhere = (here: Here, eye: ReportedEye | null, say: Say): Elsewhere[] =>
  eye === null
    ? []
    : [
        ...(contradicts(eye) ? [careful(say('report.contradiction'))] : []),
        ...stageElsewhere(here, eye, say),
        ...(eye.oedema_index === null || here.oedema === true
          ? []
          : [careful(say('report.worse_oedema', { n: eye.oedema_index + 1 }))]),
        ...(typeof eye.other_index !== 'number' || here.other?.suspected === true
          ? []
          : [careful(say('report.worse_other', { n: eye.other_index + 1 }))]),
      ]

function stageElsewhere({ stage: here, image_index }: Here, eye: ReportedEye, say: Say) {
  const { stage, stage_index: index, open_index: open } = eye
  if (stage === null)
    return open === null || here === null
      ? []
      : [careful(say('report.open_elsewhere', { n: open + 1 }))]
  if (index === null) return []
  if (index === image_index)
    // Photographs that each show a part of the field.
    return here === null ? [gradedBy('report.graded_together', eye, stage, index, say)] : []
  if (here === null) return [gradedBy('report.graded_elsewhere', eye, stage, index, say)]
  return stage > here ? [careful(say('report.worse', { stage, n: index + 1 }))] : []
}

/** Of a treated eye without lesions no stage is told. */
function gradedBy(name: string, eye: ReportedEye, stage: number, index: number, say: Say) {
  if (isStageWithheld(eye)) return careful(say('report.treated_elsewhere', { n: index + 1 }))
  return { text: say(name, { stage, n: index + 1 }), caution: false }
}

const bandOf = (name: string | null) => GLAUCOMA_BANDS.findIndex((band) => band === name)

/** That the eye is more suspicious of glaucoma than one of its photographs alone. */
export function glaucomaElsewhere(
  { image_index, glaucoma: here }: { image_index: number; glaucoma: string | null },
  eye: Pick<ReportedEye, 'glaucoma' | 'glaucoma_index'> | null,
  say: Say,
): string[] {
  const { glaucoma = null, glaucoma_index: index = null } = eye ?? {}
  if (index === null || bandOf(glaucoma) <= bandOf(here)) return []
  const band = say(`glaucoma.${glaucoma}`)
  // Its own photograph: raised by the ratio of the other eye.
  return index === image_index
    ? [say('report.raised_glaucoma', { band })]
    : // One that could not be judged is not less suspicious.
      [
        say(here === null ? 'report.glaucoma_elsewhere' : 'report.worse_glaucoma', {
          band,
          n: index + 1,
        }),
      ]
}
