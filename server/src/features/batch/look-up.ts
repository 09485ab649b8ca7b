import type { Trx } from '../../platform/database/database.ts'
import { findOrdered } from '../orders/ordered.ts'
import { numbersOf, type Known, type Said } from './evidence.ts'
import { findNumbered } from './queries.ts'

/** Patients and orders of the institution whose numbers these files say. */
export async function lookUp(trx: Trx, oid: string, said: readonly Said[]): Promise<Known> {
  const numbers = said.flatMap(numbersOf)
  const accessions = said.flatMap(({ dicom }) => dicom?.accession || [])
  return {
    patients: await findNumbered(trx, oid, [...new Set(numbers)]),
    orders: await findOrdered(trx, oid, [...new Set(accessions)]),
  }
}
