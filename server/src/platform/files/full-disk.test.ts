import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getStsToken } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { built } from '../../testing/built.ts'
import { makeAccount } from '../../testing/factories.ts'
import { succeed, testApp } from '../../testing/test-app.ts'

test('an upload that finds no space is refused clearly, and nothing half-made stays', async () => {
  const app = await testApp()
  const account = await makeAccount(app, { role: '3' })
  const { sts_config } = await succeed(app, getStsToken, { file_type: 'fundus' }, account)
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-full-'))
  // The program may write no more than 256 KiB into a file. The database is another process.
  const program = spawn(
    'bash',
    ['-c', `trap '' XFSZ; ulimit -f 256; exec "${process.execPath}" "${built('main')}"`],
    {
      env: {
        ...process.env,
        MODE: 'web',
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: app.context.config.databaseUrl,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let url = ''
  for await (const line of createInterface(program.stdout)) {
    url = /http:\/\/\S+/.exec(line)?.[0] ?? ''
    if (url !== '') break
  }

  const send = async (name: string, bytes: number) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
    form.set('key', `${sts_config.key_prefix}${name}`)
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const answered = await fetch(`${url}${sts_config.url}`, { method: 'POST', body: form })
    return { status: answered.status, ...((await answered.json()) as object) }
  }
  expect(await send('large.jpg', 1_000_000)).toEqual({
    status: 202,
    error_code: 501,
    msg: '存储空间不足，本次操作未保存',
    data: {},
  })
  expect(await send('small.jpg', 1000)).toMatchObject({ status: 200, error_code: 0 })
  const kept = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  expect(kept.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['small.jpg'])

  program.kill('SIGTERM')
  await once(program, 'exit')
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})
