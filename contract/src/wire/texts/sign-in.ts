/** What a sign-in that was refused says. Part of the messages. */
export const SIGN_IN_TEXTS = {
  wrong_login: ['账号或密码错误', 'Incorrect account or password'],
  wrong_login_last: [
    '账号或密码错误。再输错一次，该账号将锁定{n}分钟',
    'Incorrect account or password. One more failed attempt locks the account for {n} {n:minute|minutes}',
  ],
  too_many_tries: [
    '尝试次数过多，请在{n}分钟后再试',
    'Too many attempts. Please try again in {n} {n:minute|minutes}',
  ],
  institution_pending: ['机构入驻申请审核中', "The institution's application is under review"],
  institution_refused: ['机构入驻申请未通过审核', "The institution's application was not approved"],
  institution_refused_why: [
    '机构入驻申请未通过审核。审核意见：{n}',
    "The institution's application was not approved. Reviewer's comment: {n}",
  ],
  documents_gone: [
    '先前提交的材料已到期删除，请重新添加',
    'The documents submitted earlier have been deleted; please add them again',
  ],
} as const satisfies Record<string, readonly [string, string]>
