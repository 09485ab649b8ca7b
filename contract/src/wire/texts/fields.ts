import type { Wording } from '../wording.ts'

/** What is wrong with the value of a field. */
export const FIELD_TEXTS = {
  email_format: ['邮箱格式不正确', 'Please enter a valid e-mail address'],
  phone_format: [
    '请输入合法的移动电话或固定电话号码',
    'Please enter a valid mobile or landline number',
  ],
  username_format: [
    '支持大小写字母和数字。不超过32个字符',
    'Letters and digits only, no more than 32 characters',
  ],
  max_chars: ['不超过{n}个字符', 'No more than {n} characters'],
  password_format: [
    '8-16位，至少包含大写字母、小写字母、数字及特殊字符中的两种',
    '8-16 characters without spaces, at least two of: uppercase, lowercase, digit, special',
  ],
  card_format: [
    '请输入字母、数字或连字符组成的就诊卡号，不超过32个字符',
    'MRN: letters, digits and hyphens only, no more than 32 characters',
  ],
  date_format: ['日期格式应为 YYYY-MM-DD', 'Enter the date as YYYY-MM-DD'],
  period_format: [
    '日期格式应为 YYYY-MM-DD，只知年月时填 YYYY-MM 或 YYYY',
    'Enter the date as YYYY-MM-DD, or YYYY-MM or YYYY if no more is known',
  ],
  date_future: ['日期不能晚于今天', 'The date must not be in the future'],
  date_past: ['日期不能早于今天', 'The date must not be in the past'],
  news_too_early: ['日期不能早于2019年', 'The date must not be before 2019'],
  date_end_before_start: [
    '结束日期不能早于开始日期',
    'The end date must not be before the start date',
  ],
  characters: ['含有无法保存的字符', 'Contains a character that cannot be stored'],
  required: ['此项不能为空', 'This field is required'],
  unknown_field: ['不支持的字段', 'Unknown field'],
  wrong_type: ['格式不正确', 'Invalid format'],
  not_allowed: ['取值不在允许范围内', 'This value is not allowed'],
  out_of_range: ['超出允许范围', 'Out of range'],
  axial_range: ['眼轴长度须为15–40 mm', 'Axial length must be 15 to 40 mm'],
  acuity_format: [
    '视力请填0.01–2.0、五分记录3.0–5.3、20/40或6/12，或CF、HM、LP、NLP',
    'Visual acuity: 0.01 to 2.0, five-grade notation 3.0 to 5.3, 20/40 or 6/12, or CF, HM, LP, NLP',
  ],
  iop_range: ['眼压须为1–80 mmHg', 'Intraocular pressure must be 1 to 80 mmHg'],
  ratio_range: ['请填0–1的数值，或2:3', 'Enter a number from 0 to 1, or 2:3'],
  fbg_range: ['空腹血糖须为1–50 mmol/L', 'Fasting blood glucose must be 1 to 50 mmol/L'],
  hba1c_range: ['糖化血红蛋白须为3–20%', 'HbA1c must be 3 to 20%'],
  diagnosis_before_onset: [
    '确诊日期不能早于发病日期',
    'The date of diagnosis must not be before the date of onset',
  ],
  exam_empty: ['请至少填写一项检查结果', 'Enter at least one finding'],
  scale_range: [
    '请填写大于0且不超过1的数值，单位为毫米/像素（1微米为0.001毫米），例如0.008',
    'Enter a number above 0 and up to 1, in mm per pixel (1 µm is 0.001 mm), e.g. 0.008',
  ],
  area_unknown: ['所在地区不存在', 'Unknown region'],
  images_count: ['每次上传1到20张图像', 'Upload 1 to 20 images at a time'],
  batch_count: ['一次最多处理40个文件', 'At most 40 files at a time'],
  trial_batch_count: ['每批1到50张照片', '1 to 50 photographs in a batch'],
  code_format: ['请输入6位数字验证码', 'Enter the 6-digit code'],
  password_mismatch: ['两次输入的密码不一致', 'The passwords do not match'],
  invalid: ['提交的内容有误', 'The submitted data are not valid'],
  option_count: ['须有{n}个选项', 'There must be {n} options'],
} as const satisfies Record<string, Wording>
