import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The rows of a measurement that can be stopped, a line of JSON each: those written so far, and a way to add one. */
export async function keptRows<Row>(file: string) {
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
