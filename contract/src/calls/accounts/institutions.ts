import { z } from 'zod'
import { WaitingChange } from './account-changes.ts'
import { accountPage, standing } from './accounts.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { RECORD_YEARS } from '../../wire/constants.ts'
import {
  AreaId,
  Email,
  EmailCode,
  Id,
  Instant,
  page,
  PersonName,
  Phone,
  required,
  Status,
  StatusMap,
} from '../../wire/fields.ts'
import { ADMINISTRATORS, CLINICIANS } from '../../wire/roles.ts'
import { institutionNames } from './sign-up.ts'
import { Member } from './members.ts'

export const Institution = z.object({
  oid: Id,
  id: Id,
  name: z.string(),
  short_name: z.string(),
  shortName: z.string(),
  describes: z.string(),
  contact: z.string(),
  phone: z.string(),
  /** The address its main account logs in with. */
  email: z.string(),
  /** A signed address of the picture, or null. */
  logo: z.string().nullable(),
  area_id: z.array(z.string()),
  areaId: z.array(z.string()),
  address: z.string(),
  account_limit: z.int(),
  /** The analysis of a saved sitting starts at once. */
  auto_analyse: z.boolean(),
  /** Administrators of the platform see its photographs in the datasets, without any identity. */
  share_images: z.boolean(),
  /** Whoever signs a report enters the password again. */
  sign_password: z.boolean(),
  /** Its accounts sign in with a second factor. */
  require_factor: z.boolean(),
  /** How many years after the last visit a deleted patient may be erased; null: never. */
  erasure_years: z.int().nullable(),
  status: Status,
  join_time: Instant,
  /** 1 signed up, 2 added by an administrator. */
  join_type: z.union([z.literal(1), z.literal(2)]),
  /** 0 pending, 1 approved, 2 refused. */
  review_status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  review_msg: z.string(),
  review_time: Instant.nullable(),
  created_at: Instant,
})
export type Institution = z.infer<typeof Institution>

export const MainAccount = z.object({
  aid: Id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  ...standing,
  /** Asked for by others, and not in effect yet. */
  changes: z.array(WaitingChange),
})
export type MainAccount = z.infer<typeof MainAccount>

export const institutionInfo = call({
  path: '/v1/organization/info',
  access: CLINICIANS,
  body: body({ uid: Id }),
  data: Institution,
  summary: 'The institution of the account that calls',
})

export const institutionDetail = call({
  path: '/v1/organization/detail',
  access: CLINICIANS,
  body: body({ oid: Id }),
  data: Institution,
  summary: 'The institution of the account that calls, by its id',
})

export const institutionStorage = call({
  path: '/v1/organization/storage',
  access: ['3'],
  body: body({}),
  data: z.object({
    /** Megabytes of its photographs, which count against the limit. */
    stored_mb: z.int(),
    /** Those of them that are of deleted patients and deleted sittings. */
    deleted_mb: z.int(),
    /** null: no limit. */
    storage_limit_mb: z.int().nullable(),
  }),
  summary: 'Ours: how much the own institution keeps of photographs, and how much of it is deleted',
})

/** What an institution decides itself: what administrators see of it, how its people sign in, and what it erases. */
export const OWN_SETTINGS = ['share_images', 'require_factor', 'erasure_years'] as const

export const setInstitutionInfo = call({
  path: '/v1/organization/setInfo',
  access: [...ADMINISTRATORS, '3'],
  body: body({
    oid: Id,
    ...institutionNames,
    contact: PersonName,
    phone: Phone,
    areaId: AreaId,
    address: required(128),
    /** The key of an uploaded picture. The old one stays where it is missing. */
    logo: required(300).optional(),
    /** The old value stays where it is missing. */
    auto_analyse: z.boolean('wrong_type').optional(),
    /** Only a main account may change it. The old value stays where it is missing. */
    share_images: z.boolean('wrong_type').optional(),
    sign_password: z.boolean('wrong_type').optional(),
    /** Only a main account may change it. */
    require_factor: z.boolean('wrong_type').optional(),
    /** Only a main account may change it. */
    erasure_years: z
      .int('wrong_type')
      .min(RECORD_YEARS, 'out_of_range')
      .max(100, 'out_of_range')
      .nullable()
      .optional(),
  }),
  data: z.object({ logo_path: z.string().nullable() }),
  summary: 'Change an institution. A main account may change its own, an administrator any',
})

export const sendInstitutionEmail = call({
  path: '/v1/organization/sendChangeEmail',
  access: ['3'],
  body: body({ email: Email, oid: Id }),
  data: Nothing,
  summary: 'Mail a code to the new address of the institution and its main account',
})

export const setInstitutionEmail = call({
  path: '/v1/organization/setEmail',
  access: ['3'],
  body: body({ email: Email, oid: Id, code: EmailCode }),
  data: Nothing,
  summary:
    'Change the address of the institution and its main account. The old address gets a mail',
})

export const accountInfo = call({
  path: '/v1/organization/accountInfo',
  access: [...ADMINISTRATORS, '3'],
  body: body({ oid: Id, ...page }),
  data: accountPage(Member).extend({
    org_status_map: StatusMap,
    account_limit: z.int(),
    main_account: MainAccount,
  }),
  summary: 'The main account of an institution, its sub-accounts and their limit',
})

export const INSTITUTION_ACTIONS = {
  'institution.sign-up': ['机构申请入驻', 'Apply as an institution'],
  'institution.change': ['修改机构信息', 'Change an institution'],
} as const
