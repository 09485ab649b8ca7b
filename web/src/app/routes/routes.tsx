import { ADMINISTRATORS, CLINICIANS, ROLES, type ModalityKey } from '@mingmou/contract'
import { redirect, type RouteObject } from 'react-router'
import { inTime } from '../../lib/places/in-time.ts'
import { readSession } from '../../lib/session/session.ts'
import { ErrorPage } from '../error-page.tsx'
import { guardPage } from './guard-page.ts'
import { page, pageOfOne, plainPage, type PageModule } from './page.ts'
import { datasetPage, reportPage } from './kind-pages.tsx'
import { mainAccountPages } from './main-account-pages.ts'
import { landingPath } from '../shell/menu.ts'
import { openShell } from '../shell/open-shell.ts'
import { DATABASE_PATHS, PATHS, REPORT_PATHS } from '../../paths.ts'
import { Root } from '../root.tsx'
import { Starting } from '../starting.tsx'

const moved = (path: string, to: () => string): RouteObject => ({
  path,
  loader: () => redirect(to()),
})

const ENTRIES = Object.entries(REPORT_PATHS) as [ModalityKey, string][]

/** A page that asks the server, with the cache of answers around it where the shell is not. */
const asking = (load: () => Promise<PageModule>) => async (): Promise<PageModule> => {
  const [{ Component }, { Answers }] = await Promise.all([load(), import('../pages/answers.tsx')])
  return {
    Component: () => (
      <Answers>
        <Component />
      </Answers>
    ),
  }
}

const landing = () => landingPath(readSession()?.role ?? '')
const isAdministrator = () => ADMINISTRATORS.some((role) => role === readSession()?.role)

const publicPages: RouteObject[] = [
  plainPage(PATHS.home, 'home', 'public', () => import('../../features/site/home-page.tsx'), [
    'site',
  ]),
  plainPage(
    PATHS.projectOverview,
    'projectOverview',
    'public',
    () => import('../../features/site/overview-page.tsx'),
    ['overview'],
  ),
  moved(PATHS.newsCenter, () => PATHS.newsList),
  plainPage(
    PATHS.newsList,
    'news',
    'public',
    asking(() => import('../../features/news/news-list-page.tsx')),
    ['news'],
  ),
  plainPage(
    PATHS.newsTabs,
    'news',
    'public',
    asking(() => import('../../features/news/news-tabs-page.tsx')),
    ['news'],
  ),
  plainPage(
    PATHS.questionnaire,
    'questionnaire',
    'public',
    () => import('../../features/questionnaire/questionnaire-page.tsx'),
    ['questionnaire'],
  ),
  page(
    PATHS.feedback,
    'feedback',
    'public',
    () => import('../../features/feedback/feedback-page.tsx'),
    ['feedback'],
  ),
  plainPage(
    PATHS.admission,
    'admission',
    'public',
    () => import('../../features/institutions/admission-page.tsx'),
    ['institutions'],
  ),
  plainPage(
    PATHS.privacy,
    'privacy',
    'public',
    () => import('../../features/site/privacy-page.tsx'),
    ['privacy'],
  ),
  page(
    PATHS.functionalTest,
    'functionalTest',
    ['5'],
    () => import('../../features/trial/list-page.tsx'),
    ['trial', 'findings', 'viewer'],
  ),
  page(PATHS.login, 'login', 'public', () => import('../../features/sessions/login-page.tsx'), [
    'sessions',
    'second-factor',
    'site',
  ]),
  page(PATHS.sso, 'login', 'public', () => import('../../features/sessions/sso-page.tsx'), [
    'sessions',
    'second-factor',
    'site',
  ]),
  plainPage(
    PATHS.notFound,
    'notFound',
    'public',
    () => import('../../features/site/not-found-page.tsx'),
  ),
]

