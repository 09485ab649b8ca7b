import { UNKNOWN_FIELDS_NAMED, type Language } from './constants.ts'
import { ACCOUNT_CHANGE_TEXTS } from './texts/account-changes.ts'
import { CLIENT_TEXTS } from './texts/clients.ts'
import { DEVICE_TEXTS } from './texts/devices.ts'
import { DESTINATION_TEXTS } from './texts/destinations.ts'
import { EXPORT_TEXTS } from './texts/exports.ts'
import { ERASURE_TEXTS } from './texts/erasure.ts'
import { DOCUMENT_TEXTS } from './texts/documents.ts'
import { IDENTIFIER_TEXTS } from './texts/identifiers.ts'
import { IDENTITY_TEXTS } from './texts/identity.ts'
import { IMAGE_TEXTS, type ImageFault } from './texts/images.ts'
import { IMPORT_TEXTS } from './texts/imports.ts'
import { LIMIT_TEXTS } from './texts/limits.ts'
import { ORDER_TEXTS } from './texts/orders.ts'
import { QUESTIONNAIRE_TEXTS } from './texts/questionnaire.ts'
import { RECALL_TEXTS } from './texts/recall.ts'
import { SIGN_IN_TEXTS } from './texts/sign-in.ts'
import { SSO_TEXTS } from './texts/sso.ts'
import { TRIAL_TEXTS } from './texts/trial.ts'

/**
 * Messages that server and page share. A key may carry one argument: `max_chars|128`. A text with {d} carries a detail
 * before it: `image_format|GIF|eye.gif`.
 */
