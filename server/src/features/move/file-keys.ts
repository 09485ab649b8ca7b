import { MODALITIES } from '@mingmou/contract'
import { isSafeKey } from '../../platform/files/keys.ts'

const UPLOADS = MODALITIES.map(({ key }) => `uploads/${key}`)

/**
 * Every column of an institution's tables that names a file, with the folders that it may lie in. Of
 * JSON the last names on the way to the text are said.
 */
export const FILE_KEYS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  institutions: { logo: ['logos'] },
  admission_documents: { file_key: ['documents'] },
  archive_images: {
    // One that was filed here from another kind of sitting has the image there as its upload.
    upload_key: [...UPLOADS, 'archives', 'received'],
    file_key: ['archives'],
    thumb_key: ['archives'],
  },
  dataset_images: { file_key: ['archives'], thumb_key: ['archives'] },
  batch_files: {
    upload_key: [...UPLOADS, 'received'],
    thumb_key: [...UPLOADS, 'received'],
  },
  received_files: { file_key: ['received'], upload_key: ['received'] },
  validation_cases: { file_key: ['validations'], thumb_key: ['validations'] },
  patient_imports: { file_key: ['imports'], faults_key: ['imports'], kept_key: ['imports'] },
  analysis_images: { 'overlays.key': ['analyses'] },
  drawn_images: { 'overlays.key': ['analyses'] },
  reports: { image_key: ['archives'], 'overlays.key': ['analyses'] },
}

/** Whether a row names only files below folders of this institution. */
export function namesOwnFiles(table: string, row: unknown, oid: string): boolean {
  const columns = FILE_KEYS[table] ?? {}
  return [...textsOf(row)].every(([path, text]) => {
    const found = Object.entries(columns).find(([name]) => isAt(path, name))
    if (found === undefined) return true
    const [, folders] = found
    return isSafeKey(text) && folders.some((folder) => text.startsWith(`${folder}/${oid}/`))
  })
}

/** Whether a text of a row is known to name a file. */
export const isFileKey = (table: string, path: string): boolean =>
  Object.keys(FILE_KEYS[table] ?? {}).some((name) => isAt(path, name))

const isAt = (path: string, name: string) => path === name || path.endsWith(`.${name}`)

/** Every text of a row with the names that lead to it; places in lists have none. */
export function* textsOf(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item, path)
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      yield* textsOf(part, path === '' ? name : `${path}.${name}`)
}
