import { existsSync, readFileSync } from 'node:fs'
import { CALLS, MODALITIES } from '@mingmou/contract'

/** Calls that no journey makes from a page, each with its reason. */
const LEFT: Readonly<Record<string, string>> = {
  '/v1/organization/detail': 'specified; the pages ask for the institution by another call',
  '/v1/oss/getStsToken': 'specified; the pages ask for the forms of a batch by another call',
  '/v1/*-analysis/cancel': 'the analysis may end before the press',
  '/v1/dataset/*/release': 'needs a DICOM file with burned-in words; tests of page and server',
  '/v1/user/forgetRemembered': 'the page makes it by itself at a sign-in that is not remembered',
  '/v1/readings/keep': 'the page makes it after five minutes; tests of the server',
  '/admin/questionnaire/texts': 'needs an answer in words; tests of page and server',
}

/** What the journey with a camera calls, where dcmtk is not there to play it. */
const OF_CAMERAS = existsSync('/usr/bin/storescu')
  ? []
  : [
      ...['add', 'delete', 'echo', 'set', 'setTitle'].map((name) => `/v1/devices/${name}`),
      '/v1/received/takeBack',
      '/v1/received/fileDocument',
    ]

const KIND = new RegExp(`^(/v1/(?:dataset/)?)(?:${MODALITIES.map(({ key }) => key).join('|')})\\b`)
/** One page serves every kind of image. */
const alike = (path: string) => path.replace(KIND, '$1*')

/**
 * What the journeys in Chromium say of the calls of the contract: those that no page made and no
 * reason excuses, and reasons that hold no longer. `file` holds a path a line.
 */
export function callsLeft(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const made = new Set(lines.map(alike))
  const paths = new Set(CALLS.map(({ path }) => alike(path)))
  return [
    ...[...paths].filter(
      (path) => !made.has(path) && LEFT[path] === undefined && !OF_CAMERAS.includes(path),
    ),
    ...Object.keys(LEFT).filter((path) => made.has(path) || !paths.has(path)),
  ]
}
