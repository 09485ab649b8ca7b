import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { CALLS, MODALITY } from '../contract/src/index.ts'
import { DATABASE_PATHS, PATHS, REPORT_PATHS } from '../web/src/paths.ts'
import { routeStates } from './route-states.ts'
import { ROUTES, SPECIFIED_CALLS, SPECIFIED_EVENTS } from './specified.ts'

/**
 * Compares the specification with the contract, the router and the server. `--check` fails when the
 * page is out of date.
 */

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = join(ROOT, 'docs/coverage.md')

/** Events that the server's code sends somewhere. */
function sentEvents(): Set<string> {
  const files = readdirSync(join(ROOT, 'server/src'), { recursive: true, encoding: 'utf8' })
  const code = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, 'server/src', file), 'utf8'))
    .join('\n')
  return new Set(SPECIFIED_EVENTS.filter((event) => code.includes(`'${event}'`)))
}

const routes = routeStates(readFileSync(join(ROOT, 'web/src/app/routes/routes.tsx'), 'utf8'))
// The router loops over the modalities.
for (const [key, path] of Object.entries(REPORT_PATHS))
  routes.set(path, key in MODALITY ? 'built' : 'under maintenance')
for (const path of [PATHS.database, ...Object.values(DATABASE_PATHS)]) routes.set(path, 'built')
const routeRows = ROUTES.map((path) => ({ path, state: routes.get(path) ?? 'missing' }))
const offered = new Set(CALLS.map((call) => `${call.method} ${call.path}`))
const missingCalls = SPECIFIED_CALLS.filter((call) => !offered.has(`${call.method} ${call.path}`))
const specified = new Set(SPECIFIED_CALLS.map((call) => `${call.method} ${call.path}`))
const ours = [...offered].filter((call) => !specified.has(call))
const sent = sentEvents()
const areas = [...new Set(SPECIFIED_CALLS.map((call) => call.area))]

const list = (paths: string[]) => paths.map((path) => `\`${path}\``).join(', ') || '–'
const built = routeRows.filter((row) => row.state === 'built')

const page = `# What of the specification is there

Printed by \`npm run coverage\`; a call counts when the contract has it (the role test calls every one of them), a route
when it leads to a page of its own, an event when the server sends it.

| | asked for | there |
|---|---|---|
| routes | ${ROUTES.length} | ${built.length} |
| calls | ${SPECIFIED_CALLS.length} | ${SPECIFIED_CALLS.length - missingCalls.length} |
| events | ${SPECIFIED_EVENTS.length} | ${sent.size} |

## Routes not built

Under maintenance (title and guard are there, the page is not, nor its entry in the menu): ${list(routeRows.filter((row) => row.state === 'under maintenance').map((row) => row.path))}

Missing: ${list(routeRows.filter((row) => row.state === 'missing').map((row) => row.path))}

## Calls

| area | there | missing |
|---|---|---|
${areas
  .map((area) => {
    const all = SPECIFIED_CALLS.filter((call) => call.area === area)
    const missing = all.filter((call) => missingCalls.includes(call))
    return `| ${area} | ${all.length - missing.length} of ${all.length} | ${list(missing.map((call) => call.path))} |`
  })
  .join('\n')}

Calls of ours beside them: ${list(ours)}

## Events not sent

${list(SPECIFIED_EVENTS.filter((event) => !sent.has(event)))}
`

const text = await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== text) {
    console.error('docs/coverage.md is out of date: npm run coverage')
    process.exit(1)
  }
} else {
  writeFileSync(PAGE, text)
  console.log(text)
}
