/** Messages about single sign-on. */
export const SSO_TEXTS = {
  issuer_format: [
    '请填写以https开头的颁发者地址，不含配置文档的路径和参数',
    'Enter the issuer as an https:// address, without /.well-known and anything after it',
  ],
  sso_unknown: [
    '机构登录码不正确，或该机构未开启单点登录',
    'The sign-in code is incorrect, or the institution does not use single sign-on',
  ],
  sso_off: [
    '本机构未开启单点登录，请用密码登录',
    'Single sign-on is off for this institution; sign in with your password',
  ],
  sso_ended: [
    '此次单点登录已超时、已使用过，或不是在本浏览器中发起的，请重新开始',
    'This single sign-on has expired, was already used, or was started in another browser; please start again',
  ],
  sso_denied: [
    '身份提供方拒绝了此次登录，或您已取消',
    'The identity provider refused this sign-in, or you cancelled it',
  ],
  sso_error: [
    '身份提供方无法完成此次登录，请稍后再试',
    'The identity provider could not complete this sign-in; please try again later',
  ],
  sso_down: [
    '无法连接身份提供方，请稍后再试',
    'The identity provider cannot be reached; please try again later',
  ],
  sso_private: [
    '该地址位于内部网络，须由平台运维人员先行放行',
    'This address is in a private network; the platform’s operator must allow it first',
  ],
  sso_no_host: ['找不到该地址的主机', 'No host was found for this address'],
  sso_tls: [
    '身份提供方的安全证书无法验证',
    'The certificate of the identity provider cannot be verified',
  ],
  sso_no_document: [
    '该地址没有可用的单点登录配置',
    'There is no usable OpenID Connect configuration at this address',
  ],
  sso_no_pkce: [
    '身份提供方不支持 PKCE（S256）',
    'The identity provider does not support PKCE (S256)',
  ],
  sso_wrong_client: [
    '身份提供方不接受客户端标识或密钥，请联系机构主账号',
    'The identity provider does not accept the client ID or secret; tell the main account of your institution',
  ],
  sso_used_code: [
    '身份提供方的授权码已失效，请重新开始',
    'The identity provider’s code is no longer valid; please start again',
  ],
  sso_wrong_key: [
    '身份提供方的签名无法验证',
    'The identity provider’s signature could not be verified',
  ],
  sso_wrong_nonce: [
    '身份提供方的应答不属于此次登录',
    'The identity provider’s response belongs to another sign-in',
  ],
  sso_wrong_audience: [
    '身份提供方的应答是给其他系统的',
    'The identity provider’s response is meant for another system',
  ],
  sso_expired: [
    '身份提供方的应答已过期，请重新开始',
    'The identity provider’s response has expired; please start again',
  ],
  sso_not_fresh: [
    '身份提供方没有重新验证身份，请在该处退出后重试',
    'The identity provider did not re-authenticate you; sign out there and try again',
  ],
  sso_wrong_issuer: [
    '应答的颁发者与机构设置的不一致',
    'The issuer does not match the institution’s settings',
  ],
  sso_unlinked: [
    '此单点登录账号尚未绑定明眸账号。请先用密码登录，在“我的账号”中绑定',
    'No Mingmou account is linked to this sign-in. Sign in with your password and link it under “My account”',
  ],
  sso_required: [
    '本机构要求单点登录，请用单点登录进入',
    'Your institution requires single sign-on; please use it to sign in',
  ],
  sso_taken: [
    '此单点登录账号已绑定其他明眸账号，请联系机构主账号解除',
    'Another Mingmou account is linked to this sign-in; ask the main account of your institution to unlink it',
  ],
  sso_not_linked: ['该账号未绑定单点登录', 'The account is not linked to single sign-on'],
  link_next: [
    '密码正确，请到身份提供方登录以完成绑定',
    'Password correct; sign in at the identity provider to link the account',
  ],
} as const
