/** What may be answered about the watch over devices. Part of the messages. */
export const DRIFT_MESSAGES = {
  drift_noted: [
    '已有人记录了这次偏离的处理情况，请刷新页面',
    'Someone has already noted what was done; reload the page',
  ],
} as const satisfies Record<string, readonly [string, string]>
