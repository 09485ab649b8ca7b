import { reasonNaming, RefusedFile } from '@mingmou/contract'
import { say } from '../texts/say.ts'

/** The files that this page sent, by their keys, in which a name has no Chinese. */
const names = new Map<string, string>()

export const rememberName = (key: string, name: string): void => void names.set(key, name)

/** Why a file was refused, by the name that the person gave it; null for what is no such refusal. */
export function refusalWords(data: unknown): string | null {
  const { data: found } = RefusedFile.safeParse(data)
  const name = found && names.get(found.refused.upload)
  return found && name !== undefined ? say(reasonNaming(found, name)) : null
}
