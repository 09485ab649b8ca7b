const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML has no way to write these. */
// eslint-disable-next-line no-control-regex -- that is what they are
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Text as it stands within XML and HTML, in attributes too. */
export const inMarkup = (text: string): string =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"]/g, (sign) => NAMED[sign] ?? sign)
