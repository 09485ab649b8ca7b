import { LESIONS, type DrFinding, type FundusFindings, type Lesion } from '@mingmou/contract'
import {
  fixed,
  FOLLOW_UP,
  joined,
  NOTHING,
  OEDEMA,
  REVIEW,
  sentence,
  STAGES,
  type Both,
} from './words.ts'

const KINDS: Record<Lesion, Both> = {
  microaneurysms: ['微动脉瘤', 'microaneurysms'],
  haemorrhages: ['出血', 'haemorrhages'],
  hard_exudates: ['硬性渗出', 'hard exudates'],
  soft_exudates: ['软性渗出（棉绒斑）', 'soft exudates (cotton-wool spots)'],
}

const RULES: Record<DrFinding['rule'], Both> = {
  no_lesion: NOTHING,
  weak_lesions: [
    '依据：仅有少量可疑点，不多于无病变照片中的常见误检',
    'by a few suspicious spots, no more than in photographs without retinopathy',
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

function lesionList({ lesions }: FundusFindings): Both {
  if (!lesions) return NOTHING
  const found = LESIONS.filter((kind) => lesions[kind].count > 0).map((kind): Both => {
    const { count, fovea_distance_dd: far } = lesions[kind]
    const near = kind === 'hard_exudates' && far !== null
    const [zh, en] = KINDS[kind]
    return [
      `${zh}${count}处${near ? `（最近处距中心凹${fixed(far, 1)} PD）` : ''}`,
      `${count} ${en}${near ? ` (nearest ${fixed(far, 1)} disc diameters from the fovea)` : ''}`,
    ]
  })
  const [zh, en] = joined(found, ['、', ', '])
  return zh === '' ? NOTHING : [`检出${zh}`, `found: ${en}`]
}

/** Stage with the rule that gave it, what was found, what the network says, and what was not looked for. */
export function diseasePart(findings: FundusFindings): Both[] {
  const { dr, dr_grade } = findings
  if (!dr) return []
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
    sentence(lesionList(findings)),
    sentence(dr.macular_oedema ? OEDEMA : NOTHING),
    sentence(doubt),
    [`未评估：${zh}。`, `Not assessed: ${en}.`],
    sentence(dr_grade !== null && dr.agreed ? FOLLOW_UP[dr_grade] : REVIEW),
  ]
}
