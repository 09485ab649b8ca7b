/** Every null without a reason of its own or of its group. */
export function unexplained(value: object, reasons: Record<string, string>, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (['confidence', 'not_measured', 'outline'].includes(key)) return []
    if (part === null) return reasons[name] ? [] : [name]
    return typeof part === 'object' ? unexplained(part, reasons, name) : []
  })
}
