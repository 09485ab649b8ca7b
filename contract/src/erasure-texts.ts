/** What may be answered about the erasure of deleted patients. Part of the messages. */
export const ERASURE_TEXTS = {
  erasure_not_due: [
    '保存期限未满，或机构未开启病历销毁',
    'The time of keeping is not over, or the institution erases nobody',
  ],
  erasure_asked: ['已申请销毁，等待另一人确认', 'The erasure was asked for and waits for somebody'],
  erasure_closed: [
    '销毁申请已撤回或不存在，请刷新后核对',
    'There is no such request any more; reload and compare',
  ],
  erasure_second_person: [
    '须由申请人以外的另一人确认',
    'Somebody else than who asked for it has to confirm it',
  ],
  report_erased: ['报告已按规定销毁', 'The report was erased when its time of keeping was over'],
} as const satisfies Record<string, readonly [string, string]>
