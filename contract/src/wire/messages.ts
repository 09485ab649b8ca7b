import { beginOf } from './begin.ts'
import { UNKNOWN_FIELDS_NAMED, type Language } from './constants.ts'
import { ACCOUNT_CHANGE_TEXTS } from './texts/account-changes.ts'
import { CLIENT_TEXTS } from './texts/clients.ts'
import { DEVICE_TEXTS } from './texts/devices.ts'
import { HL7_TEXTS } from './texts/hl7.ts'
import { DESTINATION_TEXTS } from './texts/destinations.ts'
import { ERASURE_TEXTS } from './texts/erasure.ts'
import { DOCUMENT_TEXTS } from './texts/documents.ts'
import { IDENTIFIER_TEXTS } from './texts/identifiers.ts'
import { IDENTITY_TEXTS } from './texts/identity.ts'
import { IMAGE_TEXTS, type ImageFault } from './texts/images.ts'
import { LETTER_PAGE_TEXTS } from './texts/letters.ts'
import { LIMIT_TEXTS } from './texts/limits.ts'
import { ORDER_TEXTS } from './texts/orders.ts'
import { QUESTIONNAIRE_TEXTS } from './texts/questionnaire.ts'
import { READING_TEXTS } from './texts/readings.ts'
import { RECALL_TEXTS } from './texts/recall.ts'
import { SIGN_IN_TEXTS } from './texts/sign-in.ts'
import { SSO_TEXTS } from './texts/sso.ts'
import { TRIAL_TEXTS } from './texts/trial.ts'
import { VALIDATION_MESSAGES } from './texts/validation.ts'
import { DRIFT_MESSAGES } from './texts/drift.ts'
import { WEBHOOK_TEXTS } from './texts/webhooks.ts'
import { FIELD_TEXTS } from './texts/fields.ts'
import { EXPORT_TEXTS } from './texts/exports.ts'
import { IMPORT_TEXTS } from './texts/imports.ts'
import { RECORD_TEXTS } from './texts/records.ts'
import { ACCOUNT_TEXTS } from './texts/accounts.ts'
import { UPLOAD_TEXTS } from './texts/uploads.ts'
import { FEEDBACK_TEXTS } from './texts/feedback.ts'
import { ANALYSIS_TEXTS } from './texts/analyses.ts'
import { STATUS_TEXTS } from './texts/statuses.ts'
import { LIVE_TEXTS } from './texts/live.ts'

/**
 * Messages that server and page share. A key may carry one argument: `max_chars|128`. A text with {d} carries a detail
 * before it: `image_format|GIF|eye.gif`.
 */
const TEXTS = {
  ...FIELD_TEXTS,
  ...EXPORT_TEXTS,
  ...IMPORT_TEXTS,
  ...RECORD_TEXTS,
  ...ACCOUNT_TEXTS,
  ...UPLOAD_TEXTS,
  ...FEEDBACK_TEXTS,
  ...ANALYSIS_TEXTS,
  ...STATUS_TEXTS,
  ...LIVE_TEXTS,
  ...IMAGE_TEXTS,
  ...QUESTIONNAIRE_TEXTS,
  ...ERASURE_TEXTS,
  ...DEVICE_TEXTS,
  ...HL7_TEXTS,
  ...IDENTITY_TEXTS,
  ...SSO_TEXTS,
  ...DESTINATION_TEXTS,
  ...CLIENT_TEXTS,
  ...WEBHOOK_TEXTS,
  ...SIGN_IN_TEXTS,
  ...LIMIT_TEXTS,
  ...DOCUMENT_TEXTS,
  ...IDENTIFIER_TEXTS,
  ...ORDER_TEXTS,
  ...READING_TEXTS,
  ...RECALL_TEXTS,
  ...LETTER_PAGE_TEXTS,
  ...VALIDATION_MESSAGES,
  ...DRIFT_MESSAGES,
  ...ACCOUNT_CHANGE_TEXTS,
  ...TRIAL_TEXTS,
} as const satisfies Record<string, readonly [string, string]>

export type MessageKey = keyof typeof TEXTS
export const MESSAGE_KEYS = Object.keys(TEXTS) as MessageKey[]

/** A message key with its argument, as validation issues and refusals carry it. */
export function message(key: MessageKey, argument?: string | number): string {
  return argument === undefined ? key : `${key}|${argument}`
}

/** Why a file of this name is not taken, encoded. */
export const imageMessage = ({ key, detail }: ImageFault, name: string): string =>
  message(key, detail === undefined ? name : `${detail}|${name}`)

function isKey(key: string): key is MessageKey {
  return Object.hasOwn(TEXTS, key)
}

/** `{n:minute|minutes}`: one, or several of what is counted. */
const PLURAL = /\{n:([^|}]*)\|([^}]*)\}/

/** The text of an encoded message in a language; a string that is no message comes back as it is. */
export function text(language: Language, encoded: string): string {
  const [key, argument] = parted(encoded)
  if (!isKey(key)) return encoded
  const written: string = TEXTS[key][language === 'en' ? 1 : 0]
  const said = written.replace(PLURAL, (_, one: string, other: string) =>
    argument === '1' ? one : other,
  )
  if (!said.includes('{d}')) return said.replace('{n}', () => argument)
  const [detail, name] = parted(argument)
  return said.replace('{d}', () => detail).replace('{n}', () => name)
}

/** A text before and after its first bar. */
function parted(text: string): [string, string] {
  const bar = text.indexOf('|')
  return bar < 0 ? [text, ''] : [text.slice(0, bar), text.slice(bar + 1)]
}

/** Longer than the name of any field. */
const NAME_CHARS = 64

interface Issue {
  code?: string | undefined
  message: string
  path: readonly PropertyKey[]
  input?: unknown
  keys?: readonly string[]
  origin?: string
  maximum?: number | bigint
}

/**
 * Failed validation as `{ field: encoded message }`; the names are those of the submitted object. Of unknown fields
 * the first ten are named, and of a long name its beginning: the answer stays small, whatever was sent.
 */
export function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of (issue.keys ?? []).slice(0, UNKNOWN_FIELDS_NAMED)) {
        fields[[...issue.path, beginOf(key, NAME_CHARS)].join('.')] ??= 'unknown_field'
      }
      continue
    }
    fields[issue.path.map(String).join('.') || 'body'] ??= issueMessage(issue)
  }
  return fields
}

function issueMessage(issue: Issue): string {
  if (isKey(issue.message.split('|')[0] ?? '')) return issue.message
  const input = issue.input
  if (input === undefined || input === null || input === '') return 'required'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return message('max_chars', Number(issue.maximum))
  if (issue.code === 'too_big' || issue.code === 'too_small') return 'out_of_range'
  if (issue.code === 'invalid_value') return 'not_allowed'
  return 'wrong_type'
}
