/** What may be answered to a trial user about photographs. Part of the messages. */
export const TRIAL_TEXTS = {
  trial_full: [
    '每批最多{n}张照片，请先开始分析',
    'At most {n} photographs in a batch; start its analysis first',
  ],
  trial_day_full: [
    '每天最多上传{n}张照片，请明日再试',
    'At most {n} photographs a day; try again tomorrow',
  ],
  trial_repeated: [
    '与已上传的照片相同，不再重复接收：{n}',
    'This photograph has already been uploaded and is not accepted twice: {n}',
  ],
} as const satisfies Record<string, readonly [string, string]>
