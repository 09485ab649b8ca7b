import { readFileSync } from 'node:fs'
import { CALLS, MODALITIES, PATIENT_RECORDS, type Call } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../jobs.ts'
import { FILE_PATH } from '../platform/files/files-disk.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

const PAGE = new URL('../../../docs/security.md', import.meta.url)

/** The cells of the table of costs. */
function rows(): string[][] {
  const page = readFileSync(PAGE, 'utf8')
  const section = page.split('## What a call costs')[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()))
}

/** What is recorded of a patient: complications, eye examinations. */
const OF_RECORDS = 'records of a patient'
const RECORD_PATHS = Object.values(PATIENT_RECORDS).flatMap(({ calls }) =>
  Object.values<Call>(calls).map(({ path }) => path),
)
/** A call of each kind of image: `/v1/<kind>/`. */
const OF_KINDS = '<kind>'

const prefixesOf = (prefix: string) =>
  prefix.includes(OF_KINDS) ? MODALITIES.map(({ key }) => prefix.replace(OF_KINDS, key)) : [prefix]

/** `/v1/batch/`: add, drop; jobs `analyse`; `/healthz` */
function named(cell: string): string[] {
  return cell.split('; ').flatMap((part) => {
    if (part === OF_RECORDS) return RECORD_PATHS
    const [, prefix, names] = /^`([^`]+)`: (.+)$/.exec(part) ?? []
    if (prefix && names)
      return prefixesOf(prefix).flatMap((prefix) =>
        names.split(', ').map((name) => `${prefix}${name}`),
      )
    return [...part.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  })
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('every call, address and job stands in the table of costs, each once', () => {
  const told = rows().flatMap(([, calls = '']) => named(calls))
  const there = [...new Set([...CALLS.map(({ path }) => path), ...JOBS.map(({ name }) => name)])]
  expect(told.filter((name, at) => told.indexOf(name) < at)).toEqual([])
  expect(there.filter((name) => !told.includes(name))).toEqual([])
  expect(app.routes()).toEqual(expect.arrayContaining(CALLS.map(({ path }) => path)))
  const addresses = app.routes().filter((path) => !there.includes(path))
  expect(addresses.filter((path) => !told.includes(path))).toEqual([])
  // The server prints an address that ends in anything without its beginning.
  const known = new Set([...there, ...addresses, FILE_PATH])
  expect(told.filter((name) => !known.has(name))).toEqual([])
})

test('an open call stands in no row of those who are signed in', () => {
  const open = new Set(CALLS.filter(({ access }) => access === 'public').map(({ path }) => path))
  for (const [cost, calls = '', who = ''] of rows()) {
    const paths = named(calls).filter((path) => open.has(path))
    if (!who.startsWith('everybody')) expect([cost, paths]).toEqual([cost, []])
  }
})

test('every row says what one costs, what bounds it and who waits', () => {
  for (const row of rows()) expect(row.filter((cell) => cell.length > 0)).toHaveLength(6)
})
