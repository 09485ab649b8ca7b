import { beginOf, ERROR, PatientInput, text, type Language } from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import type { ClientCaller } from '../clients/client-of.ts'
import { findByNumber } from '../patients/by-number.ts'
import { livingPatients, type PatientRow } from '../patients/patient.ts'
import { putPerson } from '../patients/put-person.ts'
import { Cursor, Limit, NoQuery, PatientNumber, pageOf, toPage } from './fields.ts'
import { operation, type Asked } from './operation.ts'

const { ad_card_number: number, ...fields } = PatientInput.shape
/** A patient as local systems send and read it. What is left out stays as it is. */
const Given = z.strictObject({ number, ...fields })

/** Rows of a call. */
export const MOST_PEOPLE = 50

const Outcome = z.object({
  number: z.string().nullable(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'refused']),
  /** Why it was refused. */
  code: z.enum(['invalid', 'number-differs', 'conflict']).optional(),
  detail: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** Numbers of others of the same name and birthday: a person may merge them. */
  alike: z.array(z.string()).optional(),
})

export const putPeople = operation({
  method: 'POST',
  path: '/people',
  scope: 'people:write',
  writes: true,
  summary: 'Add patients, or change those of these numbers; each row has its own outcome',
  params: NoQuery,
  query: NoQuery,
  body: z.strictObject({
    people: z.array(z.unknown(), 'wrong_type').min(1, 'required').max(MOST_PEOPLE, 'out_of_range'),
  }),
  answer: z.object({ rows: z.array(Outcome) }),
  example: {
    body: {
      people: [
        {
          number: 'H0001',
          name: '演示患者',
          gender: 1,
          birthday: '1960-05-17',
          phone: '13800138000',
        },
      ],
    },
  },
})

export const searchPeople = operation({
  method: 'POST',
  path: '/people/search',
  scope: 'people:read',
  summary: 'Patients of a number, or of a name and birthday, or all of them by pages',
  params: NoQuery,
  query: NoQuery,
  body: z.strictObject({
    number: PatientNumber.optional(),
    /** With the birthday: the two together. */
    name: fields.name.optional(),
    birthday: fields.birthday.optional(),
    cursor: Cursor.optional(),
    limit: Limit,
  }),
  answer: pageOf(
    z.object({
      number: z.string(),
      name: z.string(),
      gender: z.union([z.literal(1), z.literal(2)]),
      birthday: z.string(),
      phone: z.string().nullable(),
      profession: z.string().nullable(),
      area_id: z.array(z.string()).nullable(),
      address: z.string().nullable(),
      allergic_history: z.string().nullable(),
      operation_history: z.string().nullable(),
      updated_at: z.string(),
    }),
  ),
  example: { body: { number: '{number}' } },
})

const toPerson = (row: PatientRow) => ({
  number: row.ad_card_number,
  name: row.name,
  gender: row.gender,
  birthday: row.birthday,
  phone: row.phone,
  profession: row.profession,
  area_id: row.area_id,
  address: row.address,
  allergic_history: row.allergic_history,
  operation_history: row.operation_history,
  updated_at: row.updated_at.toISOString(),
})

export async function readPeople(
  ctx: Context,
  { caller, body }: Asked<typeof searchPeople>,
): Promise<z.output<(typeof searchPeople)['answer']>> {
  const { actor, ip } = caller
  const { number, name, birthday, cursor, limit } = body
  if ((name === undefined) !== (birthday === undefined))
    throw invalid({ [name === undefined ? 'name' : 'birthday']: 'required' })
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const found = async (): Promise<PatientRow[]> => {
      if (number !== undefined) return [await findByNumber(trx, actor.oid, number)].filter(isThere)
      let rows = livingPatients(trx, actor.oid).selectAll('patients')
      if (name !== undefined && birthday !== undefined)
        rows = rows.where('patients.name', '=', name).where('patients.birthday', '=', birthday)
      if (cursor !== undefined) rows = rows.where('patients.pid', '>', cursor)
      return rows
        .orderBy('patients.pid')
        .limit(limit + 1)
        .execute()
    }
    const page = toPage(await found(), limit, ({ pid }) => pid, toPerson)
    const detail = { rows: page.rows.length }
    await audit(trx, { actor, ip, action: 'patient.list', detail })
    return page
  })
}

const isThere = <T>(item: T | undefined): item is T => item !== undefined

export async function writePeople(
  ctx: Context,
  { caller, body }: Asked<typeof putPeople>,
): Promise<z.output<(typeof putPeople)['answer']>> {
  const rows: z.output<typeof Outcome>[] = []
  // One after the other: two rows may be of one number.
  for (const row of body.people) rows.push(await write(ctx, caller, row))
  return { rows }
}

async function write(
  ctx: Context,
  caller: ClientCaller,
  row: unknown,
): Promise<z.output<typeof Outcome>> {
  const read = Given.safeParse(row, { reportInput: true })
  const number = numberIn(row)
  try {
    if (!read.success) throw invalid(messagesOf(read.error))
    return { number, ...(await upsert(ctx, caller, read.data)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { number, outcome: 'refused', ...wordsOf(error, caller.language) }
  }
}

const numberIn = (row: unknown): string | null => {
  const { number } = (typeof row === 'object' && row !== null ? row : {}) as { number?: unknown }
  return typeof number === 'string' ? beginOf(number, 64) : null
}

const messagesOf = ({ issues }: z.ZodError): Record<string, string> =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'row', message]))

function wordsOf({ errorCode, message, fields }: Refusal, language: Language) {
  const code =
    message === 'number_differs'
      ? ('number-differs' as const)
      : errorCode === ERROR.validation
        ? ('invalid' as const)
        : ('conflict' as const)
  const said = Object.entries(fields ?? {}).map(([name, fault]) => [
    name === 'ad_card_number' ? 'number' : name,
    text(language, fault),
  ])
  return {
    code,
    detail: text(language, message),
    ...(fields && { fields: Object.fromEntries(said) as Record<string, string> }),
  }
}

const upsert = (
  ctx: Context,
  caller: ClientCaller,
  { number, ...given }: z.output<typeof Given>,
): Promise<Pick<z.output<typeof Outcome>, 'outcome' | 'alike'>> =>
  withInstitution(ctx.db, caller.actor.oid, async (trx) => {
    const { outcome, alike } = await putPerson(ctx, trx, caller, {
      ad_card_number: number,
      ...given,
    })
    return { outcome, ...(alike.length > 0 && { alike }) }
  })
