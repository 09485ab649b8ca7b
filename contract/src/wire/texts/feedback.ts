import type { Wording } from '../wording.ts'

/** Feedback and its attachments. */
export const FEEDBACK_TEXTS = {
  attachments_count: ['最多添加5个附件', 'Add at most 5 attachments'],
  attachment_type: [
    '附件{n}：仅支持 PDF、JPEG、PNG 或 WebP 文件',
    'Attachment {n}: only PDF, JPEG, PNG or WebP files',
  ],
  attachment_too_large: ['附件{n}超过10 MiB', 'Attachment {n} is over 10 MiB'],
  attachment_unreadable: ['附件{n}无法读取，请更换', 'Attachment {n} cannot be read; replace it'],
  attachment_missing: [
    '附件{n}未上传完成，请移除后重新添加',
    'Attachment {n} did not finish uploading; remove it and add it again',
  ],
  attachments_full: [
    '暂时不能添加附件，请不带附件提交',
    'Attachments cannot be accepted at present; please send without them',
  ],
  feedback_new: ['请先将该反馈标记为处理中', 'Mark the feedback as in progress first'],
  feedback_processing: ['该反馈已在处理中', 'The feedback is already in progress'],
  feedback_finished: ['该反馈已处理完成', 'The feedback has already been closed'],
} as const satisfies Record<string, Wording>
