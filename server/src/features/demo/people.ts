import { ANALYSERS } from '@mingmou/analysis'
import { MODALITIES, type Modality, type PatientInput } from '@mingmou/contract'

export interface DrawnSitting {
  modality: Modality
  /** Days before today. */
  daysAgo: number
  seed: number
  drawing: unknown
}

export interface DemoPatient {
  record: PatientInput
  sittings: DrawnSitting[]
}

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']
const PROFESSIONS = ['11', '13', '24', '27', '80', '54'] as const

export const DEMO_PATIENTS: DemoPatient[] = NUMERALS.map((numeral, index) => ({
  record: {
    ad_card_number: `DEMO-${String(index + 1).padStart(4, '0')}`,
    name: `演示患者${numeral}`,
    gender: index % 2 === 0 ? 1 : 2,
    profession: PROFESSIONS[index % PROFESSIONS.length] ?? '90',
    birthday: `${1945 + 4 * index}-0${1 + (index % 9)}-15`,
    phone: `010-8888${String(index + 1).padStart(4, '0')}`,
    area_id: ['330000', '330100', '330106'],
    address: '演示地址',
  },
  sittings: MODALITIES.flatMap(({ key: modality }) =>
    (ANALYSERS[modality].demo.patients[index] ?? []).map((sitting) => ({ modality, ...sitting })),
  ),
}))
