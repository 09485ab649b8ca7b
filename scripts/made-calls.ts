import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as contract from '@mingmou/contract'

const { CALLS, MODALITIES, ROLES } = contract
const PAGES = resolve(import.meta.dirname, '../web/src')

/** Calls that no journey makes from a page, each with its reason: of any role, or of the role behind it. */
const LEFT: Readonly<Record<string, string>> = {
  '/v1/organization/detail': 'specified; the pages ask for the institution by another call',
  '/v1/oss/getStsToken': 'specified; the pages ask for the forms of a batch by another call',
  '/v1/*-analysis/cancel': 'the analysis may end before the press',
  '/v1/dataset/*/release': 'needs a DICOM file with burned-in words; tests of page and server',
  '/v1/user/forgetRemembered': 'the page makes it by itself at a sign-in that is not remembered',
  '/v1/readings/keep': 'the page makes it after five minutes; tests of the server',
  '/admin/questionnaire/export 2': 'needs answers of visitors; a journey of role 1 has them',
  '/admin/questionnaire/texts': 'needs an answer in words; tests of page and server',
  '/v1/notices/read 1': 'the platform sends administrators no notices; they have no bell',
  '/v1/notices/read 2': 'the platform sends administrators no notices; they have no bell',
  '/v1/notices/read 5': 'needs a batch that has ended; tests of page and server',
  '/v1/patient/erasure/confirm 3': 'the main account alone asks, and another person confirms',
}

/** What the journey with a camera calls, where dcmtk is not there to play it. */
const OF_CAMERAS = existsSync('/usr/bin/storescu')
  ? []
  : [
      ...['add', 'delete', 'echo', 'set', 'setTitle'].map((name) => `/v1/devices/${name} 3`),
      ...['3', '4'].map((role) => `/v1/received/fileDocument ${role}`),
    ]

const KIND = new RegExp(`^(/v1/(?:dataset/)?)(?:${MODALITIES.map(({ key }) => key).join('|')})\\b`)
/** One page serves every kind of image. */
const alike = (path: string) => path.replace(KIND, '$1*')

/** What pages of every kind of image ask by themselves. */
const OF_KINDS =
  /^\/v1\/\*(-analysis\/(list|result|register)|\/(listByPid|known|says|list))$|^\/v1\/dataset\/\*\/list$/

const isCall = (value: unknown): value is contract.Call => CALLS.some((call) => call === value)

/** Calls that a page makes by itself, to show what is there: one role is enough, and nobody presses anything. */
function askedByPages(): ReadonlySet<string> {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  const asking = /\b(?:callQuery|listOf|queryFn[^;]*?\bapi)\(\s*(\w+)/g
  const names = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(PAGES, file), 'utf8').matchAll(asking)])
    .map(([, name]) => name)
  return new Set(
    Object.entries(contract).flatMap(([name, value]) =>
      names.includes(name) && isCall(value) ? [value.path] : [],
    ),
  )
}

/** Calls by path and role. What anybody may call, and what a page asks by itself, has no role: one visitor is enough. */
function wanted(): ReadonlySet<string> {
  const asked = askedByPages()
  return new Set(
    CALLS.flatMap(({ path, access }) => {
      const call = alike(path)
      if (access === 'public' || asked.has(path) || OF_KINDS.test(call)) return [call]
      return (access === 'signed-in' ? ROLES : access).map((role) => `${call} ${role}`)
    }),
  )
}

/**
 * What the journeys in Chromium say of the calls of the contract: those that no page of a role made and no reason
 * excuses, and reasons that hold no longer. A page may be refused what another role of the same page may do. `file`
 * holds a path and the account that called in a line, or an account and its role.
 */
export function callsLeft(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const noted = lines.map((line) => line.split(' '))
  const roles = new Map(noted.filter(([, role]) => isRole(role)).map(([uid, role]) => [uid, role]))
  const made = new Set(
    noted.flatMap(([path = '', uid]) => [alike(path), `${alike(path)} ${roles.get(uid) ?? ''}`]),
  )
  const calls = [...wanted()]
  const reasonOf = (call: string) => LEFT[call] ?? LEFT[call.replace(/ \d$/, '')]
  return [
    ...calls.filter(
      (call) => !made.has(call) && reasonOf(call) === undefined && !OF_CAMERAS.includes(call),
    ),
    ...Object.keys(LEFT).filter(
      (left) =>
        made.has(left) || !calls.some((call) => call === left || call.startsWith(`${left} `)),
    ),
  ]
}

const isRole = (value: string | undefined): value is contract.Role =>
  ROLES.some((role) => role === value)
