import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { Environment } from '../server/src/environment.ts'
import { rooms } from './rooms.ts'

/**
 * `npm run manual`: prints the pages of commands and settings, and the drawing of the folders in
 * ARCHITECTURE.md; `--check` fails when one is out of date, a command has no row, or the index of the decisions lacks one.
 */

const ROOT = resolve(import.meta.dirname, '..')

interface Command {
  name: string
  /** As it is typed after the name; empty: it takes nothing. */
  words?: string
  does: string
}

const RUNNING: Command[] = [
  { name: 'start', does: 'starts everything with the demo institution, builds what is missing' },
  {
    name: 'analyse',
    words: '-- fundus|surface FILE… --out DIR',
    does: 'the analysis without a server: findings and maps of each file',
  },
  {
    name: 'analyse',
    words: '-- octa FILE… --scan 3',
    does: 'the same for OCTA scans of 3 or 6 mm',
  },
  {
    name: 'analyse',
    words: '-- check FOLDER --lang zh-CN',
    does: 'what would become of each file of a folder, and why not; writes nothing',
  },
  {
    name: 'backup',
    words: '-- --to DIR --key FILE',
    does: 'backs up database and files, also while the program runs, and proves it by restoring',
  },
  {
    name: 'restore',
    words: '-- --from DIR --key FILE',
    does: 'restores into an empty `DATA_DIR`, the newest state or that of a moment: [backup.md](backup.md)',
  },
  {
    name: 'institution:export',
    words: '-- --institution EMAIL --to DIR --key FILE',
    does: 'everything that one institution owns, in a folder: [running.md](running.md)',
  },
  {
    name: 'institution:import',
    words: '-- --from DIR --key FILE',
    does: 'brings it into another installation, as a whole or not at all',
  },
  {
    name: 'installation:export',
    words: '-- --to DIR --key FILE',
    does: 'every table and file, from an embedded or an external server: [backup.md](backup.md)',
  },
  {
    name: 'installation:import',
    words: '-- --from DIR --key FILE',
    does: 'fills an empty installation with them, on either kind of server',
  },
  {
    name: 'admin:recover',
    words: '-- NAME',
    does: 'a way back for an administrator who lost all factors: [running.md](running.md)',
  },
  {
    name: 'keys:rotate',
    does: 'new signing keys while the program runs: [running.md](running.md)',
  },
  {
    name: 'audit:verify',
    does: 'names entries of the audit log and reports that were changed, removed or put in',
  },
]

const WORKING: Command[] = [
  { name: 'dev', does: 'the program in watch mode, an edit is seen at once: CONTRIBUTING.md' },
  {
    name: 'check',
    does: 'format, lint, types, dead code, and whether the printed pages are true: the quick half of `npm test`',
  },
  { name: 'test', does: '`npm run check` and the tests, browser journeys included' },
  {
    name: 'test:long',
    words: '[-- MINUTES]',
    does: 'the tests that `npm test` leaves out: sweeps, drills, days of work; after that many minutes none is begun',
  },
  {
    name: 'test:node',
    words: '-- 24 FILE…',
    does: 'the tests, or some of them, under Node 22, 24 and 26, on Linux',
  },
  { name: 'bench', words: '[NAME]', does: 'speed, in tables' },
  {
    name: 'chaos',
    does: 'twenty-two faults while people write: killed processes, full disks, power cuts; says what was lost',
  },
  {
    name: 'shape',
    does: 'sizes of files, functions and folders, circles of imports, and the files that a small new thing touches',
  },
  { name: 'build', does: 'pages and program as they run' },
  { name: 'format', does: 'whether Prettier would change a file' },
  { name: 'format:fix', does: 'lets Prettier change it' },
  { name: 'lint', does: 'oxlint, types included' },
  { name: 'types', does: 'TypeScript alone' },
  { name: 'dead', does: 'files, exports and packages that nothing uses' },
]

