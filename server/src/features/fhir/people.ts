import type { PatientRow } from '../patients/patient.ts'
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

export const toPractitioner = (row: { uid: string; name: string; updated_at: Date }): Resource => ({
  resourceType: 'Practitioner',
  id: row.uid,
  meta: { lastUpdated: row.updated_at.toISOString() },
  name: [{ text: row.name }],
})
