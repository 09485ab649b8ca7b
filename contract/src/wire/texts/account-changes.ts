/** What is said where somebody else changed an account, or asked to. Part of the messages. */
export const ACCOUNT_CHANGE_TEXTS = {
  change_waits: [
    '该账号已有同类更改等待本人确认，请先撤回或等待其生效',
    'A change of this kind is already waiting for the account’s owner; withdraw it first, or wait until it takes effect',
  ],
  change_over: [
    '该更改已生效、被拒绝或已撤回，请刷新后核对',
    'The change has taken effect, or was refused or withdrawn; reload and check',
  ],
  signs_after_email: [
    '他人申请更换您的账号邮箱（{n}生效），处理前不能签发或作废报告、确认销毁。请在“我的账号”中同意或拒绝',
    'Someone has asked to change your account’s e-mail address (takes effect {n}). Until you agree or refuse under “My account”, you cannot sign or void reports or confirm an erasure',
  ],
  signs_after_factor: [
    '他人申请重置您的两步验证（{n}生效），处理前不能签发或作废报告、确认销毁。请在“我的账号”中同意或拒绝',
    'Someone has asked to reset your two-step verification (takes effect {n}). Until you agree or refuse under “My account”, you cannot sign or void reports or confirm an erasure',
  ],
  held_email: [
    '您的账号邮箱刚由他人更换，{n}前不能签发或作废报告、确认销毁',
    'Your account’s e-mail address was changed by someone else. You can sign or void reports and confirm an erasure again after {n}',
  ],
  held_password: [
    '您的密码刚由他人重置，{n}前不能签发或作废报告、确认销毁',
    'Your password was reset by someone else. You can sign or void reports and confirm an erasure again after {n}',
  ],
  held_factor: [
    '您的两步验证刚由他人重置，{n}前不能签发或作废报告、确认销毁',
    'Your two-step verification was reset by someone else. You can sign or void reports and confirm an erasure again after {n}',
  ],
  held_sso: [
    '您的单点登录绑定刚由他人解除，{n}前不能签发或作废报告、确认销毁',
    'Your single sign-on was unlinked by someone else. You can sign or void reports and confirm an erasure again after {n}',
  ],
  erasure_same_hand: [
    '您与申请人在{n}天内有一方创建、重置或更改过另一方的账号，须由其他人确认',
    'Within the last {n} days you or the requester created, reset or changed the other’s account. A third person must confirm',
  ],
} as const satisfies Record<string, readonly [string, string]>
