/**
 * Measures what pictures of scans, or of the eye surface, are told to hold: single ones of the sets, and several on one
 * picture. Prints how many are told to be what, and the ends of what is measured.
 *
 *   npx tsx analysis/fit/contents.ts octa
 *   npx tsx analysis/fit/contents.ts surface
 *
 * For fundus photographs `fundus/contents.ts` does.
 */
import { parseArgs } from 'node:util'
import { tellScans } from './octa/contents.ts'
import { tellEyes } from './surface/contents.ts'

const KINDS = { octa: tellScans, surface: tellEyes }

const [kind] = parseArgs({ allowPositionals: true }).positionals
const tell = Object.entries(KINDS).find(([name]) => name === kind)?.[1]
if (!tell) throw new Error(`Say one of: ${Object.keys(KINDS).join(', ')}.`)
await tell()
