import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { PRODUCT_VERSION } from '../contract/src/index.ts'
import { modelCards } from './model-cards.ts'
import { installed, ROOT } from './packages.ts'

/**
 * `npm run sbom -- FILE`: what the product is made of, as CycloneDX. `npm sbom` writes it from the
 * lock; its own `--omit dev` loses packages that both the product and a check depend on.
 */

const [file, ...rest] = process.argv.slice(2)
if (file === undefined || rest.length > 0) {
  console.error('npm run sbom -- FILE')
  process.exit(64)
}

const Component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  licenses: z.array(z.unknown()).optional(),
})
const Bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
type Component = z.infer<typeof Component>

const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
const printed = execFileSync('npm', words, {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
})
const bom = Bom.parse(JSON.parse(printed))

const OWN = /^@mingmou\/(?!bench|e2e)/
const licences = new Map(
  installed().map(({ name, version, licence }) => [`${name}@${version}`, licence]),
)
const refOf = ({ 'bom-ref': ref }: Component) => ref
const packages = bom.components
  .filter((part) => licences.has(refOf(part)) || OWN.test(refOf(part)))
  .map((part) => {
    const expression = licences.get(refOf(part))
    return part.licenses === undefined && expression !== undefined
      ? { ...part, licenses: [{ expression }] }
      : part
  })
const missing = [...licences.keys()].filter((ref) => !packages.some((part) => refOf(part) === ref))
if (missing.length > 0) throw new Error(`npm sbom leaves out ${missing.join(', ')}`)

const networks = modelCards().map(({ path, question, version, licence, sha256 }) => ({
  'bom-ref': `pkg:generic/mingmou/${path}@${version}`,
  type: 'machine-learning-model',
  name: path,
  version,
  description: question,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: [{ license: { name: licence } }],
}))
const { metadata } = bom
const root = `mingmou@${PRODUCT_VERSION}`
const kept = new Set([...packages, ...networks].map((part) => part['bom-ref']))
const own = metadata.component['bom-ref']
const dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref) || ref === own)
  .map(({ ref, dependsOn }) => ({
    ref: ref === own ? root : ref,
    dependsOn: dependsOn.filter((ref) => kept.has(ref)),
  }))

const made = {
  ...bom,
  metadata: {
    ...metadata,
    component: {
      ...metadata.component,
      'bom-ref': root,
      name: 'mingmou',
      version: PRODUCT_VERSION,
    },
  },
  components: [...packages, ...networks],
  dependencies,
}
writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
console.log(`${file}: ${packages.length} packages and ${networks.length} networks`)
