import {
  getStsToken,
  listPatients,
  runPatientImport,
  startPatientImport,
  undoPatientImport,
  type PatientImport,
} from '@mingmou/contract'
import type { Program } from '@mingmou/e2e/program'
import pg from 'pg'
import { processesOf } from './chaos/processes.ts'
import { signIn } from './client.ts'
import { processorSeconds, residentMiB } from './resident.ts'
import { spread } from './table.ts'

const EVERY_MS = 1000

/** People who all differ; every row has a card number, and every other one a record number. */
function table(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, n) => {
    const name = String.fromCodePoint(0x4e00 + (n % 2000), 0x5e00 + (n % 997))
    const day = new Date(Date.UTC(1930, 0, 1 + (n % 29_000))).toISOString().slice(0, 10)
    const record = n % 2 === 0 ? '' : `M${n}`
    return `${10_000_000 + n},${name},${n % 3 === 0 ? '女' : '男'},${day},138${String(n).padStart(8, '0')},${record},演示路${n}号`
  })
  return Buffer.from(`就诊卡号,姓名,性别,出生日期,联系电话,病历号,详细地址\n${lines.join('\n')}\n`)
}

/** Rows a second of a table that is looked at, written, written again where nothing changes, and taken back. */
export async function benchImports(
  program: Program,
  { url, dataDir }: { url: string; dataDir: string },
  rows: number,
) {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    const bytes = table(rows)
    const found: Record<string, object> = {}
    const looked = (name: string) => async () => {
      const client = await entered(program)
      const { sts_config } = await client.call(getStsToken, { file_type: 'patients' })
      const key = `${sts_config.key_prefix}t.csv`
      const form = new FormData()
      for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
      form.set('key', key)
      form.set('file', new Blob([new Uint8Array(bytes)]), 't.csv')
      await fetch(new URL(sts_config.url, program.url), { method: 'POST', body: form })
      return (await client.call(startPatientImport, { key, file_name: name })).import_id
    }
    const on =
      (import_id: string, call: typeof runPatientImport | typeof undoPatientImport) => async () => {
        await (await entered(program)).call(call, { import_id })
        return import_id
      }
    const measure = async (
      name: string,
      begin: () => Promise<string>,
      end: PatientImport['state'],
    ) => {
      const { import_id, row } = await watched(program, { database, dataDir }, begin, end, rows)
      found[name] = row
      console.log(name, row)
      return import_id
    }
    const first = await measure('looked at', looked('first'), 'checked')
    await measure('written', on(first, runPatientImport), 'written')
    const again = await measure('looked at again', looked('again'), 'checked')
    await measure('written again, unchanged', on(again, runPatientImport), 'written')
    await measure('taken back', on(first, undoPatientImport), 'undone')
    return found
  } finally {
    await database.end()
  }
}

const entered = ({ url, account }: Program) => signIn(url, account('3'))
/** Its token is good for 15 minutes. */
const SIGN_IN_EVERY_MS = 600_000

interface Progress {
  state: PatientImport['state']
  done: number
  reason: string | null
}

async function watched(
  program: Program,
  of: { database: pg.Client; dataDir: string },
  begin: () => Promise<string>,
  end: PatientImport['state'],
  rows: number,
) {
  const { url, dataDir, account } = program
  const answered: number[] = []
  const listed: number[] = []
  let clinician = await signIn(url, account('4'))
  let signedIn = performance.now()
  const marks: [ms: number, done: number][] = [[0, 0]]
  const most = { web: 0, worker: 0 }
  const working = async () => [
    ...(await processesOf(dataDir)).worker,
    ...(await processesOf(of.dataDir))['database connection'],
  ]
  const processor = await processorSeconds(await working())
  const import_id = await begin()
  const began = performance.now()
  for (;;) {
    const asked = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    answered.push(performance.now() - asked)
    if (performance.now() - signedIn > SIGN_IN_EVERY_MS) {
      clinician = await signIn(url, account('4'))
      signedIn = performance.now()
    }
    const list = performance.now()
    await clinician.call(listPatients, { page: 1, size: 10 })
    listed.push(performance.now() - list)
    const ms = performance.now() - began
    const { web, worker } = await residentMiB(dataDir)
    Object.assign(most, { web: Math.max(web, most.web), worker: Math.max(worker, most.worker) })
    const { rows: read } = await of.database.query<Progress>(
      `SELECT state, reason, CASE WHEN state IN ('undoing', 'undone') THEN undone + kept ELSE done END AS done
       FROM patient_imports WHERE import_id = $1`,
      [import_id],
    )
    const [now] = read
    if (!now || now.state === 'failed') throw new Error(`the import failed: ${now?.reason}`)
    if ((marks.at(-1)?.[1] ?? 0) < now.done) marks.push([ms, now.done])
    if (now.state === end) break
    await new Promise((next) =>
      setTimeout(next, Math.max(0, EVERY_MS - (performance.now() - asked))),
    )
  }
  const seconds = (performance.now() - began) / 1000
  const worked = (await processorSeconds(await working())) - processor
  return {
    import_id,
    row: {
      'rows a second': Math.round(rows / seconds),
      'first tenth': rate(marks.filter(([, done]) => done <= rows / 10 || marks.length < 3)),
      'last tenth': rate(marks.filter(([, done]) => done >= rows * 0.9)),
      seconds: Math.round(seconds),
      'processor a row': `${((1000 * worked) / rows).toFixed(2)} ms`,
      web: `${most.web} MiB`,
      worker: `${most.worker} MiB`,
      '/healthz worst': spread(answered).worst,
      'a list of patients, p50': spread(listed).p50,
      p99: spread(listed).p99,
      worst: spread(listed).worst,
    },
  }
}

function rate(marks: readonly [ms: number, done: number][]): number {
  const [first = [0, 0], last = first] = [marks[0], marks.at(-1)]
  return Math.round((1000 * (last[1] - first[1])) / Math.max(1, last[0] - first[0]))
}
