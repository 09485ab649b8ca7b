import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { message, text, type Eye, type FundusFindings } from '@mingmou/contract'
import { analyseFundus, ImageRefused, loadModels, openImage, type Models } from './index.ts'

const USAGE = 'npm run analyse -- fundus FILE... --out DIR [--eye OD|OS] [--scan 3|6]'
const MODELS = join(import.meta.dirname, '..', '..', 'models')

function fail(line: string, code: number): never {
  console.error(line)
  process.exit(code)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { out: { type: 'string' }, eye: { type: 'string' }, scan: { type: 'string' } },
    })
    const [modality = '', ...files] = positionals
    if (values.eye && !['OD', 'OS'].includes(values.eye)) fail('--eye is OD or OS', 2)
    if (values.scan && !['3', '6'].includes(values.scan)) fail('--scan is 3 or 6', 2)
    return { modality, files, out: values.out, eye: values.eye as Eye | undefined }
  } catch (fault) {
    return fail(`${fault instanceof Error ? fault.message : String(fault)}\n${USAGE}`, 2)
  }
}

function reasonOf(fault: unknown, file: string): string {
  const name = basename(file)
  if (fault instanceof ImageRefused) return text('en', message(fault.key, name))
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')
    return `${name}: no such file`
  return `${name}: ${fault instanceof Error ? fault.message : String(fault)}`
}

/** The eye as the caller knows it takes the place of the machine's finding. */
function withEye(findings: FundusFindings, eye: Eye): FundusFindings {
  const open = Object.entries(findings.not_measured).filter(([name]) => !name.startsWith('eye'))
  return { ...findings, eye, eye_confidence: 1, not_measured: Object.fromEntries(open) }
}

async function analyseFile(file: string, out: string, models: Models, eye?: Eye) {
  const image = await openImage(await readFile(file))
  const { findings, maps } = await analyseFundus(image.bytes, models)
  const told = eye ? withEye(findings, eye) : findings
  const folder = join(out, basename(file, extname(file)))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'findings.json'), `${JSON.stringify(told, null, 2)}\n`)
  for (const { name, png } of maps) await writeFile(join(folder, `${name}.png`), png)
}

const { modality, files, out, eye } = readArguments()
if (modality === 'surface' || modality === 'octa') fail(`${modality} is not available yet`, 2)
if (modality !== 'fundus' || files.length === 0 || !out) fail(USAGE, 2)

const models = await loadModels(MODELS).catch((fault: unknown) =>
  fail(fault instanceof Error ? fault.message : String(fault), 1),
)
for (const file of files)
  await analyseFile(file, out, models, eye).catch((fault: unknown) => {
    console.error(reasonOf(fault, file))
    process.exitCode = 1
  })
await models.close()
