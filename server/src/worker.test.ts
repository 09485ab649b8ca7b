import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadAllModels } from '@mingmou/analysis'
import { sendSignUpEmail } from '@mingmou/contract'
import { expect, test, vi } from 'vitest'
import { succeed, testApp } from './testing/test-app.ts'
import { startWorker } from './worker.ts'

test('a worker without its models sends mails, and says that it cannot analyse', async () => {
  const app = await testApp({ logLevel: 'silent' })
  const missing = join(app.context.config.dataDir, 'no-models')
  await startWorker(app.context, () => loadAllModels(missing, { threads: 1 }))
  await succeed(app, sendSignUpEmail, { email: 'zhang@clinic.example.com' })
  const outbox = join(app.context.config.dataDir, 'outbox')
  const mail = await vi.waitFor(
    async () => {
      const [name] = await readdir(outbox)
      return readFile(join(outbox, name ?? ''), 'utf8')
    },
    { timeout: 300_000 },
  )
  expect(mail).toContain('zhang@clinic.example.com')
  const ready = await fetch(`${app.url}/readyz`)
  expect(await ready.json()).toMatchObject({ data: { worker: false, database: true } })
  await app.close()
})
