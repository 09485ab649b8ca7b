const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/MicroMessenger\//, 'WeChat'],
  [/Firefox\//, 'Firefox'],
  [/(Headless)?Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const found = (list: readonly (readonly [RegExp, string])[], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1]

/** Browser and system of a user agent, as far as they are known. */
export function deviceOf(userAgent: string): string {
  return [found(BROWSERS, userAgent), found(SYSTEMS, userAgent)].filter(Boolean).join(' · ')
}
