import type { Wording } from '../wording.ts'

/** How a call ends, whatever it asks, and the states and roles that lists name. */
export const STATUS_TEXTS = {
  ok: ['操作成功', 'Done'],
  query_ok: ['查询成功', 'Query successful'],
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
} as const satisfies Record<string, Wording>
