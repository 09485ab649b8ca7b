import {
  GLAUCOMA_BANDS,
  LANGUAGES,
  letterDocument,
  opinionSections,
  proposeStep,
  TREATMENTS,
  type Eye,
  type Language,
  type LetterTo,
  type ReportedEye,
  type SignedStep,
  type Told,
} from '@mingmou/contract'
import { expect, test } from 'vitest'
import { machineBeside } from '../eyes.ts'
import { STEP_TABLES } from '../next-steps.ts'
import { randomPatients, shownOf, type RandomPhotograph } from '../testing/random-patients.ts'
import { draftOpinion } from './opinion/index.ts'
import { outcomesOf } from './patient.ts'

type Sitting = readonly RandomPhotograph[]

const RULES = { rules: STEP_TABLES.ico_2017.rules }
const STEP: SignedStep = {
  kind: 'routine',
  months: 12,
  urgency: null,
  to: '',
  note: '',
  due_on: '2027-01-01',
  proposed: null,
}
const STANDING: Told['standing'] = {
  state: 'signed',
  sha256: '0',
  altered: false,
  outdated: false,
  kept_until: null,
  superseded_by: null,
  supersedes: null,
  voided: null,
  origin: null,
}

/** The outcomes of the eyes that a report of the sitting shows, as it is signed. */
function told(photographs: Sitting): ReportedEye[] {
  const machines = photographs.map(({ index, eye, machine }) => ({ index, eye, findings: machine }))
  const indices = shownOf(photographs).map(({ index }) => index)
  const of = (sitting: Parameters<typeof outcomesOf>[0]) =>
    outcomesOf(
      sitting,
      sitting.filter(({ index }) => indices.includes(index)),
    )
  const alone = of(machines)
  return of(photographs).map((outcome, at) => ({
    ...outcome,
    machine: machineBeside(outcome, alone[at]),
  }))
}

function reportOf(photographs: Sitting): Told {
  const shown = shownOf(photographs)
  return {
    report_no: 'R',
    organization: { name: 'O' },
    name: 'N',
    gender: 1,
    age: 60,
    phone: null,
    id: 'C',
    record_date: '2026-01-01',
    collect_device: 'D',
    clinician: 'A',
    report_time: '2026-01-01T00:00:00.000Z',
    opinion: '-',
    opinion_share: null,
    opinion_origin: 'own',
    standing: STANDING,
    outcomes: told(photographs),
    left_out: photographs
      .filter((photograph) => !shown.includes(photograph))
      .map(({ eye, findings }) => ({ eye, gradable: findings?.gradable ?? false })),
  }
}

const linesOf = (report: Told, to: LetterTo, language: Language) =>
  letterDocument(
    report,
    { step: STEP, birthday: '1960-01-01', call: '1', page: null },
    to,
    language,
  )
    .sections.flatMap((section) => ('parts' in section ? section.parts : []))
    .flatMap(({ lines }) => lines)

/** Everything that a letter may claim of an eye. */
type Claim = keyof (typeof CLAIMS)['clinic']['en'] | keyof (typeof CLAIMS)['patient']['en']

