import {
  OWN_SETTINGS,
  type accountInfo,
  type BodyOf,
  type DataOf,
  type Institution,
  type MainAccount,
  type setInstitutionInfo,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { audit, target } from '../audit/service.ts'
import { takePicture } from '../files/picture.ts'
import { toWaiting } from '../accounts/open-changes.ts'
import { statusMap } from '../accounts/status-map.ts'
import { membersOf } from '../members/service.ts'
import { findMain, type MemberRow } from '../members/main-account.ts'
import { areaExists } from '../site/areas.ts'
import {
  findInstitution,
  findLogo,
  lockInstitution,
  updateInstitution,
  type InstitutionRow,
} from './queries.ts'

const LOGO_PX = 512

/** Every field is named: a new column stays private until it stands here. */
export async function toInstitution(ctx: Context, row: InstitutionRow): Promise<Institution> {
  return {
    oid: row.oid,
    id: row.oid,
    name: row.name,
    short_name: row.short_name,
    shortName: row.short_name,
    describes: row.describes,
    contact: row.contact,
    phone: row.phone,
    email: row.email,
    logo: row.logo === null ? null : await ctx.files.signedUrl(row.logo),
    area_id: row.area_id,
    areaId: row.area_id,
    address: row.address,
    account_limit: row.account_limit,
    auto_analyse: row.auto_analyse,
    share_images: row.share_images,
    sign_password: row.sign_password,
    require_factor: row.require_factor,
    erasure_years: row.erasure_years,
    status: row.status,
    join_time: row.join_time.toISOString(),
    join_type: row.join_type,
    review_status: row.review_status,
    review_msg: row.review_msg,
    review_time: row.review_time?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** Held until the transaction ends: changes of an institution take turns. */
export async function holdInstitution(trx: Trx, oid: string): Promise<InstitutionRow> {
  const row = await lockInstitution(trx, oid)
  if (row === undefined) throw notFound()
  return row
}

/** A main account reaches its own institution, an administrator any. Others count as missing. */
function requireReach(actor: Actor, oid: string): void {
  if (actor.oid !== null && actor.oid !== oid) throw notFound()
}

export async function showInstitution(
  ctx: Context,
  actor: Clinician,
  asked: { uid: string } | { oid: string },
): Promise<Institution> {
  const reached = 'uid' in asked ? asked.uid === actor.uid : asked.oid === actor.oid
  const row = reached ? await findInstitution(ctx.db, actor.oid) : undefined
  if (row === undefined) throw notFound()
  return toInstitution(ctx, row)
}

export async function changeInstitution(
  ctx: Context,
  { actor, ip }: Caller,
  given: BodyOf<typeof setInstitutionInfo>,
): Promise<{ logo_path: string | null }> {
  const { oid, name, shortName, describes, contact, phone, areaId, address } = given
  requireReach(actor, oid)
  for (const own of OWN_SETTINGS) {
    if (given[own] !== undefined && actor.role !== '3') throw invalid({ [own]: 'not_allowed' })
  }
  if (!areaExists(areaId)) throw invalid({ areaId: 'area_unknown' })
  if ((await findInstitution(ctx.db, oid)) === undefined) throw notFound()
  const taken =
    given.logo === undefined
      ? null
      : await takePicture(ctx, actor, given.logo, {
          type: 'logo',
          field: 'logo',
          folder: `logos/${oid}`,
          sidePx: LOGO_PX,
          format: 'png',
        })
  const change = {
    name,
    short_name: shortName,
    describes,
    contact,
    phone,
    area_id: areaId,
    address,
    ...(taken !== null && { logo: taken }),
    ...(given.auto_analyse !== undefined && { auto_analyse: given.auto_analyse }),
    ...(given.share_images !== undefined && { share_images: given.share_images }),
    ...(given.sign_password !== undefined && { sign_password: given.sign_password }),
    ...(given.require_factor !== undefined && { require_factor: given.require_factor }),
    ...(given.erasure_years !== undefined && { erasure_years: given.erasure_years }),
  }
  try {
    const before = await ctx.db.transaction().execute(async (trx) => {
      const row = await holdInstitution(trx, oid)
      await updateInstitution(trx, oid, change)
      await audit(trx, {
        actor,
        ip,
        action: 'institution.change',
        ...target('institution', oid),
      })
      return row.logo
    })
    if (taken !== null && before !== null) await ctx.files.remove([before])
    const logo = taken ?? before
    return { logo_path: logo === null ? null : await ctx.files.signedUrl(logo) }
  } catch (error) {
    if (taken !== null && (await findLogo(ctx.db, oid)) !== taken) await ctx.files.remove([taken])
    throw error
  }
}

/** The address of the institution is that of its main account, the caller. */
export function requireSameInstitution(actor: Actor, oid: string): string {
  if (actor.oid !== oid) throw notFound()
  return actor.uid
}

export async function showAccounts(
  ctx: Context,
  { actor, language }: Caller,
  { oid, page, size }: BodyOf<typeof accountInfo>,
): Promise<DataOf<typeof accountInfo>> {
  requireReach(actor, oid)
  const [row, main, members] = await Promise.all([
    findInstitution(ctx.db, oid),
    findMain(ctx.db, oid),
    membersOf(ctx, oid, { page, size }),
  ])
  if (row === undefined || main === undefined) throw notFound()
  const map = statusMap(language)
  return {
    ...members,
    acc_status_map: map,
    org_status_map: map,
    account_limit: row.account_limit,
    main_account: toMainAccount(main),
  }
}

/** Every field is named: a new column stays private until it stands here. */
export function toMainAccount(row: Omit<MemberRow, 'oid' | 'created_at'>): MainAccount {
  return {
    aid: row.uid,
    username: row.username,
    name: row.name,
    email: row.email,
    phone: row.phone,
    status: row.status,
    banned: row.banned,
    locked: row.locked,
    second_factor: row.second_factor,
    changes: toWaiting(row.changes),
  }
}
