import {
  isStated,
  modalityOf,
  MODALITY,
  outcomeText,
  sayIn,
  toldStage,
  toldStageText,
  untoldEyes,
  untoldText,
  type Say,
  type StatedOfEye,
} from '@mingmou/contract'
import type { OutsideReport } from './outside.ts'
import type { Stated, StatedValue } from './stated-value.ts'

type Outcome = OutsideReport['snapshot']['outcomes'][number]

const METHOD = 'automated, all photographs of the eye'
/** A stage of 0 excludes neither mild nor other disease. */
const STAGES = [
  'No sign of diabetic retinopathy; mild disease is not excluded',
  'Mild NPDR',
  'Moderate NPDR',
  'Severe NPDR',
  'PDR',
]

const absent = (why: string): StatedValue => ({ kind: 'absent', why })
const coded = (system: string, code: string | number, display: string): StatedValue => ({
  kind: 'coded',
  code: `${system}.${code}`,
  display,
})

/** Of a value that the machine alone has another one for, though nobody stated it. */
const AFTER = `${METHOD}, after what clinicians corrected or drew`

type One = (key: string, display: string, by: StatedOfEye, value: StatedValue) => Stated

/** What a report states of an eye, by all its photographs. What could not be judged is there too, with the reason. */
export function ofEye(report: OutsideReport, outcome: Outcome): Stated[] {
  const { eye, referral, machine } = outcome
  const state: One = (key, display, by, value) => ({
    key,
    display,
    eye,
    value,
    byClinician: isStated(outcome, by),
    method: machine && by in machine && Reflect.get(machine, by) !== outcome[by] ? AFTER : METHOD,
  })
  const { staged } = MODALITY[modalityOf(report.snapshot.diagnosis_class).key]
  const say = sayIn('en')
  const consequence =
    referral === null
      ? absent('No photograph of the eye could be judged')
      : coded('referral', referral, say(`report.referral.${referral}`))
  const told = staged ? { note: outcomeText(outcome, say) } : {}
  return [
    ...(staged ? ofStagedEye(outcome, state) : []),
    { ...state('referral', CONSEQUENCE, 'referral', consequence), ...told },
  ]
}

const CONSEQUENCE = 'Consequence for the eye'

/** The known eyes of which a report tells nothing: that is no result, and is said. */
export function untoldOf({ snapshot }: OutsideReport): Stated[] {
  if (!MODALITY[modalityOf(snapshot.diagnosis_class).key].staged) return []
  return untoldEyes(snapshot).flatMap((untold) =>
    untold.eye === null
      ? []
      : [
          {
            key: 'referral',
            display: CONSEQUENCE,
            eye: untold.eye,
            method: METHOD,
            value: absent(untoldText(untold, sayIn('en'))),
            byClinician: false,
          },
        ],
  )
}

function ofStagedEye(outcome: Outcome, state: One): Stated[] {
  const { oedema, glaucoma, treated, referral, other_disease: other } = outcome
  const say = sayIn('en')
  const judged = referral !== null
  const flag = (value: boolean | null, why: string): StatedValue =>
    value === null ? absent(why) : { kind: 'flag', value }
  const treatment = treated
    ? coded(
        'treated',
        treated,
        say(`treatment.${treated === 'scars' ? 'scars' : `name.${treated}`}`),
      )
    : null
  return [
    state(
      'icdr.stage',
      'Suspected stage of diabetic retinopathy (ICDR)',
      'stage',
      stageOf(outcome, say),
    ),
    state(
      'oedema',
      'Suspected macular oedema; false excludes none',
      'oedema',
      flag(oedema, 'Macular oedema not judged'),
    ),
    state(
      'glaucoma',
      'Suspicion of glaucoma',
      'glaucoma',
      glaucoma === null
        ? absent('Suspicion of glaucoma not judged')
        : coded('glaucoma', glaucoma, say(`glaucoma.${glaucoma}`)),
    ),
    ...(judged
      ? [
          state(
            'other_disease',
            'Suspected abnormality other than DR; false excludes none',
            'other_disease',
            flag(other, 'Other disease was not looked for'),
          ),
        ]
      : []),
    ...(treatment ? [state('treated', 'Treatment of the retina', 'treated', treatment)] : []),
  ]
}

/** The code has its own words; the text has what is told of this eye. */
function stageOf(outcome: Outcome, say: Say): StatedValue {
  const stage = toldStage(outcome)
  const text = toldStageText(outcome, say)
  if (stage === null) return absent(text)
  return { kind: 'coded', code: `icdr.${stage}`, display: STAGES[stage] ?? '', text }
}
