import type { Language } from '@mingmou/contract'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Context } from '../../context.ts'
import { CSV_MARK, csvLine } from '../../platform/csv.ts'
import { writeXlsx } from '../../platform/sheets/xlsx-writer.ts'
import { patientHeads, patientRows } from './patients.ts'
import { resultHeads, resultRows } from './results.ts'

type Row = readonly (string | number | null)[]

async function* csvOf(heads: Row, rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_MARK + csvLine(heads))
  for await (const row of rows) yield Buffer.from(csvLine(row))
}

/** The tables of an institution as text and as workbooks, written as their rows are read. */
export async function* tablesOf(
  ctx: Context,
  oid: string,
  language: Language,
): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    // Nothing here is asynchronous: `push` throws it.
    if (error) throw error
    if (chunk.length > 0) ready.push(Buffer.from(chunk))
  })
  const tables = [
    ['patients', patientHeads(language), () => patientRows(ctx, oid, language)],
    ['results', resultHeads(language), () => resultRows(ctx, oid, language)],
  ] as const
  for (const [name, heads, rows] of tables)
    for (const [entry, parts] of [
      [new ZipDeflate(`${name}.csv`), csvOf(heads, rows())],
      // It is compressed already.
      [new ZipPassThrough(`${name}.xlsx`), writeXlsx(heads, rows())],
    ] as const) {
      zip.add(entry)
      for await (const part of parts) {
        entry.push(part)
        yield* ready.splice(0)
      }
      entry.push(new Uint8Array(0), true)
    }
  zip.end()
  yield* ready.splice(0)
}
