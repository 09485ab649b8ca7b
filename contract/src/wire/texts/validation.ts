/** What may be answered about studies of an institution's own photographs. Part of the messages. */
export const VALIDATION_MESSAGES = {
  validation_running: [
    '已有一项本地验证正在进行，请等待其完成或将其删除',
    'A validation study is running; wait for it, or remove it',
  ],
  validation_none: [
    '所选日期内没有有效的已签发眼底报告',
    'No signed fundus report of these days stands',
  ],
  validation_many: [
    '所选日期内的报告超过{n}份，请缩短日期范围',
    'There are more than {n} reports; choose fewer days',
  ],
  validation_not_done: ['该研究尚未完成', 'This study is not finished'],
} as const satisfies Record<string, readonly [string, string]>
