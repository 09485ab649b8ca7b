import type { Context } from '../../context.ts'

/** The site that passkeys are made for. Browsers make none for an address in numbers. */
export function siteOf(ctx: Context): { rpID: string; rpName: string; origin: string } {
  const { hostname, origin } = new URL(ctx.config.publicUrl)
  return { rpID: hostname, rpName: '明眸 Mingmou', origin }
}
