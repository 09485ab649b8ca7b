import { askUploadForms, FORMS_AT_ONCE, type UploadForm, type UploadType } from '@mingmou/contract'
import { api } from '../calls/api.ts'
import { safeName } from './send-file.ts'

/** A form that ends this soon is not begun with. */
const SPARE_MS = 60_000

/** Forms of the files that wait, asked for together: each takes its file alone, once. */
export class UploadForms {
  readonly #type: UploadType
  readonly #kept = new Map<File, UploadForm>()
  readonly #asked = new WeakSet<File>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(type: UploadType) {
    this.#type = type
  }

  /** The form of a file. `waiting`: those that will need one next. */
  of(file: File, waiting: () => readonly File[]): Promise<UploadForm> {
    // One after the other: what an earlier one asked for may be for this file too.
    const form = this.#turn.then(async () => this.#take(file) ?? this.#ask(file, waiting()))
    this.#turn = form.catch(() => undefined)
    return form
  }

  #take(file: File): UploadForm | undefined {
    const form = this.#kept.get(file)
    this.#kept.delete(file)
    return form && Date.parse(form.expires_at) > Date.now() + SPARE_MS ? form : undefined
  }

  async #ask(file: File, waiting: readonly File[]): Promise<UploadForm> {
    // One whose form was lost on the way asks anew by itself.
    const others = waiting.filter((other) => other !== file && !this.#asked.has(other))
    const files = [file, ...others].slice(0, FORMS_AT_ONCE)
    files.forEach((file) => this.#asked.add(file))
    const file_names = files.map(({ name }) => safeName(name))
    const body = { file_type: this.#type, file_names }
    // Why a file is refused stands at the file.
    const { forms } = await api(askUploadForms, body, { toldInPlace: true })
    for (const [at, form] of forms.entries()) {
      const owner = files[at]
      if (owner) this.#kept.set(owner, form)
    }
    const form = this.#take(file)
    if (!form) throw new Error('no form was given')
    return form
  }
}