const reportPages: RouteObject[] = [
  ...ENTRIES.map(([key, path]) =>
    page(path, `kinds:${key}.report`, 'public', () => reportPage(key), [
      'reports',
      'findings',
      'viewer',
    ]),
  ),
  page(
    PATHS.reportVerify,
    'reportVerify',
    'public',
    () => import('../../features/reports/verify-page.tsx'),
    ['reports'],
  ),
  page(PATHS.letter, 'letter', 'public', () => import('../../features/letters/letter-page.tsx'), [
    'letters',
  ]),
  page(
    PATHS.reportTest,
    'reportTest',
    ['5'],
    () => import('../../features/trial/report-page.tsx'),
    ['trial', 'findings', 'viewer'],
  ),
]

const appPages: RouteObject[] = [
  {
    path: PATHS.app,
    loader: () => guardPage(PATHS.app, 'signed-in') ?? redirect(landing()),
  },
  page(
    PATHS.worklist,
    'worklist',
    CLINICIANS,
    () => import('../../features/worklist/worklist-page.tsx'),
    ['worklist', 'findings'],
  ),
  page(
    PATHS.readings,
    'readings',
    CLINICIANS,
    () => import('../../features/readings/readings-page.tsx'),
    ['readings'],
  ),
  page(
    PATHS.reading,
    'reading',
    CLINICIANS,
    () => import('../../features/readings/reading-page.tsx'),
    ['readings'],
  ),
  ...[PATHS.batch, PATHS.received].map((path) =>
    page(path, 'inbox', CLINICIANS, () => import('../../features/archives/inbox/page.tsx'), [
      'batch',
      'archives',
      'patients',
    ]),
  ),
  page(
    PATHS.patients,
    'patients',
    CLINICIANS,
    () => import('../../features/patients/list-page.tsx'),
    ['patients', 'findings'],
  ),
  page(
    PATHS.patientDetail,
    'patientDetail',
    CLINICIANS,
    () => import('../pages/patient-detail.tsx'),
    [
      'patients',
      'dm-conditions',
      'complications',
      'eye-exams',
      'archives',
      'orders',
      'trends',
      'findings',
    ],
  ),
  page(PATHS.orders, 'orders', CLINICIANS, () => import('../../features/orders/orders-page.tsx'), [
    'orders',
  ]),
  page(
    PATHS.orderSlip,
    'orderSlip',
    CLINICIANS,
    () => import('../../features/orders/slip-page.tsx'),
    ['orders'],
  ),
  page(
    PATHS.reports,
    'reports',
    CLINICIANS,
    () => import('../../features/reports/report-list-page.tsx'),
    ['reports', 'findings'],
  ),
  page(PATHS.recall, 'recall', CLINICIANS, () => import('../../features/recall/recall-page.tsx'), [
    'recall',
    'findings',
  ]),
  page(
    PATHS.referrals,
    'referrals',
    CLINICIANS,
    () => import('../../features/recall/referrals-page.tsx'),
    ['recall', 'findings'],
  ),
  page(
    PATHS.patientImports,
    'patientImports',
    CLINICIANS,
    () => import('../../features/patient-imports/imports-page.tsx'),
    ['patient-imports'],
  ),
  page(
    PATHS.erasure,
    'erasure',
    CLINICIANS,
    () => import('../../features/patients/erasure-page.tsx'),
    ['patients'],
  ),
  moved(PATHS.organization, () =>
    isAdministrator() ? PATHS.organizationList : PATHS.organizationInfo,
  ),
  page(
    PATHS.organizationInfo,
    'organizationInfo',
    CLINICIANS,
    () => import('../../features/institutions/info-page.tsx'),
    ['institutions', 'second-factor', 'findings'],
  ),
  ...mainAccountPages,
  page(
    PATHS.organizationList,
    'organizationList',
    ADMINISTRATORS,
    () => import('../../features/institutions/list-page.tsx'),
    ['institutions'],
  ),
  pageOfOne(
    PATHS.organizationList,
    PATHS.organizationListAccounts,
    'organizationListAccounts',
    ADMINISTRATORS,
    () => import('../../features/admin-accounts/institution-accounts-page.tsx'),
    ['admin-accounts'],
  ),
  page(
    PATHS.organizationReview,
    'organizationReview',
    ADMINISTRATORS,
    () => import('../../features/institutions/process-page.tsx'),
    ['institutions'],
  ),
  moved(PATHS.system, () => PATHS.adminAccounts),
  page(
    PATHS.adminAccounts,
    'adminAccounts',
    ADMINISTRATORS,
    () => import('../../features/admin-accounts/admins-page.tsx'),
    ['admin-accounts'],
  ),
  page(
    PATHS.myAccount,
    'myAccount',
    ROLES,
    () => import('../../features/my-account/my-account-page.tsx'),
    ['my-account', 'second-factor'],
  ),
  page(
    PATHS.updatePassword,
    'updatePassword',
    ROLES,
    () => import('../../features/my-account/update-password-page.tsx'),
    ['my-account'],
  ),
  page(PATHS.audit, 'audit', ['1', '2', '3'], () => import('../../features/audit/audit-page.tsx'), [
    'audit',
  ]),
  page(
    PATHS.manageFeedback,
    'manageFeedback',
    ADMINISTRATORS,
    () => import('../../features/feedback/manage-page.tsx'),
    ['feedback'],
  ),
  moved(PATHS.experience, () => PATHS.experienceAccounts),
  page(
    PATHS.experienceAccounts,
    'experienceAccounts',
    ADMINISTRATORS,
    () => import('../../features/admin-accounts/trial-page.tsx'),
    ['admin-accounts'],
  ),
  page(PATHS.diagnosis, 'diagnosis', CLINICIANS, () => import('../pages/workspace.tsx'), [
    'analyses',
    'findings',
    'viewer',
    'archives',
    'worklist',
  ]),
  page(
    PATHS.comparison,
    'comparison',
    CLINICIANS,
    () => import('../../features/comparisons/comparison-page.tsx'),
    ['comparisons', 'findings', 'viewer'],
  ),
  page(
    PATHS.experienceDiagnosis,
    'experienceDiagnosis',
    ['5'],
    () => import('../../features/trial/upload-page.tsx'),
    ['trial', 'findings', 'viewer'],
  ),
  moved(PATHS.database, () => Object.values(DATABASE_PATHS)[0] ?? PATHS.app),
  ...(Object.entries(DATABASE_PATHS) as [ModalityKey, string][]).map(([key, path]) =>
    page(path, `kinds:${key}.dataset`, ['1', '2', '3', '4'], () => datasetPage(key), [
      'datasets',
      'findings',
      'confirm',
    ]),
  ),
  page(
    PATHS.manageNews,
    'manageNews',
    ADMINISTRATORS,
    () => import('../../features/news/manage-page.tsx'),
    ['news'],
  ),
  page(
    PATHS.manageQuestionnaire,
    'manageQuestionnaire',
    ADMINISTRATORS,
    () => import('../../features/questionnaire/admin-page.tsx'),
    ['questionnaire-admin', 'questionnaire'],
  ),
  page(PATHS.undeveloped, 'undeveloped', ROLES),
]

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Starting />,
    children: [
      {
        lazy: async () => ({
          Component: (await inTime(import('../../features/site/main-layout.tsx'))).MainLayout,
        }),
        errorElement: <ErrorPage />,
        children: publicPages,
      },
      {
        lazy: async () => {
          const [{ AppLayout }] = await inTime(
            Promise.all([import('../shell/layout.tsx'), openShell()]),
          )
          return { Component: AppLayout }
        },
        errorElement: <ErrorPage />,
        children: appPages,
      },
      ...reportPages,
      moved('*', () => PATHS.notFound),
    ],
  },
]

const BUILT = new Set(
  [...publicPages, ...reportPages, ...appPages]
    .filter(({ handle }) => (handle as { isBuilt?: boolean } | undefined)?.isBuilt)
    .map(({ path }) => path),
)
/** False where the page is under maintenance. */
export const isBuilt = (path: string) => BUILT.has(path)
