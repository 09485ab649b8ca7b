import {
  FUNDUS_MAPS,
  type FundusFindings,
  type ReportedPhotograph,
  type ReportedPicture,
} from '@mingmou/contract'
import type { Standing } from '../features/reports/standing.ts'
import { makeSnapshot, type Snapshot, type Sources } from '../features/reports/snapshot.ts'

const MAPS = FUNDUS_MAPS.map((name) => ({ name, key: `maps/${name}` }))

/** What became of a report that stands. */
export const STANDING: Standing = {
  state: 'signed',
  sha256: '5e'.repeat(32),
  altered: false,
  outdated: false,
  voided: null,
  kept_until: null,
  origin: null,
  newer: null,
  older: null,
}

/** A photograph that a report is made of, with every map. */
export const photographWith = (
  findings: FundusFindings,
  image: Partial<Sources['photograph']['image']> = {},
): Sources['photograph'] => ({
  image: {
    image_index: 0,
    file_key: 'image',
    sha256: '0',
    upload_sha256: null,
    width: 1000,
    height: 800,
    overlays: MAPS,
    ...image,
  },
  eye: findings.eye,
  eye_source: findings.eye && 'machine',
  machine_eye: findings.eye,
  findings,
  corrections: [],
  drawn: null,
  section: null,
  machine_opinion: { 'zh-CN': '草稿', en: 'draft' },
})

/** A report of the fundus, as it is kept. */
export type FundusSnapshot = Snapshot & Omit<ReportedPhotograph, keyof ReportedPicture>

/** A report made by hand, of one photograph or of one of each eye. */
export const snapshotWith = (
  photograph: Sources['photograph'],
  traits: Partial<Sources> = {},
): FundusSnapshot =>
  makeSnapshot({
    report_no: 'R20240301-AAAAAAAAAAAAAAAAAAAAAAAAAA',
    report_time: new Date('2024-03-01T02:00:00Z'),
    patient: {
      name: '演示患者',
      gender: 1,
      birthday: '1964-03-02',
      phone: '13800138000',
      ad_card_number: 'CARD-1',
    },
    archive: { record_date: '2024-03-01', collect_device: 'Topcon TRC-NW400' },
    institution: { name: '演示眼科诊所', logo: null },
    clinician: '演示医生',
    photograph,
    fellow: null,
    image_count: 1,
    left_out: [],
    outcomes: [],
    treatments: [],
    opinion: '意见',
    authorship: { origin: 'own', share: null },
    patient_opinion: null,
    ...traits,
  }) as FundusSnapshot
