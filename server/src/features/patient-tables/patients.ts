import { professionName, type Language } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findInTurn } from '../patients/by-number.ts'
import { formOf } from '../patients/upsert.ts'
import { COLUMNS, NUMBERS, titleOf, type Column } from '../patient-imports/columns.ts'
import { areaText } from '../site/areas.ts'

const AT_ONCE = 200

/** The columns of an import: what goes out can come in again, here or elsewhere. */
export const patientHeads = (language: Language) =>
  COLUMNS.map((column) => titleOf(column, language))

const SEX = { 'zh-CN': { 1: '男', 2: '女' }, en: { 1: 'M', 2: 'F' } } as const

/** Every patient of the institution, in the sequence of registration. */
export async function* patientRows(
  ctx: Context,
  oid: string,
  language: Language,
): AsyncGenerator<string[]> {
  let after: string | null = null
  for (;;) {
    const from: string | null = after
    const { last, rows } = await withInstitution(ctx.db, oid, async (trx) => {
      const found = await findInTurn(trx, oid, { after: from }, AT_ONCE)
      const rows: string[][] = []
      for (const patient of found) {
        const form = await formOf(trx, oid, patient)
        const numbers = Object.fromEntries(
          NUMBERS.map((kind) => [
            kind,
            (form.identifiers ?? []).flatMap((own) => (own.kind === kind ? [own.value] : [])),
          ]),
        )
        const said: Record<Column, string | undefined> = {
          number: form.ad_card_number,
          name: form.name,
          birthday: form.birthday,
          gender: SEX[language][form.gender],
          phone: form.phone,
          address: form.address,
          profession: form.profession && professionName(form.profession, language),
          area: form.area_id && areaText(form.area_id),
          record: undefined,
          national: undefined,
          exam: undefined,
          other: undefined,
          allergic_history: form.allergic_history,
          operation_history: form.operation_history,
        }
        rows.push(COLUMNS.map((column) => said[column] ?? numbers[column]?.join('; ') ?? ''))
      }
      return { last: found.at(-1)?.pid ?? null, rows }
    })
    yield* rows
    if (rows.length < AT_ONCE) return
    after = last
  }
}
