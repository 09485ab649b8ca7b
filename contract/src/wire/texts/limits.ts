/** What may be answered where uploads, photographs of trial users or exports take as much room as they may. Part of the messages. */
export const LIMIT_TEXTS = {
  unfiled_account: [
    '您已上传而尚未归档的文件过多（上限{n} MB），请先归档或移除，或等待系统自动清理后再试',
    'Your unfiled uploads have reached the limit ({n} MB). File or remove them, or wait until they are cleared',
  ],
  unfiled_institution: [
    '本机构已上传而尚未归档的文件过多（上限{n} MB），请先归档或移除，或等待系统自动清理后再试',
    'The institution’s unfiled uploads have reached the limit ({n} MB). File or remove them, or wait until they are cleared',
  ],
  unfiled_trial: [
    '您已上传而尚未加入批次的照片过多（上限{n} MB），请先加入批次，或在一小时后再试',
    'Your photographs not yet in a batch have reached the limit ({n} MB). Add them to a batch, or try again in an hour',
  ],
  unfiled_strangers: [
    '访客与体验用户的上传空间暂时已满，请在一小时后再试',
    'Upload space for visitors and trial users is full for now; try again in an hour',
  ],
  trial_kept: [
    '体验账号保存的照片已达上限（{n} MB），请移除照片，或等待旧照片到期删除',
    'The trial account has reached its storage limit ({n} MB). Delete some photographs, or wait until old ones are deleted',
  ],
  trial_kept_all: [
    '体验用户的照片存储暂时已满，请改日再试',
    'Storage for trial users’ photographs is full for now; try again another day',
  ],
  export_bytes: [
    '一次最多导出{n} MB，请缩小范围',
    'At most {n} MB can be exported at once; narrow the selection',
  ],
  exports_kept: [
    '已保存{n}个导出，请先移除旧的导出',
    '{n} exports are stored; remove an older one first',
  ],
  exports_kept_bytes: [
    '保存的导出已达上限（{n} MB），请先移除旧的导出，或等待其到期',
    'Stored exports have reached the limit ({n} MB). Remove an older one, or wait until one expires',
  ],
  export_ended: [
    '其中有影像已不再共享或已删除，本导出已移除，请重新导出',
    'A photograph in it is no longer shared or has been deleted. The export was removed; please create a new one',
  ],
  quota_storage: [
    '本机构的影像存储已达上限（{n} MB），本次操作未保存，请联系平台管理员',
    'The institution has reached its storage limit ({n} MB); nothing was saved. Please ask the platform’s administrators',
  ],
  pairs_waiting: [
    '您等待配准的图像对已达上限（{n}对），请稍后再试；两张图像仍可并排对比',
    'You have reached the limit of image pairs waiting to be aligned ({n}). Try again later; the images can still be compared side by side',
  ],
  quota_waiting: [
    '本机构排队中的分析已达上限（{n}个），请稍后再试',
    'The institution has reached its limit of queued analyses ({n}); try again later',
  ],
} as const satisfies Record<string, readonly [string, string]>
