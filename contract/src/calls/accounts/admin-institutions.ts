import { z } from 'zod'
import { AdmissionDocument } from './documents.ts'
import { NewStatus } from './accounts.ts'
import { body, call } from '../../wire/call.ts'
import { DELETION_HOLD_DAYS, EMAIL_CHARS, MAX_ACCOUNT_LIMIT } from '../../wire/constants.ts'
import {
  AreaFilter,
  AreaId,
  Email,
  filter,
  Id,
  Instant,
  page,
  PastDate,
  PersonName,
  Phone,
  required,
  StatusFilter,
  StatusMap,
  total,
} from '../../wire/fields.ts'
import { Institution, MainAccount } from './institutions.ts'
import { ADMINISTRATORS } from '../../wire/roles.ts'

const oid = { oid: Id }
const byOid = body(oid)
const institutionPage = <Row extends z.ZodType>(row: Row) =>
  z.object({ organizations: z.array(row), ...total })
/** The filters of institutions. Each may be empty. */
const search = {
  name: filter(128),
  email: filter(EMAIL_CHARS),
  phone: filter(32),
  contact: filter(40),
}

/** null: no limit. */
const Quota = {
  storage_limit_mb: z
    .int('wrong_type')
    .min(1, 'out_of_range')
    .max(1_000_000_000, 'out_of_range')
    .nullable(),
  waiting_limit: z.int('wrong_type').min(1, 'out_of_range').max(100_000, 'out_of_range').nullable(),
}

export const adminListInstitutions = call({
  path: '/admin/organization/listByInfo',
  access: ADMINISTRATORS,
  body: body({ ...page, ...search, area_id: AreaFilter, status: StatusFilter }),
  data: institutionPage(Institution).extend({ org_status_map: StatusMap }),
  summary: 'Admitted institutions, newest first',
})

export const adminAddInstitution = call({
  path: '/admin/organization/add',
  adds: true,
  access: ADMINISTRATORS,
  body: body({
    name: required(128),
    area_id: AreaId,
    phone: Phone,
    short_name: required(64),
    describes: required(200),
    address: required(128),
    email: Email,
    contact: PersonName,
    /** A day; today where it is missing. */
    join_time: PastDate.optional(),
  }),
  data: z.object(oid),
  summary:
    'Add an institution, admitted at once; its main account gets its initial password by mail',
})

export const adminInstitutionDetail = call({
  path: '/admin/organization/detail',
  access: ADMINISTRATORS,
  body: byOid,
  data: Institution.extend({
    main_account: MainAccount,
    /** How much of the limit is used. */
    member_count: z.int(),
    /** Programs of the institution that may call. What they do is behind its wall. */
    client_count: z.int(),
    ...Quota,
    /** Megabytes of its photographs. */
    stored_mb: z.int(),
    /** The documents of its sign-up. */
    documents: z.array(AdmissionDocument),
  }),
  summary: 'An institution, whatever its review said, with its main account',
})

export const adminBanInstitution = call({
  path: '/admin/organization/ban',
  access: ADMINISTRATORS,
  body: byOid,
  data: NewStatus,
  summary: 'Disable an institution: every session of its accounts ends at once',
})

export const adminActivateInstitution = call({
  path: '/admin/organization/active',
  access: ADMINISTRATORS,
  body: byOid,
  data: NewStatus,
  summary: 'Enable an institution again. Accounts that were disabled one by one stay disabled',
})

export const adminDeleteInstitution = call({
  path: '/admin/organization/del',
  access: ADMINISTRATORS,
  body: body({
    ...oid,
    /** The name of the institution, typed again. The page always sends it. A wrong name is refused. */
    name: required(128).optional(),
  }),
  data: z.object({ final_at: Instant }),
  summary: `Delete an institution: its accounts at once, patients, images and reports after ${DELETION_HOLD_DAYS} days`,
})

