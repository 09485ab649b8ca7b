import type { Institution, MainAccount, Member, PatientDetail } from '@mingmou/contract'
import { UID } from './session.ts'

/** Rows as the server answers them. */

const CREATED = '2026-01-02T03:04:05Z'
const OID = '0190a5f0-0000-7000-8000-000000000002'

export function patientRow(traits: Partial<PatientDetail> = {}): PatientDetail {
  const unsaid = { profession: null, phone: null, area_id: null, address: null }
  return {
    ...unsaid,
    pid: UID,
    ad_card_number: 'A-1',
    name: '张文静',
    gender: 2,
    birthday: '1960-02-03',
    allergic_history: null,
    operation_history: null,
    merged: [],
    identifiers: [],
    origin: null,
    outside_changes: [],
    created_at: CREATED,
    last_visit: null,
    last_result: null,
    ...traits,
  }
}

const standing = { status: 1 as const, banned: false, locked: false, second_factor: false }

/** An account in the form of every list. */
export function accountRow<Traits extends object>(traits: Traits) {
  const aid = '0190a5f0-0000-7000-8000-000000000003'
  const row = { aid, username: 'demo', email: 'demo@example.com', ...standing }
  return { ...row, id: aid, created_at: CREATED, ...traits }
}

export function subAccountRow(traits: Partial<Member> = {}): Member {
  const named = { name: '演示医生', loginUserName: 'demo' }
  return { ...accountRow({ oid: OID, No: 1, ...named, sso: false, changes: [] }), ...traits }
}

export function mainAccountRow(traits: Partial<MainAccount> = {}): MainAccount {
  const named = { username: 'demomain', name: '演示主账号', email: 'main@example.com' }
  return { aid: UID, ...named, phone: '010-88880000', ...standing, changes: [], ...traits }
}

export function institutionRow(traits: Partial<Institution> = {}): Institution {
  const oid = traits.oid ?? OID
  return {
    oid,
    id: oid,
    name: '演示机构',
    short_name: '演示',
    shortName: '演示',
    describes: '演示简介',
    contact: '演示联系人',
    phone: '010-88880000',
    email: 'main@example.com',
    logo: null,
    area_id: ['330000'],
    areaId: ['330000'],
    address: '演示路1号',
    account_limit: 3,
    auto_analyse: true,
    share_images: false,
    sign_password: false,
    require_factor: false,
    erasure_years: null,
    status: 1,
    join_time: CREATED,
    join_type: 1,
    review_status: 1,
    review_msg: '',
    review_time: null,
    created_at: CREATED,
    ...traits,
  }
}
