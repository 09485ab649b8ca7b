import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { PatientRow } from '../patients/patient.ts'
import { idOf } from './parameters.ts'
import { filled, numbersOf, reference, type Resource } from './resource.ts'

export const genderOf = (gender: 1 | 2) => (gender === 1 ? 'male' : 'female')

export const toPatient = (row: PatientRow): Resource => ({
  resourceType: 'Patient',
  id: row.pid,
  meta: { lastUpdated: row.updated_at.toISOString() },
  identifier: [
    {
      use: 'usual',
      type: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }],
      },
      system: numbersOf(row.oid),
      value: row.ad_card_number,
      assigner: reference('Organization', row.oid),
    },
  ],
  active: true,
  name: [{ use: 'official', text: row.name }],
  gender: genderOf(row.gender),
  birthDate: row.birthday,
  ...filled({
    telecom: row.phone === null ? null : [{ system: 'phone', value: row.phone }],
    address: row.address === null ? null : [{ text: row.address }],
  }),
  managingOrganization: reference('Organization', row.oid),
})

export const toOrganization = (row: { oid: string; name: string; updated_at: Date }): Resource => ({
  resourceType: 'Organization',
  id: row.oid,
  meta: { lastUpdated: row.updated_at.toISOString() },
  active: true,
  name: row.name,
})

/** Of the institution, in the sequence of their ids. */
export const findPractitioners = (db: Db | Trx, oid: string, ids: readonly string[]) =>
  db
    .selectFrom('accounts')
    .select(['uid', 'name', 'created_at as updated_at'])
    .where('uid', '=', sql<string>`any(${ids.map(idOf).filter((id) => id !== null)}::uuid[])`)
    .where('oid', '=', oid)
    .orderBy('uid')
    .execute()

export const toPractitioner = (row: { uid: string; name: string; updated_at: Date }): Resource => ({
  resourceType: 'Practitioner',
  id: row.uid,
  meta: { lastUpdated: row.updated_at.toISOString() },
  name: [{ text: row.name }],
})
