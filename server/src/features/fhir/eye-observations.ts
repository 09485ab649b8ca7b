import {
  hasOther,
  modalityOf,
  MODALITY,
  outcomeText,
  photographsOf,
  sayIn,
} from '@mingmou/contract'
import type { OutsideReport } from '../reports/outside.ts'
import { absent, type Stated } from './stated.ts'
import { own } from './resource.ts'

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

const coded = (system: string, code: string | number, display: string) => ({
  valueCodeableConcept: { coding: [own(`${system}.${code}`, display)] },
})

/** Whether a clinician stated a value of the eye: on a photograph that the report shows, or as another one than the machine's. */
function stater({ snapshot }: OutsideReport, outcome: Outcome) {
  const corrected = photographsOf(snapshot)
    .filter(({ eye }) => eye === outcome.eye)
    .flatMap(({ corrections }) => corrections.map(({ name }) => name))
  const { machine } = outcome
  return (name: 'stage' | 'oedema' | 'referral' | 'glaucoma' | 'treated' | 'other_disease') =>
    corrected.includes(name) ||
    (machine !== null && name in machine && Reflect.get(machine, name) !== outcome[name as 'stage'])
}

/** What a report states of an eye, by all its photographs. What could not be judged is there too, with the reason. */
export function ofEye(report: OutsideReport, outcome: Outcome): Stated[] {
  const { eye, referral } = outcome
  const { key: modality } = modalityOf(report.snapshot.diagnosis_class)
  const stated = stater(report, outcome)
  const one = (
    key: string,
    display: string,
    by: Parameters<typeof stated>[0],
    value: Record<string, unknown>,
  ): Stated => ({ key, display, eye, value, byClinician: stated(by), method: METHOD })
  const { staged } = MODALITY[modality]
  const say = sayIn('en')
  const consequence =
    referral === null
      ? absent('No photograph of the eye could be judged')
      : coded('referral', referral, say(`report.referral.${referral}`))
  const told = staged ? { note: [{ text: outcomeText(outcome, say) }] } : {}
  return [
    ...(staged ? ofStagedEye(report, outcome, one, stated('stage')) : []),
    one('referral', 'Consequence for the eye', 'referral', { ...consequence, ...told }),
  ]
}

type One = (
  key: string,
  display: string,
  by: 'stage' | 'oedema' | 'glaucoma' | 'treated' | 'other_disease',
  value: Record<string, unknown>,
) => Stated

function ofStagedEye(
  { snapshot }: OutsideReport,
  outcome: Outcome,
  one: One,
  isStated: boolean,
): Stated[] {
  const { oedema, glaucoma, treated, referral } = outcome
  const say = sayIn('en')
  const other = otherIn(snapshot, outcome)
  const judged = referral !== null
  const flag = (value: boolean | null, why: string) =>
    value === null ? absent(why) : { valueBoolean: value }
  return [
    one(
      'icdr.stage',
      'Suspected stage of diabetic retinopathy (ICDR)',
      'stage',
      stageOf(outcome, isStated),
    ),
    one('oedema', 'Suspected macular oedema', 'oedema', flag(oedema, 'Macular oedema not judged')),
    one(
      'glaucoma',
      'Suspicion of glaucoma',
      'glaucoma',
      glaucoma === null
        ? absent('Suspicion of glaucoma not judged')
        : coded('glaucoma', glaucoma, say(`glaucoma.${glaucoma}`)),
    ),
    ...(judged
      ? [
          one(
            'other_disease',
            'Suspected abnormality other than diabetic retinopathy; false excludes none',
            'other_disease',
            flag(other, 'Other disease was not looked for'),
          ),
        ]
      : []),
    ...(treated
      ? [
          one(
            'treated',
            'Treatment of the retina',
            'treated',
            coded(
              'treated',
              treated,
              say(`treatment.${treated === 'scars' ? 'scars' : `name.${treated}`}`),
            ),
          ),
        ]
      : []),
  ]
}

/** A treated eye without lesions is not told to have no retinopathy, unless a clinician says so. */
function stageOf({ stage, treated, reasons }: Outcome, isStated: boolean) {
  if (stage === null) return absent('Not graded: diabetic retinopathy cannot be excluded')
  if (reasons.some(({ reason }) => reason === 'contradiction'))
    return {
      ...coded('icdr', stage, STAGES[stage] ?? ''),
      note: [{ text: 'Conflicting photographs: the stage is that of the worse one' }],
    }
  if (stage === 0 && treated && !isStated)
    return absent('Treated eye: no lesion reaches a grade, which is not “no retinopathy”')
  return coded('icdr', stage, STAGES[stage] ?? '')
}

/** null: nobody looked for it. */
function otherIn(snapshot: OutsideReport['snapshot'], outcome: Outcome): boolean | null {
  if (hasOther(outcome)) return true
  const looked = photographsOf(snapshot).some(
    (photograph) =>
      photograph.eye === outcome.eye &&
      'other_disease' in photograph &&
      photograph.other_disease !== null,
  )
  return looked ? false : null
}
