import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { GivenPassword, Instant, required } from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'
import { FactorCode, Ticket } from './second-factor.ts'
import { Session } from './sessions.ts'

/** The page that a provider of identity sends browsers back to, below the address of this program. */
export const SSO_CALLBACK = '/sso'

/** The address of a page, never of a script. */
const ProviderPage = z.object({ url: z.string().startsWith('https://') })

/** What the provider added to the address of our page, as it came. */
const answer = {
  state: required(128),
  code: required(4096).optional(),
  iss: required(512).optional(),
  /** The word of the provider for a refusal, such as `access_denied`. */
  error: required(128).optional(),
}

/** The password, and a code where the account has a second factor. */
const again = { password: GivenPassword, code: FactorCode.optional() }

/** The issuer of a provider, as its configuration document names it. */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash, pathname } = new URL(text)
  const bare = username === '' && password === '' && search === '' && hash === ''
  return protocol === 'https:' && bare && !pathname.includes('/.well-known/')
}
const Issuer = required(256).refine((value) => value === '' || isIssuer(value), 'issuer_format')

export const beginSsoLogin = call({
  path: '/v1/user/login/ssoBegin',
  access: 'public',
  withoutRefresh: true,
  body: body({
    /** What the institution calls its sign-in code. */
    sign_in_code: required(32),
  }),
  data: ProviderPage,
  summary: 'Ours: the page of the provider where a member of the institution signs in',
})

export const linkSsoLogin = call({
  path: '/v1/user/login/ssoLink',
  access: 'public',
  withoutRefresh: true,
  body: body({ ticket: Ticket }),
  data: ProviderPage,
  summary:
    'Ours: the page of the provider, where a sign-in by password must be linked to an account there',
})

export const finishSsoLogin = call({
  path: '/v1/user/login/ssoFinish',
  access: 'public',
  withoutRefresh: true,
  body: body(answer),
  data: Session,
  summary: 'Ours: sign in by the answer of the provider, in the browser that went there',
})

export const mySso = call({
  path: '/v1/user/sso/info',
  access: CLINICIANS,
  body: body({}),
  data: z.object({
    /** The name of the provider; null where the institution has none, or has it off. */
    provider: z.string().nullable(),
    linked_at: Instant.nullable(),
    /** The account must sign in by the provider. */
    required: z.boolean(),
  }),
  summary: 'Ours: the link of the account that calls to the provider of its institution',
})

export const beginSsoLink = call({
  path: '/v1/user/sso/begin',
  access: CLINICIANS,
  body: body(again),
  data: ProviderPage,
  summary: 'Ours: the page of the provider, to link the account that calls',
})

export const finishSsoLink = call({
  path: '/v1/user/sso/finish',
  access: CLINICIANS,
  body: body(answer),
  data: Nothing,
  summary: 'Ours: link the account that calls by the answer of the provider',
})

export const removeSsoLink = call({
  path: '/v1/user/sso/remove',
  access: CLINICIANS,
  body: body(again),
  data: Nothing,
  summary: 'Ours: take back the link of the account that calls',
})

const provider = {
  /** As members know it, such as the name of the hospital's portal. */
  name: required(40),
  issuer: Issuer,
  client_id: required(256),
  enabled: z.boolean('wrong_type'),
  /** Members sign in by it alone. The main account never has to. */
  required: z.boolean('wrong_type'),
  /** The provider proves the person anew at every sign-in: several share a computer. */
  fresh: z.boolean('wrong_type'),
}

/** Never with the secret. */
export const SsoProvider = z.object({
  ...provider,
  /** Members give it at the sign-in, or open its link. It names the institution to nobody else. */
  sign_in_code: z.string(),
  sign_in_url: z.string(),
})
export type SsoProvider = z.infer<typeof SsoProvider>

export const ssoProvider = call({
  path: '/v1/organization/sso/info',
  access: ['3'],
  body: body({}),
  data: z.object({
    provider: SsoProvider.nullable(),
    /** To be entered at the provider. */
    redirect_uri: z.string(),
  }),
  summary: 'Ours: the provider that members of the institution sign in by',
})

export const setSsoProvider = call({
  path: '/v1/organization/sso/set',
  access: ['3'],
  body: body({
    ...provider,
    /** The old one stays where it is missing; another issuer needs its own. */
    client_secret: required(512).optional(),
    /** Of the account that calls, and a code where it has a second factor. */
    ...again,
  }),
  data: Nothing,
  summary: 'Ours: set the provider that members of the institution sign in by',
})

export const testSsoProvider = call({
  path: '/v1/organization/sso/test',
  access: ['3'],
  body: body({ issuer: Issuer }),
  data: z.object({
    /** What is wrong, in words; null where the provider can be used. */
    fault: z.string().nullable(),
  }),
  summary: 'Ours: read the configuration and the keys of a provider, and say what is wrong',
})

export const SSO_ACTIONS = {
  'sso.link': ['绑定单点登录账号', 'Link an account to single sign-on'],
  'sso.unlink': ['解除单点登录绑定', 'Unlink an account from single sign-on'],
  'sso.set': ['修改单点登录设置', 'Change the single sign-on settings'],
} as const