const TEXTS = {
  ok: ['操作成功', 'Done'],
  query_ok: ['查询成功', 'Query successful'],

  // validation
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

  // refusals
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
  merged_for_good: ['合并已超过30天，不能撤销', 'The records were merged more than 30 days ago'],
  card_exists: ['该就诊卡号已存在', 'A patient with this MRN already exists'],
  password_guessable: [
    '该密码过于常见，容易被猜到，请换一个',
    'This password is too common or easily guessed; please choose another',
  ],
  second_step: [
    '密码正确，请完成两步验证',
    'Password correct; please complete two-step verification',
  ],
  wrong_factor: [
    '验证码或恢复码错误，或已使用过',
    'The code is incorrect or has already been used',
  ],
  wrong_passkey: ['通行密钥验证失败', 'The passkey could not be verified'],
  step_ended: ['操作已超时，请重新开始', 'This step has timed out; please start again'],
  factor_there: ['两步验证已经开启', 'Two-step verification is already on'],
  factor_missing: ['未开启两步验证', 'Two-step verification is not on'],
  factor_needed: [
    '按要求须使用两步验证，不能关闭',
    'Two-step verification is required here and cannot be turned off',
  ],
  wrong_password: ['密码错误', 'Incorrect password'],
  wrong_old_password: ['原密码错误', 'The current password is incorrect'],
  same_password: ['新密码不能与原密码相同', 'The new password must differ from the current one'],
  wrong_code: ['验证码错误或已失效', 'The code is incorrect or has expired'],
  account_limit_reached: [
    '子账号数量已达上限（{n}个）',
    'The limit of {n} sub-accounts has been reached',
  ],
  username_exists: ['该用户名已被使用', 'This user name is already taken'],
  email_exists: ['该邮箱已被使用', 'This e-mail address is already in use'],
  email_unchanged: ['新邮箱不能与原邮箱相同', 'The new address must differ from the old one'],
  account_banned: ['账号已被禁用', 'The account is disabled'],
  account_locked: [
    '该账号已被平台锁定，解锁后才能删除',
    'This account was locked by the platform; it can be deleted once unlocked',
  ],
  institution_banned: ['所属机构已被禁用', 'The institution is disabled'],
  institution_name_differs: ['与机构名称不一致', 'This does not match the name of the institution'],
  institution_address_taken: [
    '该机构主账号的邮箱已被其他账号使用，请先更换对方的邮箱',
    'Another account uses the address of its main account; change that address first',
  ],
  already_reviewed: ['该申请已被处理', 'This application has already been reviewed'],
  limit_below_used: [
    '不能少于现有子账号数量（{n}个）',
    'Must not be less than the existing sub-accounts ({n})',
  ],
  not_yourself: ['不能对自己的账号执行此操作', 'You cannot do this to your own account'],
  last_administrator: [
    '至少须保留一个可用的平台超级管理员',
    'At least one active chief administrator must remain',
  ],
  remembered_ended: [
    '记住的登录已失效，请重新输入密码',
    'This device is no longer remembered; please enter your password',
  ],
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
  image_note_limit: [
    '每张图像最多保存{n}条批注与测量',
    'At most {n} notes and measurements can be saved with an image',
  ],
  image_note_not_yours: [
    '只有作者或机构主账号可以删除',
    'Only the author or the main account may delete it',
  ],
  correction_ungradable: [
    '图像不可判读：请先更正图像质量',
    'The image is ungradable: correct its quality first',
  ],
  drawing_ungradable: [
    'AI判为不可判读的图像不做测量，无法勾画',
    'The AI found this image ungradable and measured nothing on it, so nothing can be drawn',
  ],
  drawing_not_measured: [
    '医生勾画尚未测量完成：请稍候，或撤回勾画后再签发',
    'The drawing has not been measured yet: wait, or withdraw it before signing the report',
  ],
  mask_shape: ['勾画与图像比例不符', 'The drawing does not match the shape of the image'],
  mask_too_fine: ['勾画过于细碎', 'The drawing has too many small parts'],
  analysis_not_done: ['分析尚未完成', 'The analysis is not finished'],
  analysis_fault: ['分析过程出错', 'An error occurred during analysis'],
  analysis_interrupted: ['分析进程多次中断', 'The analysis was interrupted several times'],
  analysis_outdated: [
    '图像设置已更改，该分析结果不再成立，请等待重新分析',
    'Image settings have changed, so this result no longer applies; wait for the new analysis',
  ],
  analysis_ended: ['分析已结束', 'The analysis has already finished'],
  not_both_eyes: [
    '须为右眼和左眼各一张可判读的照片',
    'One gradable photograph of each eye is needed',
  ],
  image_not_analysed: [
    '该图像未能分析，不能生成报告',
    'This image could not be analysed, so no report can be created',
  ],
  report_expired: ['报告链接已过期', 'The link to the report has expired'],
  report_void: ['报告已作废', 'The report is void'],
  report_superseded: ['报告已被新报告取代', 'The report was superseded by a newer one'],
  draft_gone: [
    '草稿已被他人修改、签发或删除，请重新查看',
    'The draft was changed, signed or deleted by someone else. Please open it again',
  ],
  report_newer: [
    '已有更新的报告，请查看后再签发',
    'There is a newer report. Please view it before signing',
  ],
  option_count: ['须有{n}个选项', 'There must be {n} options'],
  ...IMAGE_TEXTS,
  ...QUESTIONNAIRE_TEXTS,
  ...ERASURE_TEXTS,
  ...DEVICE_TEXTS,
  ...IDENTITY_TEXTS,
  ...SSO_TEXTS,
  ...DESTINATION_TEXTS,
  ...CLIENT_TEXTS,
  ...SIGN_IN_TEXTS,
  ...LIMIT_TEXTS,
  ...DOCUMENT_TEXTS,
  ...IDENTIFIER_TEXTS,
  ...IMPORT_TEXTS,
  ...EXPORT_TEXTS,
  ...ORDER_TEXTS,
  ...RECALL_TEXTS,
  ...ACCOUNT_CHANGE_TEXTS,
  ...TRIAL_TEXTS,
  // statuses
  status_error: ['状态码错误', 'Status code error'],
  malformed: [
    '服务器异常：请求不是有效的 JSON 对象',
    'Server exception: the body is not a JSON object',
  ],
  server_exception: ['服务器异常', 'Server exception'],
  unauthorised: ['授权失败', 'Authorization failed'],
  token_expired: ['登录已过期，请重新登录', 'Your session has expired; please sign in again'],
  session_revoked: ['会话已失效，请重新登录', 'Your session has ended; please sign in again'],
  no_such_path: ['资源不存在', 'Resource not found'],
  logged_in_elsewhere: [
    '您的账号已在别处登录，请重新登录',
    'Your account was signed in elsewhere; please sign in again',
  ],
  password_change_required: ['首次登录请先修改密码', 'Please change the password first'],
  too_large: ['提交的内容过大', 'The request is too large'],
  too_many_calls: ['请求过于频繁，请稍后再试', 'Too many requests, please try later'],
  storage_full: ['存储空间不足，本次操作未保存', 'Storage is full; nothing was saved'],
  too_slow: [
    '请求内容传输过慢，连接已断开',
    'The request arrived too slowly and the connection was closed',
  ],
  storage_away: [
    '文件存储暂时无法访问，本次操作未完成，请稍后再试',
    'The file storage is not responding and nothing was saved. Please try again later',
  ],
  not_ready: ['服务尚未就绪', 'The service is not ready'],
  server_error: ['请求服务器错误', 'Request server error'],
  fault: ['请求服务器错误（编号 {n}）', 'Request server error (reference {n})'],
  role_not_allowed: ['当前角色不支持此功能', 'Your role does not permit this'],

  // status maps
  status_active: ['正常', 'Active'],
  status_banned: ['已禁用', 'Disabled'],

  review_pending: ['待审核', 'Pending'],
  review_approved: ['已通过', 'Approved'],
  review_refused: ['未通过', 'Not approved'],
  feedback_status_1: ['新反馈', 'New'],
  feedback_status_2: ['处理中', 'In progress'],
  feedback_status_3: ['已完成', 'Finished'],
  role_chief_administrator: ['平台超级管理员', 'Chief administrator'],
  role_administrator: ['平台管理员', 'Administrator'],

  // kinds of analysis

  // live connection
  live_ended_title: ['连接已断开', 'Disconnected'],
  welcome_title: ['系统消息', 'System'],
  welcome: ['系统会话已连接，欢迎使用', 'System session connected, welcome'],
  analysis_done_title: ['AI分析完成', 'AI analysis finished'],
  analysis_done: ['AI分析已完成，请查看结果', 'The AI analysis is finished; view the result'],
  trial_done_title: ['体验分析完成', 'Trial analysis finished'],
  trial_done: ['本批照片分析完成，可判读 {n} 张', 'Batch analysed; gradable photographs: {n}'],
  trial_failed_title: [
    '体验分析完成，无可判读的照片',
    'Trial analysis finished; no photograph is gradable',
  ],
  analysis_failed_title: ['AI分析失败', 'AI analysis failed'],
  analysis_failed: [
    'AI分析未能完成，可重新分析',
    'The AI analysis did not finish; you can run it again',
  ],
} as const satisfies Record<string, readonly [string, string]>

