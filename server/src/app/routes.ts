import type { Context } from '../context.ts'
import { adminAccountRoutes } from '../features/accounts/admin-routes.ts'
import { ownAccountRoutes } from '../features/accounts/own-routes.ts'
import { accountRoutes } from '../features/accounts/routes.ts'
import { analysisRoutes } from '../features/analyses/routes.ts'
import { archiveRoutes } from '../features/archives/routes.ts'
import { auditRoutes } from '../features/audit/routes.ts'
import { fileRoutes } from '../features/files/routes.ts'
import { adminInstitutionRoutes } from '../features/institutions/admin-routes.ts'
import { institutionRoutes } from '../features/institutions/routes.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { patientRoutes } from '../features/patients/routes.ts'
import { reportRoutes } from '../features/reports/routes.ts'
import { siteRoutes } from '../features/site/routes.ts'
import type { App } from '../http/mount.ts'

/** The features' calls; each feature adds its line here. */
export const ROUTES: readonly ((app: App, ctx: Context) => void)[] = [
  siteRoutes,
  accountRoutes,
  ownAccountRoutes,
  institutionRoutes,
  memberRoutes,
  adminInstitutionRoutes,
  adminAccountRoutes,
  fileRoutes,
  patientRoutes,
  archiveRoutes,
  analysisRoutes,
  reportRoutes,
  auditRoutes,
]
