import { createHash } from 'node:crypto'
import { FIGURE_SYSTEM, type Eye } from '@mingmou/contract'
import type { Context } from '../../context.ts'

/** A resource of FHIR R4 as JSON. */
export interface Resource {
  resourceType: string
  id: string
  meta: { lastUpdated: string }
  [name: string]: unknown
}

export const baseOf = ({ config }: Context): string => `${config.publicUrl}/fhir`

/** Numbers that an institution gives out are of its own system. */
export const numbersOf = (oid: string): string => `urn:uuid:${oid}`

export const own = (code: string, display: string) => ({ system: FIGURE_SYSTEM, code, display })

const SIDES = {
  OD: own('OD', 'Right eye'),
  OS: own('OS', 'Left eye'),
} as const
const SNOMED_SIDES = {
  OD: { code: '1290043002', display: 'Entire right eye proper' },
  OS: { code: '1290041000', display: 'Entire left eye proper' },
} as const

/** Our own code first, as SNOMED CT needs a licence in some countries. */
export const bodySiteOf = (eye: Eye) => ({
  coding: [SIDES[eye], { system: 'http://snomed.info/sct', ...SNOMED_SIDES[eye] }],
})

export const reference = (type: string, id: string, display?: string) => ({
  reference: `${type}/${id}`,
  ...(display !== undefined && { display }),
})

/** Part of an id: what it stands for may hold signs that an id may not. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Fields without a value are left out: FHIR knows no null. */
export const filled = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )
