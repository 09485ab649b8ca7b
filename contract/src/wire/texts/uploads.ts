import type { Wording } from '../wording.ts'

/** Files that are sent. */
export const UPLOAD_TEXTS = {
  upload_unfinished: ['图像未上传完成', 'Images not finished uploading'],
  documents_count: ['每次提交1到10份材料', 'Provide 1 to 10 documents'],
  documents_used_up: [
    '该邮箱今日上传的材料已达上限，请明日再试',
    'This address has reached today’s upload limit; please try again tomorrow',
  ],
  document_type: [
    '仅支持 PDF、JPEG、PNG 或 WebP 文件：{n}',
    'Only PDF, JPEG, PNG or WebP files: {n}',
  ],
  document_too_large: ['文件超过10 MiB：{n}', 'The file is over 10 MiB: {n}'],
  upload_refused: ['请先移除不能上传的文件', 'Remove the files that cannot be uploaded first'],
  upload_repeated: [
    '有重复的照片：请确认保存，或将其移除',
    'A photograph is a duplicate: confirm to keep it, or remove it',
  ],
  logo_type: ['仅支持 JPEG、PNG 或 WebP 图像：{n}', 'Only JPEG, PNG or WebP images: {n}'],
  image_repeated: ['同一图像重复提交：{n}', 'The same image was submitted twice: {n}'],
  image_known: [
    '照片已在本机构的档案中，请确认后再保存：{n}',
    'The photograph is already on record; confirm to save it again: {n}',
  ],
  image_filed: [
    '图像已归入该类别，未重复归档：{n}',
    'The image is already filed there and was not filed twice: {n}',
  ],
} as const satisfies Record<string, Wording>
