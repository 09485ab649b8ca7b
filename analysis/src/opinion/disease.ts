import { LESIONS, type DrFinding, type FundusFindings, type Lesion } from '@mingmou/contract'
import {
  fixed,
  followUp,
  joined,
  NOTHING,
  OEDEMA,
  REVIEW,
  sentence,
  STAGES,
  type Both,
} from './words.ts'

const KINDS: Record<Lesion, readonly [zh: string, one: string, some: string]> = {
  microaneurysms: ['微动脉瘤', 'microaneurysm', 'microaneurysms'],
  haemorrhages: ['出血', 'haemorrhage', 'haemorrhages'],
  hard_exudates: ['硬性渗出', 'hard exudate', 'hard exudates'],
  soft_exudates: [
    '软性渗出（棉绒斑）',
    'soft exudate (cotton-wool spot)',
    'soft exudates (cotton-wool spots)',
  ],
}
/** The kinds that a rule does not rest on: what is found of them is no more than a suspicious spot. */
const UNCOUNTED: Partial<Record<DrFinding['rule'], readonly Lesion[]>> = {
  weak_lesions: LESIONS,
  microaneurysms_only: LESIONS.filter((kind) => kind !== 'microaneurysms'),
}

const RULES: Record<DrFinding['rule'], Both> = {
  no_lesion: NOTHING,
  weak_lesions: [
    '依据：仅有少量可疑点，不多于无病变照片中的常见误检',
    'with a few suspicious spots, no more than photographs without retinopathy show',
  ],
  microaneurysms_only: ['依据：仅见微动脉瘤', 'by microaneurysms alone'],
  more_than_microaneurysms: [
    '依据：除微动脉瘤外另有病灶，未达重度标准',
    'by lesions beyond microaneurysms, short of severe',
  ],
  haemorrhages_four_quadrants: [
    '依据：四个象限出血均超过20处',
    'by more than 20 haemorrhages in each quadrant',
  ],
}

const NOT_ASSESSED: Record<DrFinding['not_assessed'][number], Both> = {
  venous_beading: ['静脉串珠', 'venous beading'],
  irma: ['视网膜内微血管异常', 'intraretinal microvascular abnormalities'],
  neovascularisation: ['新生血管', 'new vessels'],
  vitreous: ['玻璃体积血', 'vitreous haemorrhage'],
}

function listOf(kinds: readonly Lesion[], { lesions }: FundusFindings): Both {
  const found = kinds.flatMap((kind): Both[] => {
    const { count, fovea_distance_dd: far } = lesions?.[kind] ?? { count: 0 }
    if (count === 0) return []
    const near = kind === 'hard_exudates' && typeof far === 'number' ? fixed(far, 1) : null
    const [zh, one, some] = KINDS[kind]
    return [
      [
        `${zh}${count}处${near ? `（最近处距中心凹${near} PD）` : ''}`,
        `${count} ${count === 1 ? one : some}${near ? ` (nearest ${near} disc diameters from the fovea)` : ''}`,
      ],
    ]
  })
  return joined(found, ['、', ', '])
}

/** What the stage rests on, and what was seen beside it. */
function lesionParts(findings: FundusFindings, rule: DrFinding['rule']): Both[] {
  const beside = UNCOUNTED[rule] ?? []
  const counted = LESIONS.filter((kind) => !beside.includes(kind))
  const told = (kinds: readonly Lesion[], [zh, en]: Both) => {
    const [list, other] = listOf(kinds, findings)
    return list === '' ? NOTHING : sentence([`${zh}${list}`, `${en}${other}`])
  }
  return [
    told(counted, ['检出疑似', 'suspected: ']),
    told(beside, ['可疑点（未计入分级）：', 'suspicious spots, not counted for the grade: ']),
  ]
}

/** A photograph too small for its lesions has a probability alone; however low, it clears nobody. */
function smallPart({ dr_referable_probability: chance }: FundusFindings): Both[] {
  if (chance === null) return []
  const share = Math.round(100 * chance)
  return [
    sentence([
      `照片过小，病灶无法逐一判定；从整体判断，需转诊的糖尿病视网膜病变的概率为${share}%`,
      `the photograph is too small for single lesions; judged as a whole, the probability of referable diabetic retinopathy is ${share}%`,
    ]),
    sentence(REVIEW),
  ]
}

/** Stage with the rule that gave it, what was found, what the network says, and what was not looked for. */
export function diseasePart(findings: FundusFindings): Both[] {
  const { dr, dr_grade } = findings
  if (!dr) return smallPart(findings)
  const stage = dr_grade === null ? NOTHING : joined([STAGES[dr_grade], RULES[dr.rule]])
  const doubt: Both = dr.agreed
    ? NOTHING
    : [
        '病灶与筛查网络的证据不足以得出一致分级，请医生复核',
        'lesions and screening network do not agree on a grade; a clinician should look',
      ]
  const [zh, en] = joined(
    dr.not_assessed.map((sign) => NOT_ASSESSED[sign]),
    ['、', ', '],
  )
  return [
    sentence(stage),
    ...lesionParts(findings, dr.rule),
    sentence(dr.macular_oedema ? OEDEMA : NOTHING),
    sentence(doubt),
    [`未评估：${zh}。`, `Not assessed: ${en}.`],
    dr_grade !== null && dr.agreed
      ? sentence(followUp(dr_grade, dr.macular_oedema === true))
      : sentence(REVIEW),
  ]
}
