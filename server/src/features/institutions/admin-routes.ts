import {
  ACCOUNT_STATUS,
  adminActivateInstitution,
  adminAddInstitution,
  adminBanInstitution,
  adminChangeAccountLimit,
  adminChangeQuota,
  adminDeleteInstitution,
  adminInstitutionDetail,
  adminListDeletedInstitutions,
  adminListInstitutions,
  adminListReviews,
  adminOpenDocument,
  adminRestoreInstitution,
  adminReviewInstitution,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as admin from './administer.ts'
import * as deletion from './deletion.ts'
import { openDocument } from './documents.ts'
import * as review from './review.ts'

const { active, banned } = ACCOUNT_STATUS

/** Administrators manage the institutions of the platform with these calls. */
export function adminInstitutionRoutes(app: App, ctx: Context): void {
  mount(app, adminListInstitutions, ({ caller, body }) =>
    admin.listInstitutions(ctx, body, caller.language),
  )
  mount(app, adminInstitutionDetail, ({ body }) => admin.showForAdmin(ctx, body.oid))
  mount(app, adminOpenDocument, ({ caller, body }) => openDocument(ctx, caller, body.document_id))
  mount(app, adminAddInstitution, ({ caller, body }) => admin.addInstitution(ctx, caller, body))
  mount(app, adminBanInstitution, ({ caller, body }) =>
    admin.setInstitutionStatus(ctx, caller, body.oid, banned),
  )
  mount(app, adminActivateInstitution, ({ caller, body }) =>
    admin.setInstitutionStatus(ctx, caller, body.oid, active),
  )
  mount(app, adminChangeAccountLimit, ({ caller, body }) => admin.changeLimit(ctx, caller, body))
  mount(app, adminChangeQuota, ({ caller, body }) => admin.changeQuota(ctx, caller, body))
  mount(app, adminReviewInstitution, ({ caller, body }) =>
    review.reviewInstitution(ctx, caller, body),
  )
  mount(app, adminListReviews, ({ caller, body }) => review.listReviews(ctx, body, caller.language))
  mount(app, adminDeleteInstitution, ({ caller, body }) =>
    deletion.deleteInstitution(ctx, caller, body),
  )
  mount(app, adminListDeletedInstitutions, ({ body }) => deletion.listDeleted(ctx, body))
  mount(app, adminRestoreInstitution, ({ caller, body }) =>
    deletion.restoreInstitution(ctx, caller, body.oid),
  )
}
