/** What may be answered about the erasure of deleted patients. Part of the messages. */
export const ERASURE_TEXTS = {
  erasure_not_due: [
    '保存期限未满，或机构未开启病历销毁',
    'The retention period is not over, or the institution does not erase records',
  ],
  erasure_asked: [
    '已申请销毁，等待另一人确认',
    'Erasure has been requested and awaits confirmation by someone else',
  ],
  erasure_closed: [
    '销毁申请已撤回或不存在，请刷新后核对',
    'The request no longer exists; reload and check',
  ],
  erasure_second_person: [
    '须由申请人以外的另一人确认',
    'It must be confirmed by someone other than the requester',
  ],
  report_erased: ['报告已按规定销毁', 'The report was erased at the end of its retention period'],
} as const satisfies Record<string, readonly [string, string]>
