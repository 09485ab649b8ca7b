import {
  OTHER_KINDS,
  REFERRALS,
  TREATMENTS,
  worstFirst,
  type FundusFindings,
  type OtherDisease,
} from '@mingmou/contract'
import { correctedWith, machineOf, valuesOf, type Statement } from '../corrected.ts'
import { FUNDUS_CORRECTIONS } from '../fundus/corrections.ts'
import type { Photograph } from '../fundus/patient.ts'
import { randomFrom } from '../random.ts'
import { madeFindings, SHOWN } from './made-findings.ts'

const LACKS = [
  ...(['weak_evidence', 'evidence_conflicts', 'blurred', 'field_cut'] as const),
  ...(['macula_not_shown', 'disc_not_shown', 'too_few_pixels', 'too_small'] as const),
]

function chooser(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('an empty list')
    return found
  }
  return { random, pick, happens: (share: number) => random() < share }
}
type Chooser = ReturnType<typeof chooser>

/** A photograph with what the machine alone found, before clinicians stated anything of it. */
export interface RandomPhotograph extends Photograph {
  machine: FundusFindings | null
  stated: Statement[]
}

/** Patients with up to five photographs each, as bad luck has them: faults, contradictions, other disease, treatment, corrections. */
export function randomPatients(n = 500, seed = 20_261_125): RandomPhotograph[][] {
  const choose = chooser(seed)
  return Array.from({ length: n }, () => {
    // Those who are well, with an odd photograph among theirs, are few where everything is drawn by lot.
    const isCalm = choose.happens(0.3)
    return Array.from({ length: 1 + Math.floor(choose.random() * 5) }, (_, index) =>
      isCalm && choose.happens(0.9) ? calmOf(index, choose) : photographOf(index, choose),
    )
  })
}

function calmOf(index: number, { pick }: Chooser): RandomPhotograph {
  const findings: FundusFindings = {
    ...madeFindings({ grade: pick([0, 0, 1]), band: pick(['low', 'low', 'watch', null]) }),
    other_disease: { suspected: false, kinds: [], scars: false },
  }
  return { index, eye: index % 2 === 0 ? 'OD' : 'OS', stated: [], machine: findings, findings }
}

function photographOf(index: number, choose: Chooser): RandomPhotograph {
  const { pick, happens } = choose
  const findings = findingsOf(choose)
  const stated = statedOf(findings, choose)
  const eye = pick(['OD', 'OD', 'OS', 'OS', null] as const)
  if (happens(0.03)) return { index, eye, stated: [], machine: null, findings: null }
  return {
    index,
    eye,
    stated,
    machine: findings,
    findings: correctedWith(FUNDUS_CORRECTIONS, findings, valuesOf(stated)),
  }
}

function findingsOf(choose: Chooser) {
  const { pick, happens } = choose
  const grade = pick([0, 0, 0, 1, 2, 3, 4, null, null, null] as const)
  const lack = pick(LACKS)
  const evidence = lack === 'weak_evidence' || lack === 'evidence_conflicts'
  const bare = lack === 'field_cut' || lack === 'too_small'
  const found = madeFindings({
    grade,
    lack,
    vcdr: pick([0.3, 0.5, 0.7, 0.85]),
    gradable: !happens(0.15),
    band: pick(['low', 'low', 'watch', 'suspect', 'high', null] as const),
    oedema: pick([true, false, false, null] as const),
    oedemaLack: pick(['no_fovea', 'weak_evidence', 'blurred'] as const),
    shows: pick([SHOWN, { ...SHOWN, disc: false }, { ...SHOWN, macula: false }]),
    ...(grade === null && {
      lesions: evidence ? pick(['none', 'microaneurysms', 'more'] as const) : 'none',
      chance: lack === 'blurred' || lack === 'field_cut' ? null : chanceOf(lack, choose),
    }),
  })
  if (!found.gradable) return { ...found, other_disease: null }
  const looked = happens(0.9) ? { other_disease: otherOf(choose) } : { other_disease: null }
  // Scars take away stage 0 and nothing else, as in the analysis.
  return { ...found, ...looked, ...(grade === null && bare && { dr: null, lesions: null }) }
}

/** A small photograph may show disease as a whole where no lesion of it can be seen. */
function chanceOf(lack: (typeof LACKS)[number], { pick }: Chooser): number {
  if (lack === 'too_small') return pick([0.02, 0.5, 0.95])
  return lack === 'weak_evidence' || lack === 'evidence_conflicts' ? 0.3 : 0.02
}

function otherOf({ pick, happens }: Chooser): OtherDisease {
  const suspected = happens(0.2)
  return {
    suspected,
    kinds: suspected && happens(0.5) ? [pick(OTHER_KINDS), 'macular_degeneration'] : [],
    scars: happens(0.1),
  }
}

/** Stated of a photograph that cannot be judged too. */
const OF_ANY = ['referral', 'treated']

/** What clinicians state of a photograph in ten: another value than the machine's, the same, or one where it has none. */
function statedOf(findings: FundusFindings, { pick, happens }: Chooser): Statement[] {
  const values = {
    gradable: pick([true, false]),
    stage: pick([0, 1, 2, 3, 4]),
    referral: pick(REFERRALS),
    treated: pick(['none', ...TREATMENTS]),
    other_disease: pick([true, false]),
    oedema: pick([true, false]),
    glaucoma: pick(['low', 'suspect']),
  }
  const machine = machineOf(FUNDUS_CORRECTIONS, findings)
  return Object.entries(values).flatMap(([name, drawn]): Statement[] => {
    const own = machine[name] ?? null
    const value = own !== null && own !== 'scars' && happens(0.3) ? own : drawn
    const said = findings.gradable || OF_ANY.includes(name)
    return said && happens(SHARES[name] ?? 0.05) ? [{ name, value, machine: own, reason: '' }] : []
  })
}

const SHARES: Readonly<Record<string, number>> = { gradable: 0.04, stage: 0.1 }

/** The photographs that a report of a sitting shows: the worst of each known eye, else the worst of unknown eyes. */
export function shownOf<Of extends Photograph>(photographs: readonly Of[]): Of[] {
  const [right, left, other] = (['OD', 'OS', null] as const).map((side) => {
    const own = photographs.filter(({ eye, findings }) => eye === side && findings !== null)
    return worstFirst('fundus', own, ({ findings }) => findings as FundusFindings)[0]
  })
  const known = [right, left].filter((photograph) => photograph !== undefined)
  return known.length === 0 && other ? [other] : known
}
