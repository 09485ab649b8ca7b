import { z } from 'zod'
import { AdmissionDocument, GivenDocuments, KeptDocuments } from './documents.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  AreaId,
  Email,
  EmailCode,
  GivenPassword,
  NewPassword,
  PersonName,
  Phone,
  required,
  Username,
} from '../../wire/fields.ts'

/** A first password is typed twice. */
const chosen = { password1: NewPassword, password2: GivenPassword }

/** Names of an institution. */
export const institutionNames = {
  name: required(128),
  shortName: required(64),
  describes: required(200),
}

export const sendSignUpEmail = call({
  path: '/v1/user/sendSignUpEmail',
  access: 'public',
  body: body({ email: Email }),
  data: Nothing,
  messageList: true,
  summary: 'Mail a code to sign up as a trial user. The answer is the same for a known address',
})

export const registerUser = call({
  path: '/v1/user/registerEA',
  adds: true,
  access: 'public',
  body: body({ email: Email, userName: Username, code: EmailCode, ...chosen }),
  data: Nothing,
  summary: 'Sign up as a trial user (role 5)',
})

export const sendOrganizationSignUpEmail = call({
  path: '/v1/organization/sendSignUpEmail',
  access: 'public',
  body: body({ email: Email }),
  data: Nothing,
  messageList: true,
  summary: 'Mail a code to sign up as an institution. The answer is the same for a known address',
})

export const registerOrganization = call({
  path: '/v1/organization/registerOA',
  adds: true,
  access: 'public',
  body: body({
    ...institutionNames,
    contactName: PersonName,
    contactPhone: Phone,
    areaId: AreaId,
    address: required(128),
    email: Email,
    code: EmailCode,
    ...chosen,
    /** Files that were uploaded for the same address. */
    documents: GivenDocuments.optional(),
    /** Ours: documents of the refused sign-up of this address that are not sent again. */
    kept_documents: KeptDocuments.optional(),
  }),
  data: Nothing,
  summary: 'Sign up as an institution. Its main account may log in after the approval',
})

/** `data` of the login of an account whose sign-up was refused, once its password was right: what the next one may begin with. */
export const RefusedApplication = z.object({
  application: z.object({
    name: z.string(),
    shortName: z.string(),
    describes: z.string(),
    contactName: z.string(),
    contactPhone: z.string(),
    areaId: z.array(z.string()),
    address: z.string(),
    email: z.string(),
  }),
  review_msg: z.string(),
  /** Those that are kept still. */
  documents: z.array(AdmissionDocument),
})
export type RefusedApplication = z.infer<typeof RefusedApplication>

export const SIGN_UP_ACTIONS = {
  'account.sign-up': ['注册账号', 'Register an account'],
} as const
