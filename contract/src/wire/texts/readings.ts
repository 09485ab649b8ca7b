/** What may be answered about reading sittings twice. Part of the messages. */
export const READING_TEXTS = {
  reading_ungradable: [
    '不可判读的眼不能再判定水肿或青光眼，请选“无法判断”',
    'An ungradable eye cannot be given any other finding',
  ],
  reading_closed: [
    '您已打开该检查的盲法阅片，签署前不能查看其他内容',
    'You are reading this session blind; its other pages are closed to you until you sign',
  ],
  reading_off: ['本机构未启用双人阅片', 'This institution does not use double reading'],
  reading_not_under: [
    '该检查不需要按双人阅片规则阅片，或其分析尚未完成',
    'This session does not fall under the double-reading rule, or its analysis is not finished',
  ],
  reading_eye_unknown: [
    '有照片未标明左右眼，请先在阅片页面标明后再阅片',
    'The eye of a photograph is not known; set it first',
  ],
  reading_eyes: ['请逐眼填写阅片结果', 'Enter a result for every eye that was photographed'],
  reading_taken: ['{n}正在阅片，请选择其他检查', '{n} has this session open; please take another'],
  reading_not_open: ['请先打开该检查再签署', 'Open the session before you sign its reading'],
  reading_not_awaited: [
    '该检查已不再等待这一阅片，请刷新后核对',
    'The session is no longer waiting for this reading; reload and check',
  ],
  reading_same_person: [
    '您已参与该检查的阅片，不能再次阅片',
    'You have already read this session; someone else must read it',
  ],
  reading_not_arbiter: ['您没有仲裁权限', 'Your account is not allowed to arbitrate'],
  reading_awaits_first: [
    '报告须先完成阅片：等待第一阅片人签署',
    'The report cannot be signed until the first reading is signed',
  ],
  reading_awaits_second: [
    '报告须先完成阅片：等待另一位医生的第二次阅片',
    'The report cannot be signed before a second reading by someone else',
  ],
  reading_awaits_arbitrator: [
    '报告须先完成阅片：两次阅片不一致，等待仲裁',
    'The two readings differ: the report cannot be signed before arbitration',
  ],
  reading_says_other: [
    '当前结果与已签署的阅片结论不一致，请恢复阅片结论或由仲裁人重新阅片',
    'The result no longer matches the outcome of the readings; restore it, or have an arbitrator read again',
  ],
  reading_reason_first: ['第一阅片', 'First reading'],
  reading_reason_agreed: ['双人阅片一致', 'Two readers agree'],
  reading_reason_arbitrator: ['仲裁阅片', 'Arbitration'],
} as const satisfies Record<string, readonly [string, string]>
