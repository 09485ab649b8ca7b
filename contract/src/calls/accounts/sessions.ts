import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { EMAIL_CHARS } from '../../wire/constants.ts'
import { GivenPassword, Id, Instant, required } from '../../wire/fields.ts'
import { ROLES } from '../../wire/roles.ts'

export const AccountType = z.union([z.literal(1), z.literal(2)], 'not_allowed')

export const Session = z.object({
  token: z.string(),
  refresh_token: z.string(),
  /** SPKI public key that verifies the token, base64. */
  public_key: z.string(),
  uid: Id,
  role: z.enum(ROLES),
  /** How long the token is valid, in seconds. */
  effect: z.int(),
  /** After how many seconds the client refreshes the token. */
  ref_effect: z.int(),
  first_login: z.enum(['is_first_login', 'not_first_login']),
  user_name: z.string(),
})
export type Session = z.infer<typeof Session>

export const login = call({
  path: '/v1/user/login',
  access: 'public',
  withoutRefresh: true,
  body: body({
    account: required(EMAIL_CHARS),
    password: GivenPassword,
    accountType: AccountType,
    /** Keeps the name and a device token for a day. */
    remember: z.boolean('wrong_type').optional(),
  }),
  data: Session,
  summary: 'Sign in as a user (1) or as an organisation (2)',
})

export const remembered = call({
  path: '/v1/user/remembered',
  access: 'public',
  withoutRefresh: true,
  body: body({ accountType: AccountType }),
  data: z.object({ account: z.string().nullable() }),
  summary: 'Ours: the name that this device remembers for a login type',
})

export const loginRemembered = call({
  path: '/v1/user/loginRemembered',
  access: 'public',
  withoutRefresh: true,
  body: body({ accountType: AccountType }),
  data: Session,
  summary: 'Ours: sign in with the device token of a remembered login',
})

export const forgetRemembered = call({
  path: '/v1/user/forgetRemembered',
  access: 'public',
  withoutRefresh: true,
  body: body({ accountType: AccountType }),
  data: Nothing,
  summary: 'Ours: end the remembered login of this device',
})

export const logout = call({
  path: '/v1/user/logout',
  access: 'signed-in',
  body: body({ uid: Id, token: required(4096) }),
  data: Nothing,
  beforePasswordChange: true,
  summary: 'End this session',
})

export const refreshLogin = call({
  path: '/v1/user/refreshLogin',
  access: 'public',
  body: body({ public_key: required(1024), token: required(4096), refresh_token: required(256) }),
  data: Session,
  beforePasswordChange: true,
  summary: 'Exchange a refresh token, once, for a new pair',
})

export const mySessions = call({
  path: '/v1/user/mySessions',
  access: 'signed-in',
  body: body({}),
  data: z.object({
    sessions: z.array(
      z.object({
        created_at: Instant,
        expires_at: Instant,
        /** null while the session lives. */
        ended_at: Instant.nullable(),
        end_reason: z.enum(['logout', 'replaced', 'revoked', 'reused']).nullable(),
        ip: z.string(),
        user_agent: z.string(),
        /** The session that calls. */
        current: z.boolean(),
      }),
    ),
    remembered: z.array(z.object({ account: z.string(), expires_at: Instant })),
  }),
  summary: 'Ours: the sessions of the last hours and the remembered logins of the account',
})

export const logoutEverywhere = call({
  path: '/v1/user/logoutEverywhere',
  access: 'signed-in',
  body: body({}),
  data: Nothing,
  summary: 'Ours: end the session and every remembered login of the account',
})

export const SESSION_ACTIONS = {
  'session.login': ['登录', 'Sign in'],
  'session.locked': ['多次密码错误，暂停登录', 'Sign-in paused after wrong passwords'],
  'session.refresh': ['续期会话', 'Renew the session'],
  'session.logout': ['退出登录', 'Sign out'],
  'session.logout-everywhere': ['退出所有设备', 'Sign out everywhere'],
} as const