export type MessageKey = keyof typeof TEXTS
export const MESSAGE_KEYS = Object.keys(TEXTS) as MessageKey[]

/** A message key with its argument, as validation issues and refusals carry it. */
export function message(key: MessageKey, argument?: string | number): string {
  return argument === undefined ? key : `${key}|${argument}`
}

/** Why a file of this name is not taken, encoded. */
export const imageMessage = ({ key, detail }: ImageFault, name: string): string =>
  message(key, detail === undefined ? name : `${detail}|${name}`)

function isKey(key: string): key is MessageKey {
  return Object.hasOwn(TEXTS, key)
}

/** `{n:minute|minutes}`: one, or several of what is counted. */
const PLURAL = /\{n:([^|}]*)\|([^}]*)\}/

/** The text of an encoded message in a language; a string that is no message comes back as it is. */
export function text(language: Language, encoded: string): string {
  const [key, argument] = parted(encoded)
  if (!isKey(key)) return encoded
  const written: string = TEXTS[key][language === 'en' ? 1 : 0]
  const said = written.replace(PLURAL, (_, one: string, other: string) =>
    argument === '1' ? one : other,
  )
  if (!said.includes('{d}')) return said.replace('{n}', () => argument)
  const [detail, name] = parted(argument)
  return said.replace('{d}', () => detail).replace('{n}', () => name)
}

/** A text before and after its first bar. */
function parted(text: string): [string, string] {
  const bar = text.indexOf('|')
  return bar < 0 ? [text, ''] : [text.slice(0, bar), text.slice(bar + 1)]
}

/** Longer than the name of any field. */
const NAME_CHARS = 64

interface Issue {
  code?: string | undefined
  message: string
  path: readonly PropertyKey[]
  input?: unknown
  keys?: readonly string[]
  origin?: string
  maximum?: number | bigint
}

/**
 * Failed validation as `{ field: encoded message }`; the names are those of the submitted object. Of unknown fields
 * the first ten are named, and of a long name its beginning: the answer stays small, whatever was sent.
 */
export function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of (issue.keys ?? []).slice(0, UNKNOWN_FIELDS_NAMED)) {
        fields[[...issue.path, key.slice(0, NAME_CHARS)].join('.')] ??= 'unknown_field'
      }
      continue
    }
    fields[issue.path.map(String).join('.') || 'body'] ??= issueMessage(issue)
  }
  return fields
}

function issueMessage(issue: Issue): string {
  if (isKey(issue.message.split('|')[0] ?? '')) return issue.message
  const input = issue.input
  if (input === undefined || input === null || input === '') return 'required'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return message('max_chars', Number(issue.maximum))
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'out_of_range'
  if (issue.code === 'invalid_value') return 'not_allowed'
  return 'wrong_type'
}
