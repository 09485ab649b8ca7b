import type { CommonFindings } from '../findings/common.ts'
import type { Eye } from '../findings/findings.ts'

/** The side of the picture that the nasal or temporal side lies on. In a right eye the nasal side lies right, as the clinician faces it. */
export const sideOf = (name: 'nasal' | 'temporal', eye: Eye): 'left' | 'right' =>
  (name === 'nasal') === (eye === 'OD') ? 'right' : 'left'

/** A place of the findings that follows the eye, and the place of the side that it is copied from: dotted names. */
export type Copy = readonly [to: string, from: string]

/** The findings with a stated eye, and at each place that follows it the figure, confidence and reason of its side. */
export function withEye<Found extends CommonFindings>(
  found: Found,
  eye: Eye,
  copies: readonly Copy[],
): Found {
  const copied = <T>(from: Readonly<Record<string, T>>) =>
    copies.flatMap(([to, source]) => {
      const value = from[source]
      return value === undefined ? [] : [[to, value] as const]
    })
  const answered = new Set(['eye', 'eye_confidence', ...copies.map(([to]) => to)])
  const open = Object.entries(found.not_measured).filter(([name]) => !answered.has(name))
  const told = copies.reduce<Found>(
    (all, [to, from]) => put(all, to.split('.'), partAt(found, from)),
    found,
  )
  return {
    ...told,
    eye,
    eye_confidence: found.eye_confidence ?? 1,
    confidence: { ...found.confidence, ...Object.fromEntries(copied(found.confidence)) },
    not_measured: Object.fromEntries([...open, ...copied(found.not_measured)]),
  }
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const partAt = (from: object, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>((value, name) => (isGroup(value) ? value[name] : undefined), from)

/** A group that is null stays so. */
function put<T extends object>(
  group: T,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): T {
  if (rest.length === 0) return { ...group, [name]: value }
  const inner = (group as Record<string, unknown>)[name]
  return isGroup(inner) ? { ...group, [name]: put(inner, rest, value) } : group
}
