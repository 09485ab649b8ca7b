import type { FundusFindings, GlaucomaFinding, Language } from '@mingmou/contract'

/** A sentence or list part in both languages. */
export type Both = readonly [zh: string, en: string]
export const NOTHING: Both = ['', '']

export const CAUTION: Both = [
  '不能仅凭本产品结果进行临床决策。',
  'Clinical decisions must not be based on the results of this product alone.',
]

type Stage = NonNullable<FundusFindings['dr_grade']>

export const STAGES: Record<Stage, Both> = {
  0: [
    '照片中未检出明确的糖尿病视网膜病变病灶（ICDR 0级）',
    'no definite lesion of diabetic retinopathy found in the photograph (ICDR 0)',
  ],
  1: [
    '疑似轻度非增殖性糖尿病视网膜病变（ICDR 1级）',
    'suspected mild non-proliferative diabetic retinopathy (ICDR 1)',
  ],
  2: [
    '疑似中度非增殖性糖尿病视网膜病变（ICDR 2级）',
    'suspected moderate non-proliferative diabetic retinopathy (ICDR 2)',
  ],
  3: [
    '疑似重度非增殖性糖尿病视网膜病变（ICDR 3级）',
    'suspected severe non-proliferative diabetic retinopathy (ICDR 3)',
  ],
  4: [
    '疑似增殖性糖尿病视网膜病变（ICDR 4级）',
    'suspected proliferative diabetic retinopathy (ICDR 4)',
  ],
}

/**
 * When to look again, by stage: International Council of Ophthalmology 2017 (Wong 2018, Ophthalmology 125:1608), none
 * 1-2 years, mild 6-12 months, moderate 3-6, severe < 3, proliferative < 1; of none the shorter end, as the American
 * Diabetes Association has it (Solomon 2017, Diabetes Care 40:412).
 */
const FOLLOW_UP: Record<Stage, Both> = {
  0: ['如有糖尿病，建议12个月后复查眼底', 'with diabetes, look again in 12 months'],
  1: ['建议6–12个月后复查眼底', 'look again in 6-12 months'],
  2: [
    '建议转眼底专科，3–6个月内复查',
    'referral to a retina clinic is advised; look again in 3-6 months',
  ],
  3: [
    '建议尽快转眼底专科，3个月内复查',
    'prompt referral to a retina clinic is advised; look again within 3 months',
  ],
  4: [
    '建议立即转眼底专科，1个月内处理',
    'urgent referral to a retina clinic is advised, within 1 month',
  ],
}

/** Where the network calls for referral and the rule does not, the more careful one is told. */
export const REVIEW: Both = [
  '请眼科医生复核后再定随访间隔',
  'an ophthalmologist should look before an interval is set',
]

/** Of the same source: macular oedema beside the centre 3 months, in the centre 1; a photograph cannot tell them apart. It comes sooner than what stages 0 to 2 ask for. */
export const OEDEMA: Both = [
  '疑似黄斑水肿，建议1个月内行OCT检查并转眼底专科',
  'macular oedema is suspected; OCT and referral to a retina clinic within 1 month are advised',
]

export const BANDS: Record<GlaucomaFinding['band'], Both> = {
  low: ['怀疑程度低', 'low suspicion'],
  watch: ['需随访观察', 'to be watched'],
  suspect: ['可疑', 'suspected'],
  high: ['高度可疑', 'strongly suspected'],
}

export const SIGNS: Record<GlaucomaFinding['signs'][number], Both> = {
  vcdr: ['垂直杯盘比偏大', 'large vertical cup-to-disc ratio'],
  disc_size: ['杯盘比超出该视盘大小的常见范围', 'ratio beyond what is usual for the disc size'],
  thin_rim: ['上方或下方盘沿变薄', 'thin rim above or below'],
  isnt: ['盘沿不符合ISNT规律', 'rim does not follow the ISNT order'],
  asymmetry: ['双眼杯盘比不对称', 'ratios of both eyes differ'],
}

/** What follows from a suspicion; nothing from a low one. */
export const GLAUCOMA_ADVICE: Record<GlaucomaFinding['band'], Both> = {
  low: NOTHING,
  watch: ['建议结合眼压随访', 'follow-up with eye pressure is advised'],
  suspect: [
    '建议行眼压、视野及视盘OCT检查',
    'eye pressure, visual field and OCT of the disc are advised',
  ],
  high: [
    '建议尽快行眼压、视野及视盘OCT检查',
    'eye pressure, visual field and OCT of the disc are advised soon',
  ],
}

/** When to look again, by the stage and by what comes sooner. */
export function followUp(stage: Stage, oedema: boolean): Both {
  return oedema && stage < 3 ? NOTHING : FOLLOW_UP[stage]
}

export const fixed = (value: number, digits: number) => value.toFixed(digits)

export const indexOf = (language: Language): 0 | 1 => (language === 'en' ? 1 : 0)

/** Parts joined to a list in both languages; empty ones left out. */
export function joined(parts: readonly Both[], marks: Both = ['，', ', ']): Both {
  const list = (at: 0 | 1) =>
    parts
      .map((part) => part[at])
      .filter((part) => part !== '')
      .join(marks[at])
  return [list(0), list(1)]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence in both languages; nothing of nothing. */
export function sentence([zh, en]: Both): Both {
  return zh === '' ? NOTHING : [`${zh}。`, `${capital(en)}.`]
}
