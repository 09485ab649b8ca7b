import type { PatientInput } from '@mingmou/contract'
import type { FundusOptions } from '@mingmou/analysis/phantom'

interface DrawnSitting {
  /** Days before today. */
  daysAgo: number
  seed: number
  options: FundusOptions
}

export interface DemoPatient {
  record: PatientInput
  sittings: DrawnSitting[]
}

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const PROFESSIONS = ['11', '13', '24', '27', '80', '54'] as const

/** How each patient's photographs are drawn: most of them well, some as they come from a busy day. */
const DRAWINGS: FundusOptions[][] = [
  [{}, {}],
  [{ lesions: true }, { lesions: true }],
  [{ winding: 1.8 }],
  [{}],
  [{ lesions: true }],
  [{ blur: 0.006 }],
  [{ slope: 0.5 }],
  [{ lesions: true, winding: 1.4 }],
  [{ light: 0.3 }],
  [{}],
  [{ lesions: true }],
  [{ noise: 6 }],
]

export const DEMO_PATIENTS: DemoPatient[] = DRAWINGS.map((drawings, index) => ({
  record: {
    ad_card_number: `DEMO-${String(index + 1).padStart(4, '0')}`,
    name: `演示患者${NUMERALS[index] ?? ''}`,
    gender: index % 2 === 0 ? 1 : 2,
    profession: PROFESSIONS[index % PROFESSIONS.length] ?? '90',
    birthday: `${1945 + 4 * index}-0${1 + (index % 9)}-15`,
    phone: `010-8888${String(index + 1).padStart(4, '0')}`,
    area_id: ['330000', '330100', '330106'],
    address: '演示地址',
  },
  sittings: drawings.map((options, sitting) => ({
    daysAgo: 3 * index + 180 * (drawings.length - 1 - sitting),
    seed: 100 * (index + 1) + 10 * sitting,
    options,
  })),
}))
