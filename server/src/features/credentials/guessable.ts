import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Context } from '../../context.ts'
import { invalid } from '../../http/refusal.ts'

/** The 5,073 most common passwords that pass the rules, from the 20,000 that Django refuses. */
const FILE = fileURLToPath(new URL('common-passwords.txt.gz', import.meta.url))
let common: ReadonlySet<string> | undefined

const readCommon = () => new Set(gunzipSync(readFileSync(FILE)).toString().split('\n'))

/** Words of this product and field. Such a word with digits behind it is no password. */
const WORDS = new Set(
  `mingmou admin administrator password passwd welcome clinic hospital doctor patient ophthalmology
  fundus retina cornea octa yiyuan yisheng yanke mima guanliyuan demo test user`.split(/\s+/),
)

/**
 * Whether a password is common, or is such a word or the own name with digits and signs around it.
 */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  const lower = password.toLowerCase()
  const word = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  common ??= readCommon()
  return common.has(lower) || WORDS.has(word) || names.some((name) => isNameIn(name, lower))
}

/** The user name, or the part of an address before the @. */
function isNameIn(name: string, password: string): boolean {
  const part = name.toLowerCase().split('@')[0] ?? ''
  return part.length >= 4 && password.replace(/[^a-z0-9]+$/, '').replace(/\d{0,4}$/, '') === part
}

/** Refuses at the field of the password, where the installation is set to do so. */
export function refuseGuessable(
  { config }: Context,
  field: string,
  password: string,
  names?: readonly string[],
): void {
  if (config.refuseCommonPasswords && isGuessable(password, names))
    throw invalid({ [field]: 'password_guessable' })
}