export const adminListDeletedInstitutions = call({
  path: '/admin/organization/deletedList',
  access: ['1'],
  body: body(page),
  data: institutionPage(
    Institution.pick({
      oid: true,
      name: true,
      short_name: true,
      contact: true,
      phone: true,
      email: true,
    }).extend({
      deleted_at: Instant,
      /** The institution cannot be restored after this time. */
      final_at: Instant,
    }),
  ),
  summary: 'Ours: deleted institutions that can be restored, last deleted first',
})

export const adminRestoreInstitution = call({
  path: '/admin/organization/undoDel',
  access: ['1'],
  body: byOid,
  data: z.object({
    /** Members that stay deleted, because somebody else has their name or address now. */
    members_left: z.int(),
  }),
  summary: 'Ours: restore a deleted institution with the accounts that were deleted with it',
})

export const adminChangeAccountLimit = call({
  path: '/admin/organization/changeAccLimit',
  access: ADMINISTRATORS,
  body: body({
    ...oid,
    account_limit: z
      .int('wrong_type')
      .min(0, 'out_of_range')
      .max(MAX_ACCOUNT_LIMIT, 'out_of_range'),
  }),
  data: z.object({ account_limit: z.int() }),
  summary: 'Change how many sub-accounts an institution may have, not below those it has',
})

export const adminChangeQuota = call({
  path: '/admin/organization/changeQuota',
  access: ADMINISTRATORS,
  body: body({ ...oid, ...Quota }),
  data: z.object(Quota),
  summary:
    'Ours: change how much an institution may keep of photographs, and how many analyses may wait',
})

export const adminReviewInstitution = call({
  path: '/admin/organization/review',
  access: ADMINISTRATORS,
  body: body({
    ...oid,
    /** 1 approve, 2 refuse. */
    review_status: z.union([z.literal(1), z.literal(2)], 'not_allowed'),
    /** Mailed to the institution; a refusal needs one. */
    review_msg: required(200).optional(),
  }).refine((given) => given.review_status === 1 || given.review_msg !== undefined, {
    path: ['review_msg'],
    message: 'required',
  }),
  data: z.object({ review_status: z.union([z.literal(1), z.literal(2)]), review_time: Instant }),
  summary: 'Approve or refuse a sign-up, once; the institution gets the result by mail',
})

export const REVIEW_TAGS = ['pending', 'checked'] as const

export const adminListReviews = call({
  path: '/admin/organization/auditListByInfo',
  access: ADMINISTRATORS,
  body: body({
    ...page,
    ...search,
    review_status: z
      .union([z.literal(0), z.literal(1), z.literal(2), z.literal('')], 'not_allowed')
      .optional(),
    review_status_tag: z.enum([...REVIEW_TAGS, ''], 'not_allowed').optional(),
  }),
  data: institutionPage(Institution).extend({
    reviewStatusMap: StatusMap,
    /** Counts of all sign-ups, without the filters. */
    pending_count: z.int(),
    checked_count: z.int(),
  }),
  summary: 'Sign-ups of institutions, newest first, by the time of their review or of the sign-up',
})

export const ADMIN_INSTITUTION_ACTIONS = {
  'institution.change-quota': ['修改存储与排队上限', 'Change the storage and queue limits'],
  'institution.change-limit': ['修改子账号上限', 'Change the sub-account limit'],
  'institution.add': ['新增机构', 'Add an institution'],
  'institution.approve': ['通过入驻审核', 'Approve an application'],
  'institution.refuse': ['拒绝入驻申请', 'Refuse an application'],
} as const

export const INSTITUTION_STATE_ACTIONS = {
  'institution.ban': ['禁用机构', 'Disable an institution'],
  'institution.activate': ['启用机构', 'Enable an institution'],
  'institution.delete': ['删除机构', 'Delete an institution'],
  'institution.restore': ['恢复机构', 'Restore an institution'],
  'institution.purge': ['清除已删除机构的数据', 'Remove the data of a deleted institution'],
} as const
