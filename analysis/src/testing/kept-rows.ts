import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256, TRAINING } from './files.ts'

/**
 * The rows of a measurement that can be stopped, a line of JSON each: those written so far, and a way to add one. Each
 * set of networks and rules has a file of its own: rows of others say nothing of it.
 */
export async function keptRows<Row>(measurement: string, versions: Record<string, string>) {
  const key = sha256(Buffer.from(JSON.stringify(versions))).slice(0, 8)
  const file = join(TRAINING, '.runs', measurement, `rows-${key}.jsonl`)
  await mkdir(dirname(file), { recursive: true })
  const rows = (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
  const keep = async (row: Row) => {
    rows.push(row)
    await appendFile(file, `${JSON.stringify(row)}\n`)
  }
  return { rows, keep }
}
