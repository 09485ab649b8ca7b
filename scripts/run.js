import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freshPages, freshProgram, ROOT } from './fresh.js'

/** `node scripts/run.js NAME WORD …`: the program or a command as built, built anew where it is old. */

const [, , name = 'start'] = process.argv
if (name === 'start') await freshPages()
await freshProgram()
const built = join(ROOT, 'server/dist', `${name}.js`)
// The command finds its words where it would find them alone.
process.argv.splice(1, 2, built)
await import(pathToFileURL(built).href)
