import {
  adminInstitutionDetail,
  adminListDeletedInstitutions,
  adminListInstitutions,
  adminListReviews,
  institutionInfo,
  institutionStorage,
  getReadingRules,
  getStepRules,
  myInfo,
  ssoProvider,
  type DataOf,
  type Institution,
  type REVIEW_TAGS,
} from '@mingmou/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

const MINUTE_MS = 60_000

export const institutionQueries = {
  ofCaller: (uid: string) => callQuery(institutionInfo, { uid }),
  detail: (oid: string) => callQuery(adminInstitutionDetail, { oid }),
  storage: () => callQuery(institutionStorage, {}),
  readingRules: () => callQuery(getReadingRules, {}),
  stepRules: () => callQuery(getStepRules, {}),
  sso: () => callQuery(ssoProvider, {}),
  pending: () => ({
    ...callQuery(adminListReviews, { review_status_tag: 'pending', size: 1 }),
    // An event reports a new sign-up; this is for one that was missed.
    refetchInterval: MINUTE_MS,
  }),
  deleted: (page: number) => ({
    ...callQuery(adminListDeletedInstitutions, { page }),
    placeholderData: keepPreviousData,
  }),
}

type Rows<Answer> = Omit<Answer, 'organizations'> & { rows: Institution[] }
export type InstitutionPage = Rows<DataOf<typeof adminListInstitutions>>
export type ReviewPage = Rows<DataOf<typeof adminListReviews>>
export type DeletedInstitution = DataOf<
  typeof adminListDeletedInstitutions
>['organizations'][number]

const STATUSES = [1, 2] as const
const oneOf = <Value extends number>(values: readonly Value[], word: string | undefined) =>
  values.find((value) => String(value) === word)

export const institutionList = listOf(
  adminListInstitutions,
  ({ words: { area_id, status, ...words }, page }) => ({
    ...words,
    ...page,
    area_id: area_id?.split(','),
    status: oneOf(STATUSES, status),
  }),
  ({ organizations, ...answer }): InstitutionPage => ({ ...answer, rows: organizations }),
)

export const reviewList = (review_status_tag: (typeof REVIEW_TAGS)[number]) =>
  listOf(
    adminListReviews,
    ({ words: { review_status, ...words }, page }) => ({
      ...words,
      ...page,
      review_status: oneOf(STATUSES, review_status),
      review_status_tag,
    }),
    ({ organizations, ...answer }): ReviewPage => ({ ...answer, rows: organizations }),
  )

export const stepRulesChanged = () => changed(getStepRules, myInfo)
export const ssoChanged = () => changed(ssoProvider)

export const institutionsChanged = () =>
  changed(
    institutionInfo,
    adminInstitutionDetail,
    adminListInstitutions,
    adminListReviews,
    adminListDeletedInstitutions,
  )
