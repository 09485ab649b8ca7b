import type { Wording } from '../wording.ts'

/** Records of patients, and records that are merged. */
export const RECORD_TEXTS = {
  not_found: ['记录不存在', 'Record not found'],
  already_exists: ['记录已存在', 'This record already exists'],
  date_before_birth: ['日期不能早于出生日期', 'The date must not be before the date of birth'],
  record_changed: [
    '记录已被修改，请核对后再保存',
    'The record has been changed in the meantime; compare before saving',
  ],
  merge_itself: ['请选择另一份档案', 'Choose another record'],
  merged_already: [
    '其中一份档案已与其他档案合并，请刷新后核对',
    'One of the records has already been merged with another; reload and compare',
  ],
  merged_others: [
    '被合并的档案已并入了其他档案，请改为保留该档案',
    'Other records have been merged into the record to be merged; keep that one instead',
  ],
  merged_not: [
    '该档案未被合并，或已撤销合并',
    'The record is not merged, or the merge has already been undone',
  ],
  merged_for_good: [
    '合并已超过30天，不能撤销',
    'The records were merged more than 30 days ago; the merge can no longer be undone',
  ],
  card_exists: ['该就诊卡号已存在', 'A patient with this MRN already exists'],
} as const satisfies Record<string, Wording>