const CLAIMS = {
  clinic: {
    'zh-CN': {
      none: /未见糖尿病视网膜病变征象/,
      lesions:
        /疑似病灶|至少ICDR [1-4]级|疑似.{2,8}糖网（ICDR [1-4]级）|较重的一张疑似ICDR [1-4]级|ICDR [1-4]级（医生判定）/,
      stage_stated: /ICDR \d级（医生判定）/,
      treated: /已治疗（/,
      scars: /疑似激光斑/,
      untreated: /治疗：未治疗（医生判定）/,
      oedema: /疑似黄斑水肿/,
      oedema_true: /黄斑水肿：有（医生判定）/,
      oedema_false: /黄斑水肿：无（医生判定）/,
      oedema_none: /未见明确黄斑水肿征象（不能排除）/,
      oedema_open: /黄斑水肿未能判断/,
      glaucoma_open: /青光眼可疑度未能判断/,
      glaucoma_stated: /青光眼：[^：]*（医生判定）/,
      other: /疑似其他异常/,
      other_true: /其他异常：有（医生判定）/,
      other_false: /其他异常：无（医生判定）/,
      other_open: /未查其他眼病/,
      referral_stated: /转诊：[^：]*（医生判定）/,
      unjudged: /无可判读照片，未作判断/,
      missing: /本次未拍摄/,
      none_known: /没有确定为该眼的照片/,
      not_shown: /不在本报告内/,
    },
    en: {
      none: /no sign of diabetic retinopathy/i,
      lesions:
        /suspected lesions found|at least ICDR [1-4]|suspected [a-zR ]* \(ICDR [1-4]\)|the worse one suspected ICDR [1-4]|ICDR [1-4] \(by clinician\)/i,
      stage_stated: /ICDR \d \(by clinician\)/,
      treated: /(?<!not )treated \(/i,
      scars: /suspected laser scars/i,
      untreated: /Treatment: not treated \(by a clinician\)/,
      oedema: /suspected macular oedema/,
      oedema_true: /Macular oedema: present \(by a clinician\)/,
      oedema_false: /Macular oedema: absent \(by a clinician\)/,
      oedema_none: /no definite sign of macular oedema found, which does not exclude it/,
      oedema_open: /macular oedema not judged/,
      glaucoma_open: /suspicion of glaucoma not judged/,
      glaucoma_stated: /Glaucoma: [^:]* \(by a clinician\)/,
      other: /suspected abnormality other/,
      other_true: /Other abnormality: present \(by a clinician\)/,
      other_false: /Other abnormality: absent \(by a clinician\)/,
      other_open: /other eye diseases were not assessed/,
      referral_stated: /Referral: [^:]* \(by a clinician\)/,
      unjudged: /no gradable image, not judged/i,
      missing: /not photographed in this session/i,
      none_known: /no photograph is known to be of this eye/i,
      not_shown: /not part of this report/,
    },
  },
  patient: {
    'zh-CN': {
      well: /没有看到糖尿病对眼底的损害/,
      lesions: /有糖尿病影响眼底的|可能是糖尿病引起的改变|可能威胁视力的迹象/,
      unknown: /照片还不能说明糖尿病是否影响了眼底/,
      treated: /做过治疗/,
      scars: /可能做过激光治疗/,
      oedema: /可能有水肿/,
      oedema_true: /部位有水肿/,
      oedema_open: /有没有水肿/,
      glaucoma_open: /神经，照片还不能判断/,
      other: /可能有糖尿病以外的改变/,
      other_true: /照片上有糖尿病以外的改变/,
      other_open: /没有检查这只眼睛是否有糖尿病以外的眼病/,
      unjudged: /没有能用来判断的照片/,
      missing: /这次没有拍摄照片/,
      none_known: /没有能确定是这只眼睛的照片/,
      not_shown: /也拍了照片/,
    },
    en: {
      well: /No damage from diabetes was seen/,
      lesions:
        /signs that diabetes is affecting|changes that may be caused by diabetes|could threaten your sight/,
      unknown: /does not show whether diabetes is affecting/,
      treated: /has been treated/,
      scars: /may have been treated by laser/,
      oedema: /may be swollen/,
      oedema_true: /: The part of the eye that sees most sharply is swollen/,
      oedema_open: /does not show whether the part/,
      glaucoma_open: /well enough to judge it/,
      other: /may show a change that is not caused by diabetes/,
      other_true: /shows a change that is not caused by diabetes/,
      other_open: /not checked for diseases other/,
      unjudged: /No photograph could be judged/,
      missing: /No photograph was taken/,
      none_known: /No photograph is known to be of this eye/,
      not_shown: /was photographed too/,
    },
  },
} as const

const EYE_NAMES = {
  clinic: {
    'zh-CN': { OD: '右眼：', OS: '左眼：', null: '眼别未定：' },
    en: { OD: 'Right eye: ', OS: 'Left eye: ', null: 'Eye not known: ' },
  },
  patient: {
    'zh-CN': { OD: '右眼：', OS: '左眼：', null: '眼睛：' },
    en: { OD: 'Right eye: ', OS: 'Left eye: ', null: 'Eye: ' },
  },
} as const

/** No lesion of its macula could be looked at, and the photograph as a whole speaks for disease. */
const isSeenAsAWhole = (machine: RandomPhotograph['machine']) =>
  machine?.shows?.macula !== false && (machine?.dr_referable_probability ?? 0) >= 0.3

/** What was found or stated of one photograph, read from the machine's findings and the statements alone. */
function factsOf({ machine, stated }: RandomPhotograph) {
  const said = (name: string) => stated.find((statement) => statement.name === name)?.value
  const gradable = (said('gradable') ?? machine?.gradable ?? false) as boolean
  const other = said('other_disease') ?? machine?.other_disease?.suspected ?? null
  const isOpen = said('stage') === undefined && machine?.dr_grade === null
  const counted = ['microaneurysms_only', 'more_than_microaneurysms'].includes(
    machine?.dr?.rule ?? '',
  )
  const stage = (said('stage') ?? machine?.dr_grade ?? 0) as number
  return {
    said,
    gradable,
    other,
    oedema: (said('oedema') ?? machine?.dr?.macular_oedema ?? null) as boolean | null,
    isOedemaDoubtful:
      said('oedema') === undefined &&
      (machine?.dr
        ? machine.dr.macular_oedema === null &&
          machine.not_measured['dr.macular_oedema'] === 'weak_evidence'
        : isOpen && isSeenAsAWhole(machine)),
    hasBand: said('glaucoma') !== undefined || machine?.glaucoma !== null,
    hasLesions: stage > 0 || (isOpen && counted),
    hasScars: machine?.other_disease?.scars === true,
  }
}

/** What a letter has to claim of an eye that the report shows, and it may claim nothing else. */
function claimsOf(outcome: ReportedEye, own: Sitting): Set<Claim> {
  const all = own.map(factsOf)
  const some = all.filter(({ gradable }) => gradable)
  const { stage, glaucoma, referral } = outcome
  const contradicts = outcome.reasons.some(({ reason }) => reason === 'contradiction')
  const isSaid = (name: string, value: unknown) => some.some(({ said }) => said(name) === value)
  const treatments = all.flatMap(({ said }) => said('treated') ?? [])
  const isTreated = treatments.some((treatment) => treatment !== 'none')
  const isScarred = treatments.length === 0 && some.some(({ hasScars }) => hasScars)
  const isNone = stage === 0 && !contradicts
  const isStageStated = stage !== null && isSaid('stage', stage) && !contradicts
  const oedema = some.some((photograph) => photograph.oedema === true)
    ? true
    : !some.some(({ isOedemaDoubtful: is }) => is) &&
        some.some((photograph) => photograph.oedema === false)
      ? false
      : null
  const other = some.some((photograph) => photograph.other === true)
    ? true
    : some.every((photograph) => photograph.other !== null)
      ? false
      : null
  const hasLesions = some.some((photograph) => photograph.hasLesions)
  const judged: Partial<Record<Claim, boolean>> = {
    none: isNone && !isStageStated && !isTreated && !isScarred,
    well: isNone && (isStageStated || !(isTreated || isScarred)),
    lesions: hasLesions,
    unknown: stage === null && !hasLesions,
    stage_stated: isStageStated,
    oedema: oedema === true && !isSaid('oedema', true),
    oedema_true: oedema === true && isSaid('oedema', true),
    oedema_false: oedema === false && isSaid('oedema', false),
    oedema_none: oedema === false && !isSaid('oedema', false),
    oedema_open: oedema === null,
    glaucoma_open: !some.some(({ hasBand }) => hasBand),
    glaucoma_stated: glaucoma !== null && isSaid('glaucoma', glaucoma),
    other: other === true && !isSaid('other_disease', true),
    other_true: other === true && isSaid('other_disease', true),
    other_false: other === false && isSaid('other_disease', false),
    other_open: other === null,
  }
  const claims: Partial<Record<Claim, boolean>> = {
    ...(some.length > 0 ? judged : { unjudged: true }),
    treated: isTreated,
    scars: isScarred,
    untreated: treatments.length > 0 && !isTreated,
    referral_stated: all.some(({ said }) => said('referral') === referral),
  }
  return new Set(Object.entries(claims).flatMap(([name, is]) => (is ? [name as Claim] : [])))
}

/** What a letter has to claim of an eye that the report does not show. */
function claimOfUntold(eye: Eye | null, sitting: Sitting): Claim {
  const own = sitting.filter((photograph) => photograph.eye === eye).map(factsOf)
  if (own.some(({ gradable }) => gradable)) return 'not_shown'
  if (own.length > 0) return 'unjudged'
  return sitting.some((photograph) => photograph.eye === null) ? 'none_known' : 'missing'
}

const LETTER_KINDS = (['clinic', 'patient'] as const).flatMap((to) =>
  LANGUAGES.map((language) => [to, language] as const),
)

test.each(LETTER_KINDS)(
  'a letter to the %s claims of 500 random patients what was found, stated or not judged, and nothing else, in %s',
  (to, language) => {
    const seen: Partial<Record<string, number>> = {}
    const patterns = Object.entries(CLAIMS[to][language])
    for (const photographs of randomPatients()) {
      const report = reportOf(photographs)
      const lines = linesOf(report, to, language)
      expect(lines.join()).not.toMatch(/undefined|null|NaN|\{\{|letter\.|outcome\.|opinion\./)
      const shown = shownOf(photographs)
      const expected = new Map<Eye | null, Set<Claim>>()
      for (const outcome of report.outcomes) {
        const { eye } = outcome
        const own =
          eye === null ? shown : photographs.filter((photograph) => photograph.eye === eye)
        expected.set(eye, claimsOf(outcome, own))
        const { machine } = outcome
        const how = machine === null ? 'agrees' : machine.stage === null ? 'silent' : 'differs'
        seen[how] = (seen[how] ?? 0) + 1
      }
      for (const eye of ['OD', 'OS'] as const)
        if (!expected.has(eye)) expected.set(eye, new Set([claimOfUntold(eye, photographs)]))
      if (!expected.has(null) && photographs.some(({ eye }) => eye === null))
        expected.set(null, new Set([claimOfUntold(null, photographs)]))
      for (const [eye, claims] of expected) {
        const name = EYE_NAMES[to][language][`${eye}`]
        const text = lines.filter((line) => line.startsWith(name)).join('\n')
        const names = patterns.flatMap(([claim, pattern]) => (pattern.test(text) ? [claim] : []))
        const wanted = patterns.flatMap(([claim]) => (claims.has(claim as Claim) ? [claim] : []))
        // A photograph of an unknown eye that is not shown has a line beside the one that is.
        const own =
          shown.some((photograph) => photograph.eye === eye) && eye === null ? MAY_STAND_BESIDE : []
        expect(
          names.filter((claim) => !own.includes(claim) || wanted.includes(claim)),
          text,
        ).toEqual(wanted)
        for (const claim of wanted) seen[claim] = (seen[claim] ?? 0) + 1
      }
    }
    // No claim of the table is one that no patient has.
    for (const kind of [...patterns.map(([claim]) => claim), 'agrees', 'differs', 'silent'])
      expect([kind, (seen[kind] ?? 0) > 0]).toEqual([kind, true])
  },
)

const MAY_STAND_BESIDE = ['unjudged', 'not_shown']

test('bands and treatments of the oracle are those that clinicians state', () => {
  const stated = randomPatients().flatMap((photographs) =>
    photographs.flatMap((photograph) => photograph.stated),
  )
  for (const { name, value } of stated) {
    if (name === 'glaucoma') expect(GLAUCOMA_BANDS).toContain(value)
    if (name === 'treated') expect(['none', ...TREATMENTS]).toContain(value)
  }
})

test('of 500 random patients a routine recall is proposed only where the draft names an interval', () => {
  let routine = 0
  for (const photographs of randomPatients()) {
    const eyes = outcomesOf(photographs, photographs)
    const proposed = proposeStep(eyes, RULES)
    const isSoon = proposed !== null && !['routine', 'early'].includes(proposed.step.kind)
    if (proposed === null || isSoon) continue
    const draft = draftOpinion(photographs, photographs[0]?.index ?? 0, 'zh-CN')
    const advice =
      opinionSections(draft)
        .find(({ part }) => part === 'advice')
        ?.lines.join('') ?? ''
    expect(advice, draft).toContain('复查糖尿病视网膜病变')
    routine++
  }
  expect(routine).toBeGreaterThan(5)
})
