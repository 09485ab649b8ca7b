import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, context } from 'esbuild'

/**
 * Builds the program: our own sources in a few files, packages as they are but for some of many
 * files. From a thousand files of source a start takes twice as long.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'server/dist')
/** What a person or a machine starts. The last is the one whose age is asked for. */
const ENTRIES = [
  'scripts/start.ts',
  'scripts/admin-recover.ts',
  'scripts/audit-verify.ts',
  'scripts/backup.ts',
  'scripts/institution-export.ts',
  'scripts/installation-export.ts',
  'scripts/installation-import.ts',
  'scripts/institution-import.ts',
  'scripts/keys-rotate.ts',
  'scripts/restore.ts',
  'server/src/open-process.ts',
  'server/src/pdf-thread.ts',
  'server/src/table-thread.ts',
  'server/src/main.ts',
]

/** Packages of hundreds of modules that read no file of their own. */
const BUILT_IN = ['kysely', 'zod', 'jose']

/** @type {import('esbuild').Plugin} */
const packagesStay = {
  name: 'packages stay',
  setup(building) {
    building.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      const [name = ''] = path.split('/')
      const isBuilt = kind === 'entry-point' || name === '@mingmou' || BUILT_IN.includes(name)
      return isBuilt ? null : { path, external: true }
    })
  },
}

/**
 * A source finds files beside it, or the models, from its own place, wherever the built file lies.
 *
 * @type {import('esbuild').Plugin}
 */
const placesStay = {
  name: 'places stay',
  setup(building) {
    building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const folder = relative(OUT, dirname(path)).split(sep).join('/')
      const contents = readFileSync(path, 'utf8')
        .replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(`${folder}/${basename(path)}`)}, import.meta.url).href`,
        )
        .replaceAll(
          'import.meta.dirname',
          `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`,
        )
      return { contents, loader: 'ts' }
    })
  },
}

/**
 * The built program has no folder of migrations to look into: what is in it now is built in.
 *
 * @type {import('esbuild').Plugin}
 */
const migrationsCome = {
  name: 'migrations come',
  setup(building) {
    building.onLoad({ filter: /[\\/]migrations[\\/]all\.ts$/ }, ({ path }) => {
      const names = readdirSync(dirname(path)).filter((name) => /^\d{4}_\w+\.ts$/.test(name))
      const imports = names.map((name, at) => `import * as m${at} from './${name}'`)
      const entries = names.map((name, at) => `'${name.replace('.ts', '')}': m${at}`)
      const contents = `${imports.join('\n')}
        export const findMigrations = () => Promise.resolve({ ${entries.join(', ')} })`
      return { contents, loader: 'ts', resolveDir: dirname(path) }
    })
  },
}

/**
 * Each file in one step, those that others import first: a program may start meanwhile. What no
 * longer belongs goes.
 *
 * @type {(files: import('esbuild').OutputFile[]) => void}
 */
function place(files) {
  mkdirSync(OUT, { recursive: true })
  const entries = ENTRIES.map((entry) => `${basename(entry, '.ts')}.js`)
  const named = files
    .map(({ path, contents }) => ({ name: basename(path), contents }))
    .sort((one, other) => entries.indexOf(one.name) - entries.indexOf(other.name))
  for (const { name, contents } of named) {
    const fresh = join(OUT, `.${name}.${process.pid}`)
    writeFileSync(fresh, contents)
    renameSync(fresh, join(OUT, name))
  }
  const kept = new Set(named.map(({ name }) => name))
  for (const name of readdirSync(OUT))
    if (!kept.has(name) && !name.startsWith('.')) rmSync(join(OUT, name), { force: true })
}

/** @type {import('esbuild').BuildOptions & { write: false }} */
const OPTIONS = {
  entryPoints: ENTRIES.map((entry) => join(ROOT, entry)),
  entryNames: '[name]',
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
  plugins: [packagesStay, migrationsCome, placesStay],
}

export async function buildProgram() {
  const { outputFiles } = await build(OPTIONS)
  place(outputFiles)
}

/** For building again and again: each time takes the files that did not change from the time before. */
export async function openBuild() {
  const building = await context(OPTIONS)
  return {
    async build() {
      const { outputFiles } = await building.rebuild()
      place(outputFiles)
    },
    close: () => building.dispose(),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildProgram()
