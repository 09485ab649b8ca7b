/** What is said of names, and of files that name another person. */
export const IDENTITY_TEXTS = {
  patient_alike: [
    '已有姓名和出生日期相同的患者，请确认不是同一人',
    'This name and date of birth are already on record. Make sure this is a different person',
  ],
  merged_says: [
    '并入的档案中有此内容，不能在这里删去',
    'A merged record states this; it cannot be removed here',
  ],
  name_format: [
    '支持各种文字的字母、间隔号、句点、撇号、连字符和空格，不超过40个字符',
    'Letters of any script, dots, apostrophes, hyphens and spaces; no more than 40 characters',
  ],
  name_character: [
    '姓名中不能使用 {n}。支持各种文字的字母、间隔号、句点、撇号、连字符和空格，不超过40个字符',
    'A name cannot contain {n}. Letters of any script, dots, apostrophes, hyphens and spaces; no more than 40 characters',
  ],
  image_differs: [
    '文件所写的患者、眼别或日期与所选的不符，请确认后再保存：{n}',
    'The patient, eye or date in the file differs from your choice; confirm before saving: {n}',
  ],
  upload_differs: [
    '有文件写着另一患者、眼别或日期：请确认保存，或将其移除',
    'A file states a different patient, eye or date: confirm it, or remove it',
  ],
} as const
