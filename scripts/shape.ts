import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/**
 * `npm run shape`: sizes of files, functions and folders, and the circles that imports make. `--check`: fails where
 * there is a circle or a feature hands on what another file exports, and says nothing else.
 */

const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = ['contract', 'analysis', 'server', 'web', 'e2e', 'bench']
/** A folder of more files has several subjects, a function of more lines several steps. */
const FOLDER_FILES = 25
const FUNCTION_LINES = 100

interface Source {
  path: string
  lines: number
  imports: string[]
  /** It exports what another file says. */
  handsOn: boolean
  functions: { name: string; lines: number }[]
}

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && /\.tsx?$/.test(one.name))
    .map((one) => relative(ROOT, join(one.parentPath, one.name)))
}

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { program, module } = parseSync(path, text)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const functions: Source['functions'] = []
  const note = ({ start, end, id }: { start: number; end: number; id?: { name: string } | null }) =>
    functions.push({
      name: id?.name ?? `line ${lineOf(start)}`,
      lines: lineOf(end) - lineOf(start) + 1,
    })
  new Visitor({ FunctionDeclaration: note, ArrowFunctionExpression: note }).visit(program)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((one) => one.moduleRequest?.value ?? []),
  )
  const specifiers = [...module.staticImports.map((one) => one.moduleRequest.value), ...exported]
  const imports = specifiers
    .filter((one) => one.startsWith('.'))
    .map((one) => join(dirname(path), one))
  return {
    ...{ path, functions, lines: text.split('\n').length - 1 },
    ...{ imports: [...new Set(imports)], handsOn: exported.length > 0 },
  }
}

/** Sets of nodes each of which reaches every other: Tarjan, 1972. Those of one node are left out. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string) => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue
      if (!index.has(next)) visit(next)
      const reached = stack.includes(next) ? (low.get(next) ?? 0) : Infinity
      low.set(node, Math.min(low.get(node) ?? 0, reached))
    }
    if (low.get(node) !== index.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) found.push(circle)
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found
}

const share = (sorted: readonly number[], of: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0

const all = PACKAGES.map((name) => ({ name, sources: filesOf(`${name}/src`).map(read) }))
const isTest = ({ path }: Source) => /\.test\.tsx?$|\/testing\//.test(path)
const sources = all.flatMap((one) => one.sources)

function printSizes(): void {
  console.log('Files, lines and functions')
  console.table(
    all.map(({ name, sources }) => {
      const product = sources.filter((one) => !isTest(one))
      const lines = product.map((one) => one.lines).toSorted((a, b) => a - b)
      const long = product
        .flatMap((one) => one.functions)
        .filter((one) => one.lines > FUNCTION_LINES)
      return {
        package: name,
        files: product.length,
        lines: lines.reduce((sum, one) => sum + one, 0),
        median: share(lines, 0.5),
        p90: share(lines, 0.9),
        largest: lines.at(-1) ?? 0,
        'long functions': long.length,
        'test files': sources.length - product.length,
      }
    }),
  )

  console.log(`Functions of more than ${FUNCTION_LINES} lines`)
  console.table(
    sources
      .filter((one) => !isTest(one))
      .flatMap(({ path, functions }) => functions.map((one) => ({ path, ...one })))
      .filter((one) => one.lines > FUNCTION_LINES),
  )

  console.log(`Folders of more than ${FOLDER_FILES} files, tests left out`)
  const folders = new Map<string, number>()
  for (const one of sources.filter((file) => !isTest(file)))
    folders.set(dirname(one.path), (folders.get(dirname(one.path)) ?? 0) + 1)
  console.table(
    [...folders]
      .filter(([, count]) => count > FOLDER_FILES)
      .map(([folder, count]) => ({ folder, files: count })),
  )
}

/** Of files by their imports, and of the server's features by those of their files. */
function findCircles() {
  const files = new Map(sources.filter((one) => !isTest(one)).map((one) => [one.path, one.imports]))
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const features = new Map<string, string[]>()
  for (const [path, imports] of files) {
    const from = featureOf(path)
    if (from === undefined) continue
    const to = imports.map(featureOf).filter((one) => one !== undefined && one !== from)
    features.set(from, [...(features.get(from) ?? []), ...to.filter((one) => one !== undefined)])
  }
  return { files: circles(files), features: circles(features) }
}

/** A service hands on no queries: others take what they need from the file that is named for it. */
const handedOn = () =>
  sources.filter(({ path, handsOn }) => path.startsWith('server/src/features/') && handsOn)

const found = findCircles()
if (process.argv.includes('--check')) {
  for (const circle of [...found.files, ...found.features])
    console.error(`These know each other in a circle: ${circle.join(', ')}`)
  for (const { path } of handedOn()) console.error(`Another file's exports are handed on: ${path}`)
  const faults = [...found.files, ...found.features, ...handedOn()]
  process.exitCode = faults.length > 0 ? 1 : 0
} else {
  printSizes()
  console.log('Circles of files')
  console.table(found.files.map((circle) => ({ files: circle.length, names: circle.join(' ') })))
  console.log('Circles of the features of the server')
  console.table(
    found.features.map((circle) => ({ features: circle.length, names: circle.join(' ') })),
  )
}
