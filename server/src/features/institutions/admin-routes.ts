import {
  ACCOUNT_STATUS,
  adminActivateInstitution,
  adminAddInstitution,
  adminBanInstitution,
  adminChangeAccountLimit,
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

/** The institutions of the platform, as its administrators manage them. */
export function adminInstitutionRoutes(app: App, ctx: Context): void {
  mount(app, adminListInstitutions, ({ body, language }) =>
    admin.listInstitutions(ctx, body, language),
  )
  mount(app, adminInstitutionDetail, ({ body }) => admin.showForAdmin(ctx, body.oid))
  mount(app, adminOpenDocument, ({ actor, ip, body }) =>
    openDocument(ctx, { actor, ip }, body.document_id),
  )
  mount(app, adminAddInstitution, ({ actor, ip, body, language }) =>
    admin.addInstitution(ctx, { actor, ip, language }, body),
  )
  mount(app, adminBanInstitution, ({ actor, ip, body }) =>
    admin.setInstitutionStatus(ctx, { actor, ip }, body.oid, banned),
  )
  mount(app, adminActivateInstitution, ({ actor, ip, body }) =>
    admin.setInstitutionStatus(ctx, { actor, ip }, body.oid, active),
  )
  mount(app, adminChangeAccountLimit, ({ actor, ip, body }) =>
    admin.changeLimit(ctx, { actor, ip }, body),
  )
  mount(app, adminReviewInstitution, ({ actor, ip, body }) =>
    review.reviewInstitution(ctx, { actor, ip }, body),
  )
  mount(app, adminListReviews, ({ body, language }) => review.listReviews(ctx, body, language))
  mount(app, adminDeleteInstitution, ({ actor, ip, body }) =>
    deletion.deleteInstitution(ctx, { actor, ip }, body),
  )
  mount(app, adminListDeletedInstitutions, ({ body }) => deletion.listDeleted(ctx, body))
  mount(app, adminRestoreInstitution, ({ actor, ip, body }) =>
    deletion.restoreInstitution(ctx, { actor, ip }, body.oid),
  )
}
