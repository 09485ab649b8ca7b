const overHttps = (publicUrl: string) => publicUrl.startsWith('https:')

/** Over https a browser takes a cookie of such a name from https alone. */
export const cookieName = (publicUrl: string, name: string): string =>
  overHttps(publicUrl) ? `__Secure-${name}` : name

/** For calls below a path alone, of pages of this site alone; no script reads it. */
export const cookieOptions = (publicUrl: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'strict', secure: overHttps(publicUrl) }) as const
