/**
 * Measures the error of the figures of scans, or of the eye surface, against a truth measured in the same way:
 *
 *   npx tsx analysis/fit/errors.ts octa [--count N] [--each N] [--write]       N drawn scans, N labelled scans of each set
 *   npx tsx analysis/fit/errors.ts surface [--first SEED] [--count N] [--write]        drawn eyes that no network learnt from
 *
 * The table of figures uses the result as the usual error. With --write the figures go into the card of the network.
 * The vessels of fundus photographs have `fundus/errors.ts`.
 */
import { parseArgs } from 'node:util'
import { writeFigures } from '../src/testing/card-figures.ts'
import { errorsOfScans } from './octa/errors.ts'
import { errorsOfEyes } from './surface/errors.ts'

const KINDS = { octa: errorsOfScans, surface: errorsOfEyes }

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'string' },
    count: { type: 'string' },
    each: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const [kind = '', measure] = Object.entries(KINDS).find(([name]) => name === positionals[0]) ?? []
if (!measure) throw new Error(`Say one of: ${Object.keys(KINDS).join(', ')}.`)
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const figures = await measure({
  first: number(asked.first),
  count: number(asked.count),
  each: number(asked.each),
})
if (asked.write) await writeFigures(kind, `npx tsx analysis/fit/errors.ts ${kind}`, figures)
