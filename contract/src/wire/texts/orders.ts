/** What may be answered about ordered photographs. Part of the messages. */
export const ORDER_TEXTS = {
  time_format: ['时间格式应为 HH:MM，例如 09:30', 'Enter the time as HH:MM, e.g. 09:30'],
  order_there: [
    '该患者当天已有相同类别和眼别的待拍摄检查',
    'The same imaging is already ordered for this patient on that day',
  ],
  order_limit: [
    '每位患者最多{n}项待拍摄检查，请先取消不再需要的',
    'A patient can have at most {n} open orders; cancel those no longer needed',
  ],
  order_closed: [
    '该检查已完成或已取消，请刷新后核对',
    'The order has been completed or cancelled; reload and check',
  ],
} as const satisfies Record<string, readonly [string, string]>
