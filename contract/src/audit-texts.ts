import type { Language } from './constants.ts'
import { text } from './messages.ts'

/** Every action of the audit log with its words in Chinese and English. There is no other list. */
const ACTIONS = {
  'session.login': ['登录', 'Sign in'],
  'session.locked': ['多次密码错误，暂停登录', 'Sign-in paused after wrong passwords'],
  'session.refresh': ['续期会话', 'Renew the session'],
  'session.logout': ['退出登录', 'Sign out'],
  'session.logout-everywhere': ['退出所有设备', 'Sign out everywhere'],
  'account.sign-up': ['注册账号', 'Register an account'],
  'account.add': ['新增账号', 'Add an account'],
  'account.change': ['修改账号信息', 'Change an account'],
  'account.change-email': ['更换账号邮箱', 'Change the address of an account'],
  'account.change-password': ['修改密码', 'Change the password'],
  'account.reset-password': ['重置密码', 'Reset the password'],
  'account.reset-initial-password': ['重置初始密码', 'Reset the initial password'],
  'account.ban': ['禁用账号', 'Disable an account'],
  'account.activate': ['启用账号', 'Enable an account'],
  'account.lock': ['锁定账号', 'Lock an account'],
  'account.unlock': ['解锁账号', 'Unlock an account'],
  'account.delete': ['删除账号', 'Delete an account'],
  'account.purge': ['清除已删除账号的数据', 'Remove the data of a deleted account'],
  'institution.sign-up': ['机构申请入驻', 'Institution signs up'],
  'institution.change': ['修改机构信息', 'Change an institution'],
  'institution.change-limit': ['修改子账号上限', 'Change the limit of sub-accounts'],
  'institution.add': ['新增机构', 'Add an institution'],
  'institution.approve': ['通过入驻审核', 'Approve a sign-up'],
  'institution.refuse': ['拒绝入驻申请', 'Refuse a sign-up'],
  'institution.open-document': ['查看入驻材料', 'Open a document of a sign-up'],
  'institution.remove-documents': [
    '删除未通过申请的入驻材料',
    'Remove the documents of a refused sign-up',
  ],
  'institution.ban': ['禁用机构', 'Disable an institution'],
  'institution.activate': ['启用机构', 'Enable an institution'],
  'institution.delete': ['删除机构', 'Delete an institution'],
  'institution.restore': ['恢复机构', 'Restore an institution'],
  'institution.purge': ['清除已删除机构的数据', 'Remove the data of a deleted institution'],
  'news.add': ['新增新闻', 'Write news'],
  'news.set': ['修改新闻', 'Change news'],
  'news.delete': ['删除新闻', 'Delete news'],
  'dashboard.open': ['查看机构统计', 'Open the statistics of the institution'],
  'dashboard.export': ['导出机构统计', 'Export the statistics of the institution'],
  'patient.list': ['查询患者列表', 'List patients'],
  'patient.open': ['查看患者', 'Open a patient'],
  'patient.trends': ['查看患者趋势', 'Open the trends of a patient'],
  'patient.export-trends': ['导出患者趋势', 'Export the trends of a patient'],
  'patient.add': ['新增患者', 'Add a patient'],
  'patient.set': ['修改患者', 'Change a patient'],
  'patient.delete': ['删除患者', 'Delete a patient'],
  'patient.merge': ['合并患者档案', 'Merge two records of a patient'],
  'patient.unmerge': ['撤销患者档案合并', 'Part merged records of a patient'],
  'diabetes.open': ['查看糖尿病情况', 'Open the diabetes condition'],
  'diabetes.set': ['修改糖尿病情况', 'Change the diabetes condition'],
  'complication.list': ['查看并发症及治疗史', 'Open complications and treatment'],
  'complication.add': ['新增并发症及治疗史', 'Add a complication'],
  'complication.set': ['修改并发症及治疗史', 'Change a complication'],
  'complication.delete': ['删除并发症及治疗史', 'Delete a complication'],
  'exam.list': ['查看眼科检查记录', 'Open eye examinations'],
  'exam.add': ['新增眼科检查记录', 'Record an eye examination'],
  'exam.set': ['修改眼科检查记录', 'Change an eye examination'],
  'exam.delete': ['删除眼科检查记录', 'Delete an eye examination'],
  'exam.open-form': ['打开检查表单', 'Open the form of an examination'],
  'exam.keep-draft': ['保存检查草稿', 'Keep the draft of an examination'],
  'exam.drop-draft': ['删除检查草稿', 'Remove the draft of an examination'],
  'archive.list': ['查看影像档案', 'Open image archives'],
  'dataset.list': ['查看数据集', 'Open a dataset'],
  'dataset.export': ['导出数据集', 'Export a dataset'],
  'dataset.remove-export': ['删除数据集导出', 'Remove an export of a dataset'],
  'archive.known': ['查找相同影像', 'Look for the same images'],
  'archive.add': ['上传影像', 'Upload images'],
  'batch.add': ['读取批量上传的文件', 'Read a file of a batch'],
  'batch.list': ['查看批量上传', 'Open the batch'],
  'batch.set': ['填写批量上传的患者、眼别或日期', 'Set patient, eye or date of files of a batch'],
  'batch.drop': ['移出批量上传', 'Take files off the batch'],
  'archive.file-elsewhere': ['将影像归入另一类别', 'File images as another kind'],
  'archive.set': ['修改影像档案', 'Change an image archive'],
  'archive.delete': ['删除影像档案', 'Delete an image archive'],
  'analysis.list': ['查看分析列表', 'List analyses'],
  'analysis.start': ['开始分析', 'Start an analysis'],
  'analysis.open': ['查看分析结果', 'Open an analysis'],
  'analysis.read': ['阅读分析结果', 'Read an analysis'],
  'notice.list': ['查看通知', 'Open the notices'],
  'worklist.open': ['查看阅片列表', 'Open the worklist'],
  'analysis.cancel': ['取消分析', 'Cancel an analysis'],
  'analysis.correct': ['更正分析结果', 'Correct a finding'],
  'analysis.draw': ['勾画图像', 'Draw on an image'],
  'image-note.list': ['查看图像批注', 'Open the notes of images'],
  'image-note.add': ['新增图像批注', 'Add a note to an image'],
  'image-note.delete': ['删除图像批注', 'Delete a note of an image'],
  'comparison.open': ['对比两次检查的影像', 'Compare images of two sittings'],
  'report.list': ['查询报告列表', 'List reports'],
  'report.open-draft': ['查看报告草稿', 'Open drafts of reports'],
  'report.keep-draft': ['新建报告草稿', 'Begin a draft of a report'],
  'report.drop-draft': ['删除报告草稿', 'Remove a draft of a report'],
  'report.list-drafts': ['查询报告草稿列表', 'List drafts of reports'],
  'report.create': ['签发报告', 'Sign a report'],
  'report.open': ['查看报告', 'Open a report'],
  'report.print': ['打印或下载报告', 'Print or download a report'],
  'report.keep': ['续存报告校验值', 'Keep the hash of a report'],
  'report.void': ['作废报告', 'Declare a report void'],
  'report.verify': ['核验报告', 'Verify a report'],
  'feedback.commit': ['提交反馈', 'Send feedback'],
  'feedback.open': ['查看反馈', 'Open feedback'],
  'feedback.handle': ['标记反馈为处理中', 'Mark feedback as processing'],
  'feedback.finish': ['完成反馈处理', 'Finish feedback'],
  'feedback.remove-contact': [
    '清除到期反馈的联系方式与附件',
    'Remove contact and attachments of old feedback',
  ],
  'questionnaire.set-account': ['设置问卷账号', 'Set the account of the questionnaire'],
  'questionnaire.begin': ['新建问卷版本', 'Begin a version of the questionnaire'],
  'questionnaire.change': ['修改问卷', 'Change the questionnaire'],
  'questionnaire.publish': ['发布问卷', 'Publish the questionnaire'],
  'questionnaire.close': ['结束问卷', 'Close the questionnaire'],
  'questionnaire.delete': ['删除问卷草稿', 'Remove a draft of the questionnaire'],
  'questionnaire.results': ['查看问卷结果', 'Open the results of the questionnaire'],
  'questionnaire.export': ['导出问卷结果', 'Export the results of the questionnaire'],
  'record.refused': [
    '访问不存在或不属于本机构的记录',
    'Ask for a record that is not there or not theirs',
  ],
  'call.refused': ['访问角色无权使用的功能', 'Use what the role may not'],
  'audit.export': ['导出审计日志', 'Export the audit log'],
  'audit.prune': ['清理到期的审计日志', 'Remove audit entries past their time'],
} as const

const OUTCOMES = {
  success: ['成功', 'done'],
  refused: ['被拒绝', 'refused'],
  failed: ['失败', 'failed'],
} as const

export type AuditAction = keyof typeof ACTIONS
export type AuditOutcome = keyof typeof OUTCOMES

const keys = <Key extends string>(texts: Record<Key, unknown>) => Object.keys(texts) as Key[]
export const AUDIT_ACTIONS = keys(ACTIONS)
export const AUDIT_OUTCOMES = keys(OUTCOMES)

const inLanguage = (texts: Record<string, readonly [string, string]>, language: Language) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, [chinese, english]]) => [
      key,
      language === 'en' ? english : chinese,
    ]),
  )

const ROLES = {
  '3': ['机构主账号', 'Main account'],
  '4': ['机构子账号', 'Sub-account'],
  '5': ['体验用户', 'Trial user'],
} as const

export const auditActionMap = (language: Language) => inLanguage(ACTIONS, language)
export const auditOutcomeMap = (language: Language) => inLanguage(OUTCOMES, language)
export const auditRoleMap = (language: Language) => ({
  '1': text(language, 'role_chief_administrator'),
  '2': text(language, 'role_administrator'),
  ...inLanguage(ROLES, language),
})