const PRINTING: Command[] = [
  { name: 'openapi', does: 'the contract as OpenAPI; a running server has it at `/openapi.json`' },
  {
    name: 'accuracy',
    does: 'how accurate the analysis is, from the cards of the models: [accuracy.md](accuracy.md)',
  },
  {
    name: 'figures',
    does: 'every figure with its unit, error, norm and code: [figures.md](figures.md)',
  },
  {
    name: 'coverage',
    does: 'how much of the specification is built: [coverage.md](coverage.md)',
  },
  { name: 'licences', does: 'the licence of every dependency: [licences.md](licences.md)' },
  {
    name: 'manual',
    does: 'this page, that of the settings ([settings.md](settings.md)), and the drawing in [ARCHITECTURE.md](../ARCHITECTURE.md)',
  },
  {
    name: 'sbom',
    words: '-- FILE',
    does: 'every package and network with licence and hash, as CycloneDX',
  },
  {
    name: 'sizes',
    does: 'workers and disk for 10, 100 and 1,000 clinicians: [running.md](running.md)',
  },
]

/** npm runs this one by itself. */
const BY_ITSELF = ['prepare']

const short = ['start', 'test']

function typed({ name, words = '' }: Command): string {
  const command = short.includes(name) ? `npm ${name}` : `npm run ${name}`
  return `\`${`${command} ${words}`.trim().replaceAll('|', '\\|')}\``
}

const table = (commands: readonly Command[]) =>
  ['| command | what it does |', '|---|---|']
    .concat(commands.map((command) => `| ${typed(command)} | ${command.does} |`))
    .join('\n')

/** As it is written into the environment. */
function defaultOf(setting: (typeof Environment.shape)[keyof typeof Environment.shape]): string {
  const { data } = setting.safeParse(undefined)
  if (data === undefined) return ''
  if (typeof data === 'boolean') return data ? '1' : '0'
  return Array.isArray(data) ? data.join(',') : String(data)
}

const SETTINGS = Object.entries(Environment.shape).map(
  ([name, setting]) => `| \`${name}\` | ${setting.description ?? ''} | ${defaultOf(setting)} |`,
)

/** What stands between the marks of ARCHITECTURE.md is printed; people write the rest. */
const MARKS = ['<!-- printed by npm run manual -->', '<!-- end -->'] as const
function withRooms(page: string): string {
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark))
  if (!begin || !end || begin < 0 || end < begin)
    throw new Error(`ARCHITECTURE.md lacks ${MARKS.join(' and ')}`)
  return `${page.slice(0, begin + MARKS[0].length)}\n\n${rooms()}\n\n${page.slice(end)}`
}

const PAGES = {
  'ARCHITECTURE.md': withRooms(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')),
  'docs/commands.md': `# Commands

Printed by \`npm run manual\`. Each is run in the project's folder.

## Running it

${table(RUNNING)}

## Working on it

${table(WORKING)}

## Printing pages

${table(PRINTING)}
`,
  'docs/settings.md': `# Settings

Printed by \`npm run manual\` from the program. Environment variables set everything. A variable that cannot be read stops the start with one line that names it.

| variable | meaning | default |
|---|---|---|
${SETTINGS.join('\n')}
`,
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const told = [...RUNNING, ...WORKING, ...PRINTING].map(({ name }) => name).concat(BY_ITSELF)
const untold = Object.keys(scripts).filter((name) => !told.includes(name))
const gone = told.filter((name) => !(name in scripts))
const DECISIONS = join(ROOT, 'docs/decisions')
const index = readFileSync(join(DECISIONS, 'README.md'), 'utf8')
const unlisted = readdirSync(DECISIONS).filter(
  (name) => name !== 'README.md' && index.split(`(${name})`).length !== 2,
)
const unsaid = Object.entries(Environment.shape).filter(([, { description }]) => !description)
for (const [names, fault] of [
  [untold, 'has no row in scripts/manual.ts'],
  [gone, 'has a row in scripts/manual.ts and is no script of package.json'],
  [unlisted, 'must stand once in docs/decisions/README.md'],
  [unsaid.map(([name]) => name), 'has no description in server/src/environment.ts'],
] as const)
  for (const name of names) {
    console.error(`${name} ${fault}`)
    process.exitCode = 1
  }

for (const [name, page] of Object.entries(PAGES)) {
  const path = join(ROOT, name)
  const printed = await format(page, { ...(await resolveConfig(path)), filepath: path })
  if (!process.argv.includes('--check')) writeFileSync(path, printed)
  else if (readFileSync(path, 'utf8') !== printed) {
    console.error(`${name} is out of date: npm run manual`)
    process.exitCode = 1
  }
}
