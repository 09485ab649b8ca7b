/** What may be answered about the next step of a patient. Part of the messages. */
export const RECALL_TEXTS = {
  step_months: [
    '复查和重拍须填写月数',
    'A recall or repeat needs a number of months; no other step has one',
  ],
  step_urgency: ['转诊须选择紧急程度', 'A referral needs an urgency; no other step has one'],
  step_needed: ['请选择患者的后续安排', 'Please choose the next step for the patient'],
  step_off: [
    '本机构未启用随访，或该类检查不适用',
    'The institution does not use recall, or not for this kind of examination',
  ],
  step_closed: ['该安排已结束，请刷新后核对', 'This step has been closed; reload and check'],
  step_event: ['该记录不适用于此安排', 'This entry does not apply to this step'],
  step_result: ['请填写就诊结果', 'Please enter the outcome'],
} as const satisfies Record<string, readonly [string, string]>
