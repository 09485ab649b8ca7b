import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SCOPES } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../testing/client-factory.ts'
import { work } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn } from '../../testing/factories.ts'
import { signedReport } from '../../testing/report-maker.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { signedHeaders } from '../webhooks/secret.ts'

const run = promisify(execFile)
const PAGE = readFileSync(new URL('../../../../docs/integration.md', import.meta.url), 'utf8')

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
  await work(app)
  folder = await mkdtemp(join(tmpdir(), 'mingmou-page-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.skipIf(!existsSync('/usr/bin/curl'))(
  'every command of the page does what it says',
  async () => {
    const main = await makeAccount(app, { role: '3' })
    const by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
    const { report_no } = await signedReport(app, by, { ad_card_number: 'H0001' })
    const { login, secret } = await makeClient(app, main, [...SCOPES])
    const commands = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code)
    expect(commands.length).toBeGreaterThan(6)
    const script = commands
      .join('\necho\n')
      .replace('https://mingmou.example.com', app.url)
      .replace('the-client-id', login)
      .replace('the-secret', secret)
      .replace(/R20260102-[A-Z]+/, report_no)
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
    const said = stdout
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const [self, people, order, orders, results, report, bundle, whole, event] = said
    expect(self).toMatchObject({ name: '医院信息系统' })
    expect(people).toMatchObject({ rows: [{ number: 'H0001', outcome: 'unchanged' }] })
    expect(order).toMatchObject({ number: 'H0001', state: 'open' })
    expect(orders).toMatchObject({ rows: [{ placer_number: 'HIS-20260102-7' }] })
    expect(results).toMatchObject({ rows: [{ state: 'final' }] })
    expect(report).toMatchObject({ report_no })
    expect(bundle).toMatchObject({ entry: [{ resource: { status: 'final' } }] })
    expect(JSON.stringify(whole)).toContain('"value":"H0001"')
    const patients = (await readFile(join(folder, 'patients.ndjson'), 'utf8')).trim().split('\n')
    expect(patients.map((line) => JSON.parse(line) as object)).toMatchObject([
      { resourceType: 'Patient', identifier: [{ value: 'H0001' }] },
    ])
    expect(event).toEqual({ signature: 'good' })
    const valueOf = (name: string) => new RegExp(`^${name}='(.+)'$`, 'm').exec(PAGE)?.[1] ?? ''
    const signed = signedHeaders({
      secrets: [valueOf('WEBHOOK_SECRET')],
      id: valueOf('WEBHOOK_ID'),
      seconds: Number(valueOf('WEBHOOK_TIMESTAMP')),
      body: valueOf('EVENT'),
    })
    expect(signed['webhook-signature']).toBe(valueOf('WEBHOOK_SIGNATURE'))
    expect((await readFile(join(folder, 'report.pdf'), 'latin1')).startsWith('%PDF')).toBe(true)
  },
)
