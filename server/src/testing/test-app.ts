import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, DataOf, InputOf, Language } from '@mingmou/contract'
import { readConfig, type Config } from '../config.ts'
import { buildContext, type Context } from '../context.ts'
import { buildApp } from '../app/app.ts'
import { openLog } from '../platform/log.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { heedErrors } from './no-errors.ts'

interface Asked {
  token?: string | undefined
  language?: Language
  headers?: Record<string, string>
}

export interface Answered<Data> {
  status: number
  error_code: number
  msg: string
  data: Data
  headers: Headers
}

export interface TestApp {
  url: string
  context: Context
  /**
   * Calls like any client: over a socket, as JSON. `data` has its type only where the call
   * succeeds.
   */
  call<C extends Call>(call: C, body: unknown, asked?: Asked): Promise<Answered<DataOf<C>>>
  /** The addresses that it serves, without the files of the pages. */
  routes(): string[]
  /** Moves the clock of the whole program. */
  advance(seconds: number): void
  close(): Promise<void>
}

/** The real program on a database, a folder and a port of its own, without a worker. */
export async function testApp(
  overrides: Partial<Config> = {},
  given?: TestDatabase & { migrationUrl: string | null },
): Promise<TestApp> {
  const database = given ?? (await testDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'mingmou-app-'))
  let ahead = 0
  const config = {
    ...readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      ADMIN_SECOND_FACTOR: '0',
    }),
    migrationDatabaseUrl: given?.migrationUrl ?? null,
    ...overrides,
  }
  const log = openLog(config.logLevel, { write: heedErrors })
  const built = await buildContext(config, () => new Date(Date.now() + ahead), log)
  const { context } = built
  const app = await buildApp(context)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    context,
    call: (call, body, asked) => callApi(url, call, body, asked),
    routes: () => routesIn(app.printRoutes({ commonPrefix: false })),
    advance: (seconds) => {
      ahead += seconds * 1000
    },
    async close() {
      await app.close()
      await built.close()
      if (!given) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A tree: a path stands below the one that it goes on from. */
function routesIn(printed: string): string[] {
  const above: string[] = []
  const paths = printed.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^([\s│├└─]*)(\S+)( \(.+)?$/.exec(line) ?? []
    if (part === undefined) return []
    above.splice(indent.length / 4 - 1, Infinity, part)
    return methods === undefined ? [] : [above.join('').replace(/\/?\*$/, '')]
  })
  return paths.filter((path) =>
    /^\/(v1|admin|oauth|api|fhir|dicomweb)\/|^\/[a-z]+$|^\/openapi\.json$/.test(path),
  )
}

async function callApi<C extends Call>(
  url: string,
  call: C,
  body: unknown,
  { token, language = 'zh-CN', headers = {} }: Asked = {},
): Promise<Answered<DataOf<C>>> {
  const isGet = call.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const response = await fetch(`${url}${call.path}${query}`, {
    method: call.method,
    headers: {
      'accept-language': language,
      ...(!isGet && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(!isGet && { body: JSON.stringify(body) }),
  })
  const envelope = (await response.json()) as { error_code: number; msg: string; data: DataOf<C> }
  return { status: response.status, headers: response.headers, ...envelope }
}

/** The answer of a call, typed by its request. A refusal fails the test with its message. */
export async function succeed<C extends Call>(
  app: TestApp,
  call: C,
  body: InputOf<C>,
  asked?: Asked,
): Promise<DataOf<C>> {
  const answered = await app.call(call, body, asked)
  if (answered.error_code !== 0) {
    throw new Error(`${call.path}: ${answered.status} ${JSON.stringify(answered)}`)
  }
  return answered.data
}
