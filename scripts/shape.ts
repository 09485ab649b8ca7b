import { dirname } from 'node:path'
import { circles, isTest, PACKAGES, sourcesOf } from './imports.ts'
import { FIGURE, KIND, RECORD, touchedBy } from './touched.ts'

/**
 * `npm run shape`: sizes of files, functions and folders, the circles that imports make, and the files that a small new
 * thing touches. `--check`: fails where
 * there is a circle or a feature hands on what another file exports, and says nothing else.
 */

/** A folder of more files has several subjects, a function of more lines several steps. */
const FOLDER_FILES = 25
const FUNCTION_LINES = 100

const share = (sorted: readonly number[], of: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0

const all = PACKAGES.map((name) => ({ name, sources: sourcesOf(name) }))
const sources = all.flatMap((part) => part.sources)

function printSizes(): void {
  console.log('Files, lines and functions')
  console.table(
    all.map(({ name, sources }) => {
      const product = sources.filter((source) => !isTest(source))
      const lines = product.map((source) => source.lines).toSorted((a, b) => a - b)
      const long = product
        .flatMap((source) => source.functions)
        .filter((each) => each.lines > FUNCTION_LINES)
      return {
        package: name,
        files: product.length,
        lines: lines.reduce((sum, count) => sum + count, 0),
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
      .filter((source) => !isTest(source))
      .flatMap(({ path, functions }) => functions.map((each) => ({ path, ...each })))
      .filter((each) => each.lines > FUNCTION_LINES),
  )

  console.log(`Folders of more than ${FOLDER_FILES} files, tests left out`)
  const folders = new Map<string, number>()
  for (const { path } of sources.filter((source) => !isTest(source)))
    folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
  console.table(
    [...folders]
      .filter(([, count]) => count > FOLDER_FILES)
      .map(([folder, count]) => ({ folder, files: count })),
  )
}

/** Of files by their imports, and of the server's features by those of their files. */
function findCircles() {
  const files = new Map(
    sources.filter((source) => !isTest(source)).map(({ path, imports }) => [path, imports]),
  )
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const features = new Map<string, string[]>()
  for (const [path, imports] of files) {
    const from = featureOf(path)
    if (from === undefined) continue
    const to = imports.map(featureOf).filter((name) => name !== undefined && name !== from)
    features.set(from, [...(features.get(from) ?? []), ...to.filter((name) => name !== undefined)])
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
  console.log('Files that a small new thing touches outside its own folders, as one that is there')
  for (const small of [RECORD, KIND, FIGURE]) {
    const files = touchedBy(small)
    console.log(`${small.thing}: ${files.length}`)
    console.table(files)
  }
}
