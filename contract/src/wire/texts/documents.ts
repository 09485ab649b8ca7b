/** What may be answered about documents that do something once they are opened. Part of the messages. */
export const DOCUMENT_TEXTS = {
  document_active: [
    '文件含有脚本、附件、密码或可提交的表单，请另存为普通 PDF 或改用图片后重新上传：{n}',
    'The file contains scripts, attachments, a password or a form that can be submitted; save it as a plain PDF or upload it as an image: {n}',
  ],
  attachment_active: [
    '附件{n}含有脚本、附件、密码或可提交的表单，请另存为普通 PDF 或改用图片',
    'Attachment {n} contains scripts, attachments, a password or a form that can be submitted; save it as a plain PDF or use an image',
  ],
} as const
