import { parseArgs } from 'node:util'
import { MOST_KB, tryFiles } from '../testing/fuzz-run.ts'

/**
 * `npx tsx analysis/src/intake/fuzz.ts [--n 20000] [--seed 1] [--from 0]`: opens N changed
 * files of every format. Ends with 1 where a file was neither read nor refused, or took too much.
 */

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
})
const [count, seed, from] = [Number(values.n), Number(values.seed), Number(values.from)]
const { read, refused, faults, slowestMs, slow } = await tryFiles({ count, seed, from }, (n) => {
  if (n % 1000 === 0) process.stderr.write(`${n} files\n`)
})
const peak = process.resourceUsage().maxRSS
say(`${count} files of seed ${seed} from ${from}: ${read} read`)
for (const [reason, times] of refused) say(`refused ${times} × ${reason}`)
say(
  `slowest ${Math.round(slowestMs)} ms of the processor, memory ${Math.round(peak / 1024)} MB at most`,
)
for (const name of slow) say(`too slow: ${name}`)
for (const fault of faults) say(`FAULT ${fault}`)
if (peak > MOST_KB) say(`FAULT memory ${peak} kB`)
process.exit(faults.length > 0 || peak > MOST_KB ? 1 : 0)
