/** What may be answered about studies of an institution's own photographs. Part of the messages. */
export const VALIDATION_MESSAGES = {
  validation_running: [
    '已有一项本地验证正在进行，请等待其完成或将其删除',
    'A validation study is running; wait for it, or remove it',
  ],
  validation_none: [
    '所选日期内没有有效的已签发眼底报告',
    'There are no valid signed fundus reports from these dates',
  ],
  validation_many: [
    '所选日期内的报告超过{n}份，请缩短日期范围',
    'There are more than {n} reports; choose a shorter period',
  ],
  validation_columns: [
    '判读表须有“文件”列，以及“分级”“黄斑水肿”“青光眼”中的至少一列',
    'The table needs a column “file” and at least one of “stage”, “oedema” and “glaucoma”',
  ],
  validation_twice: ['判读表中“{n}”出现了两次', '“{n}” appears twice in the table'],
  validation_unread: [
    '照片“{n}”在判读表中没有对应的行',
    'The table has no row for the photograph “{n}”',
  ],
  validation_cell: ['判读表第{n}行的“{d}”无法识别', 'Row {n} of the table: “{d}” cannot be read'],
  validation_not_done: ['该研究尚未完成', 'This study is not finished'],
} as const satisfies Record<string, readonly [string, string]>
