import { Readable } from 'node:stream'
import { text, type Language } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { writeXlsx, XLSX_TYPE } from '../../platform/sheets/xlsx-writer.ts'
import { COLUMNS, OURS, textOf, titleOf, type Column } from './columns.ts'
import * as imports from './queries.ts'
import { holdRun, type Run } from './step.ts'
import { BREATHS, type Table } from './table.ts'

const AT_ONCE = 500

/** A folder of the institution, and in it one of each import. */
export const folderOf = (oid: string, import_id: string) => `imports/${oid}/${import_id}/`

const wordOf = (pair: readonly [string, string], language: Language) =>
  pair[language === 'en' ? 1 : 0]

const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name)

/** What is wrong with a row, with the column that it is in. */
const said = (language: Language, faults: readonly (readonly [string, string])[]): string =>
  faults
    .map(([column, fault]) => {
      const words = text(language, fault)
      return isColumn(column) ? `${titleOf(column, language)}: ${words}` : words
    })
    .join(language === 'en' ? '; ' : '；')

/** Rows of these outcomes, while nobody cancels what they are read for. */
async function* rowsOf(
  ctx: Context,
  run: Run,
  outcomes: readonly imports.Row['outcome'][],
): AsyncGenerator<imports.Row> {
  let after = 0
  for (;;) {
    const found = await withInstitution(ctx.db, run.oid, async (trx) => {
      await holdRun(trx, run)
      return imports.findRows(trx, run, outcomes, after, AT_ONCE)
    })
    yield* found
    after = found.at(-1)?.line ?? after
    if (found.length < AT_ONCE) return
  }
}

/** Under a key of this run alone: a worker that was believed dead may be at another one. */
async function keep(
  ctx: Context,
  { oid, import_id, taken_by }: Run,
  what: 'faults' | 'kept',
  heads: readonly string[],
  rows: AsyncIterable<readonly (string | number)[]>,
): Promise<string> {
  const key = `${folderOf(oid, import_id)}${what}-${taken_by}.xlsx`
  await ctx.files.put(key, Readable.from(writeXlsx(heads, rows)), XLSX_TYPE, 'spare')
  return key
}

/** The faulty rows with what to do, in the columns of their file, so that it can be mended and brought again. */
export async function keepFaults(
  ctx: Context,
  run: Run,
  table: Table,
  signal: AbortSignal,
): Promise<string | null> {
  const { language } = run
  const refused = rowsOf(ctx, run, ['refused'])
  const first = await refused.next()
  if (first.done) return null
  const heads = [wordOf(OURS.row, language), wordOf(OURS.fault, language)]
  const lines = async function* () {
    let wanted: imports.Row | undefined = first.value
    let looked = 0
    for (const { row: read } of table.rows()) {
      if (wanted === undefined) return
      looked++
      if (looked % BREATHS === 0) await heeded(ctx, run, signal)
      if (read.line !== wanted.line) continue
      yield [read.line, said(language, wanted.faults ?? []), ...read.cells.map(textOf)]
      const next = await refused.next()
      wanted = next.done ? undefined : next.value
    }
  }
  return keep(ctx, run, 'faults', [...heads, ...table.titles.cells.map(textOf)], lines())
}

/** Ends where somebody cancelled it, another worker has it or this one stops. */
async function heeded(ctx: Context, run: Run, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await withInstitution(ctx.db, run.oid, (trx) => holdRun(trx, run))
}

/** The patients that an undo kept. */
export async function keepKept(
  ctx: Context,
  run: Run,
  signal: AbortSignal,
): Promise<string | null> {
  const { oid, language } = run
  const kept = rowsOf(ctx, run, ['kept'])
  const first = await kept.next()
  if (first.done) return null
  const lines = async function* () {
    for (let row: imports.Row | undefined = first.value; row !== undefined;) {
      signal.throwIfAborted()
      const { pid, line } = row
      const patient = await withInstitution(ctx.db, oid, (trx) =>
        trx
          .selectFrom('patients')
          .select(['name', 'ad_card_number'])
          .where('oid', '=', oid)
          .where('pid', '=', pid)
          .executeTakeFirst(),
      )
      yield [line, patient?.ad_card_number ?? '', patient?.name ?? '']
      const next = await kept.next()
      row = next.done ? undefined : next.value
    }
  }
  const heads = [wordOf(OURS.row, language), titleOf('number', language), titleOf('name', language)]
  return keep(ctx, run, 'kept', heads, lines())
}

/** An empty table with every column, in the reader's language. */
export const template = (language: Language) =>
  writeXlsx(
    COLUMNS.map((column) => titleOf(column, language)),
    [],
  )
