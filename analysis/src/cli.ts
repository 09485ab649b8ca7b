import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  Eye,
  FILE_HEAD_BYTES,
  formatFault,
  LANGUAGES,
  MODALITY,
  Scale,
  text,
  type Modality,
} from '@mingmou/contract'
import { checkFolder } from './check/folder.ts'
import { ANALYSERS, ImageRefused, openImage, type Ready } from './index.ts'

const isModality = (key: string): key is Modality => key in MODALITY
const USAGE = `npm run analyse -- check FOLDER [--lang zh-CN|en]
npm run analyse -- ${Object.keys(MODALITY).join('|')} FILE|FOLDER... --out DIR [--eye OD|OS] [--mm-per-px NUMBER] [--scan 3|6]`
const MODELS = join(import.meta.dirname, '..', '..', 'models')

function fail(line: string, code: number): never {
  console.error(line)
  process.exit(code)
}

interface Known {
  eye?: Eye
  scale?: Scale
  img_type?: 1 | 2
}

/** As an archive of scans says it. */
const IMG_TYPES: Readonly<Record<string, 1 | 2>> = { 3: 1, 6: 2 }

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        eye: { type: 'string' },
        scan: { type: 'string' },
        models: { type: 'string' },
        lang: { type: 'string' },
        'mm-per-px': { type: 'string' },
      },
    })
    const [modality = '', ...paths] = positionals
    const { out, scan, models = MODELS, lang = 'en', 'mm-per-px': scale } = values
    const known: Known = {}
    if (values.eye !== undefined)
      known.eye = Eye.safeParse(values.eye).data ?? fail('--eye is OD or OS', 2)
    if (scan !== undefined) known.img_type = IMG_TYPES[scan] ?? fail('--scan is 3 or 6', 2)
    if (scale !== undefined)
      known.scale =
        Scale.safeParse({ mm_per_px: Number(scale), source: 'stated' }).data ??
        fail('--mm-per-px is a number above 0', 2)
    const language =
      LANGUAGES.find((language) => language === lang) ?? fail('--lang is zh-CN or en', 2)
    return { modality, paths, out, models, known, language }
  } catch (fault) {
    return fail(`${fault instanceof Error ? fault.message : String(fault)}\n${USAGE}`, 2)
  }
}

function reasonOf(fault: unknown, file: string): string {
  const name = basename(file)
  if (fault instanceof ImageRefused) return text('en', fault.of(name))
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')
    return `${name}: no such file`
  return `${name}: ${fault instanceof Error ? fault.message : String(fault)}`
}

/** A file itself, or the images in and below a folder in the order of their names. */
async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path).catch(() => null))?.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true })
  const files: string[] = []
  for (const name of entries.sort())
    if (await beginsAsImage(join(path, name))) files.push(join(path, name))
  return files
}

/** By its content, as everywhere. A file named on the command line is tried whatever it is. */
async function beginsAsImage(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null)
  if (handle === null) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FILE_HEAD_BYTES), 0)
    return formatFault(buffer.subarray(0, bytesRead)) === null
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

async function analyseFile(file: string, folder: string, models: Ready, known: Known) {
  const { bytes, scale, said } = await openImage(await readFile(file))
  const { imageType } = said
  const { findings, maps } = await models.analyse(bytes, { scale, imageType, ...known })
  await mkdir(folder, { recursive: true })
  await Promise.all([
    writeFile(join(folder, 'findings.json'), `${JSON.stringify(findings, null, 2)}\n`),
    ...maps.map(async ({ name, encode }) => writeFile(join(folder, `${name}.png`), await encode())),
  ])
}

const { modality, paths, out, models: dir, known, language } = readArguments()
if (modality === 'check') {
  const [folder] = paths
  if (folder === undefined || paths.length > 1) fail(USAGE, 2)
  if (!(await stat(folder).catch(() => null))?.isDirectory()) fail(`${folder}: no such folder`, 2)
  const refused = await checkFolder(
    folder,
    language,
    (line) => console.log(line),
    // The list may go to a file.
    (line) => console.error(line),
  )
  process.exit(refused > 0 ? 1 : 0)
}
if (!isModality(modality) || paths.length === 0 || !out) fail(USAGE, 2)

const models = await ANALYSERS[modality]
  .load(join(dir, modality))
  .catch((fault: unknown) => fail(fault instanceof Error ? fault.message : String(fault), 1))
const done = new Set<string>()
for (const path of paths)
  for (const file of await filesOf(path)) {
    const stem = basename(file, extname(file))
    const work = done.has(stem)
      ? Promise.reject(new Error(`results of another ${stem} lie there already`))
      : analyseFile(file, join(out, stem), models, known)
    done.add(stem)
    await work.catch((fault: unknown) => {
      console.error(reasonOf(fault, file))
      process.exitCode = 1
    })
  }
await models.close()
