/** A data set of the upper layer by the names of its elements. */
export type Elements = Record<string, unknown>

/** The first value of an element as text; of a name its groups between `=`. Empty where there is none. */
export function textOf(elements: Elements, name: string): string {
  const value = elements[name]
  const first: unknown = Array.isArray(value) ? (value as unknown[])[0] : value
  if (typeof first === 'string') return first.trim()
  if (typeof first === 'number') return String(first)
  if (typeof first !== 'object' || first === null) return ''
  const groups = ['Alphabetic', 'Ideographic', 'Phonetic'].map((group) => {
    const part = (first as Elements)[group]
    return typeof part === 'string' ? part : ''
  })
  return groups.join('=').replace(/=+$/, '').trim()
}

/** The first item of a sequence; one without elements where there is none. */
export function itemOf(elements: Elements, name: string): Elements {
  const value = elements[name]
  const first: unknown = Array.isArray(value) ? (value as unknown[])[0] : value
  return typeof first === 'object' && first !== null ? (first as Elements) : {}
}
