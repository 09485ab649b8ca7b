import { beginOf, bringValidation } from '@mingmou/contract'
import { api } from '../../lib/calls/api.ts'
import { sendFile } from '../../lib/files/send-file.ts'
import { UploadForms } from '../../lib/files/upload-forms.ts'

/** Sends every file, one after the other, and starts the study. */
export async function bring(
  name: string,
  table: File,
  photographs: readonly File[],
  onSent: (sent: number) => void,
) {
  const { signal } = new AbortController()
  const quiet = () => undefined
  const forms = new UploadForms('fundus')
  const files: { key: string; file_name: string }[] = []
  for (const [at, file] of photographs.entries()) {
    const form = await forms.of(file, () => photographs.slice(at))
    files.push({
      key: await sendFile(form, file, quiet, signal),
      file_name: beginOf(file.name, 200),
    })
    onSent(files.length)
  }
  const form = await new UploadForms('patients').of(table, () => [])
  const key = await sendFile(form, table, quiet, signal)
  return api(bringValidation, { name, table: key, files }, { toldInPlace: true })
}
