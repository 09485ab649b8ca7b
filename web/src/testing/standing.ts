import type { ReportStanding } from '@mingmou/contract'

/** Of a report that stands. */
export const STANDING: ReportStanding = {
  state: 'signed',
  sha256: '5e'.repeat(32),
  altered: false,
  outdated: false,
  superseded_by: null,
  supersedes: null,
  voided: null,
  kept_until: null,
  origin: null,
}
export const CHANGES = ['医生诊断意见，删去：三个月后复查。', '垂直杯盘比：0.62 → 0.70']
/** Everything at once that may become of a report. */
export const NOT_VALID: ReportStanding = {
  ...STANDING,
  state: 'void',
  altered: true,
  outdated: true,
  kept_until: '2041-11-21',
  voided: { at: '2026-11-22T02:00:00Z', by: '演示主任', reason: '照片属于另一患者。' },
  superseded_by: {
    report_no: 'R2',
    report_time: '2026-11-22T01:00:00Z',
    clinician: '演示医生乙',
    changes: CHANGES,
  },
  supersedes: { report_no: 'R0', changes: ['内容无变更'] },
}
