import { z } from 'zod'
import { bounded, freeText } from '../../wire/fields.ts'
import { message } from '../../wire/messages.ts'
import { calendarDay } from '../../wire/days.ts'

/**
 * Numbers of a patient besides the card number: of the medical record, of the identity card (GB 11643), of an
 * examination in another system, and any other.
 */
export const IDENTIFIER_KINDS = ['record', 'national', 'exam', 'other'] as const
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number]

/** How many numbers of a patient are kept. */
export const IDENTIFIERS_MOST = 20

const Identifier = z.strictObject({
  kind: z.enum(IDENTIFIER_KINDS, 'not_allowed'),
  value: bounded(z.string().trim().min(1, 'required'), 64),
  /** Who gave the number; empty where nobody said. The state gives those of identity cards. */
  issuer: freeText(64),
})
export type Identifier = z.infer<typeof Identifier>

/** Two writings of one number: letter case and hyphens at the end do not matter. */
export const identifierForm = ({ kind, value, issuer }: Identifier) =>
  [kind, value.toUpperCase().replace(/-+$/, ''), issuer.toUpperCase()].join('\n')

export const Identifiers = z
  .array(Identifier, 'wrong_type')
  .max(IDENTIFIERS_MOST, message('identifier_count', IDENTIFIERS_MOST))
  .overwrite((all) => all.map(written))
  .refine(
    (all) => all.every(({ kind, value }) => kind !== 'national' || nationalId(value)),
    'national_id_format',
  )
  .refine((all) => new Set(all.map(identifierForm)).size === all.length, 'identifier_twice')

const written = (identifier: Identifier): Identifier =>
  identifier.kind === 'national'
    ? { ...identifier, value: identifier.value.toUpperCase(), issuer: '' }
    : identifier

/** Of GB 11643: the weight of each of the first 17 digits, and the check digit of each rest of 11. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/** Birthday and sex in the number of an identity card; null where it is none or its check digit is wrong. */
export function nationalId(value: string): { birthday: string; gender: 1 | 2 } | null {
  const [, year = '', month = '', day = '', order = ''] =
    /^\d{6}(\d{4})(\d{2})(\d{2})(\d{3})[\dX]$/i.exec(value) ?? []
  const birthday = calendarDay(year, month, day)
  if (!birthday || year < '1900') return null
  const sum = WEIGHTS.reduce((sum, weight, place) => sum + weight * Number(value[place]), 0)
  if (CHECKS[sum % 11] !== value[17]?.toUpperCase()) return null
  return { birthday, gender: Number(order) % 2 === 1 ? 1 : 2 }
}
