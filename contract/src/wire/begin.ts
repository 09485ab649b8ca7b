/** The beginning of a text, at most `most` long, as JavaScript counts: no character is cut in half. */
export const beginOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
