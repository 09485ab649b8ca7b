export type Values = [name: string, value: number][]

/** All numbers of nested measures by dotted name, without lists. */
export function numbersOf(measures: object, prefix = ''): Values {
  return Object.entries(measures).flatMap(([key, value]: [string, unknown]): Values => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'number') return [[name, value]]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return numbersOf(value, name)
  })
}
