/** What may be answered about exports. Part of the messages. */
export const EXPORT_TEXTS = {
  export_empty: ['没有符合条件的影像可导出', 'No photographs match, so there is nothing to export'],
  export_withheld: [
    '所选影像的文件注明画面中有文字，请先确认文字不涉及个人身份',
    'According to their files these photographs contain text; first confirm that it identifies nobody',
  ],
  export_too_large: [
    '一次最多导出{n}张影像，请缩小范围',
    'At most {n} photographs can be exported at once; narrow the selection',
  ],
  exports_at_once: [
    '已有{n}个导出正在进行，请等待完成',
    '{n} exports are in progress; wait for one to finish',
  ],
  export_fault: ['导出失败，请重试', 'The export failed; try again'],
} as const satisfies Record<string, readonly [string, string]>
