/**
 * The server's answer with an upload form for `origin`'s `/upload`, valid for a quarter of an hour.
 */
export const uploadForm = (origin: string, fields: Record<string, string> = {}) => ({
  forms: Array.from({ length: 50 }, () => ({
    url: `${origin}/upload`,
    fields,
    key_prefix: 'uploads/fundus/mine/',
    max_bytes: 1000,
    accept: ['image/jpeg'],
    expires_at: new Date(Date.now() + 900_000).toISOString(),
  })),
})
