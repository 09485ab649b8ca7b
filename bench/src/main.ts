import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { startProgram } from '../../e2e/src/program.ts'
import { startEmbedded } from '../../server/src/platform/database/embedded-database.ts'
import { benchAccounts, fillAccounts } from './accounts.ts'
import { signIn } from './client.ts'
import { benchFlood } from './flood.ts'
import { benchPatients, fillPatients } from './patients.ts'
import { benchStages, DRAWN } from './stages.ts'
import { benchUpload } from './upload.ts'

/**
 * `npm run bench [stages] [accounts] [patients] [upload] [flood]`: speed, in tables. Without a name
 * it runs everything.
 */

const named = process.argv.slice(2)
const wants = (name: string) => named.length === 0 || named.includes(name)

if (wants('stages')) {
  for (const [name, drawn] of Object.entries(DRAWN)) {
    console.log(`Stages of the analysis of a drawn ${name}, 10 runs`)
    console.table(await benchStages(drawn, 10))
  }
}

if (['accounts', 'patients', 'upload', 'flood'].some(wants)) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-bench-'))
  const database = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
  const began = performance.now()
  const program = await startProgram({ env: { DATABASE_URL: database.url } })
  try {
    console.log(
      `Start on an empty database to a served page: ${Math.round(performance.now() - began)} ms`,
    )
    const client = await signIn(program.url, program.account('4'))
    const filling = new URL(database.superuserUrl)
    filling.pathname = new URL(database.url).pathname
    if (wants('patients') || wants('upload')) await program.said('the demonstration is complete')
    if (wants('accounts')) {
      await fillAccounts(filling.href)
      console.log('Is there such an account? 200 tries each, in pairs, medians')
      console.table(await benchAccounts(program.url))
    }
    if (wants('patients')) {
      await fillPatients(filling.href)
      console.log('Patient list, 100,000 patients in one institution of 50, 200 calls each')
      console.table(await benchPatients(client))
    }
    if (wants('upload')) {
      console.log('Upload to result, a drawn 4288x2848 photograph, 10 runs')
      console.table(await benchUpload(program.url, client, 10))
    }
    if (wants('flood')) {
      console.log('/healthz while bodies of unknown fields come in')
      console.table(await benchFlood(program.url))
    }
  } finally {
    await program.remove()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
