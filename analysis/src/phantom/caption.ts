/** Letters of 5 x 7 blocks, a row for each pair of hexadecimal digits. */
const GLYPHS: Record<string, string> = {
  A: '0E11111F111111',
  B: '1E11111E11111E',
  C: '0E11101010110E',
  D: '1E11111111111E',
  E: '1F10101E10101F',
  F: '1F10101E101010',
  G: '0E11101711110F',
  H: '1111111F111111',
  I: '0E04040404040E',
  J: '0702020202120C',
  K: '11121418141211',
  L: '1010101010101F',
  M: '111B1515111111',
  N: '11191513111111',
  O: '0E11111111110E',
  P: '1E11111E101010',
  Q: '0E11111115120D',
  R: '1E11111E141211',
  S: '0F10100E01011E',
  T: '1F040404040404',
  U: '1111111111110E',
  V: '11111111110A04',
  W: '11111115151B11',
  X: '11110A040A1111',
  Y: '11110A04040404',
  Z: '1F01020408101F',
  '0': '0E11131519110E',
  '1': '040C040404040E',
  '2': '0E11010608101F',
  '3': '0E11010601110E',
  '4': '02060A121F0202',
  '5': '1F101E0101110E',
  '6': '0608101E11110E',
  '7': '1F010204080808',
  '8': '0E11110E11110E',
  '9': '0E11110F01020C',
  '-': '0000001F000000',
}

/** Writes a caption of Latin letters and digits into the lower left corner of RGB pixels, in light grey blocks. */
export function writeCaption(
  { width, height, rgb }: { width: number; height: number; rgb: Uint8Array },
  caption: string,
): void {
  const block = Math.max(
    1,
    Math.floor(Math.min(height / 260, (0.2 * width) / (6 * caption.length))),
  )
  const left = 3 * block
  const top = height - 10 * block
  const put = (x: number, y: number) => {
    for (let dy = 0; dy < block; dy++)
      for (let dx = 0; dx < block; dx++)
        rgb.fill(170, 3 * ((y + dy) * width + x + dx), 3 * ((y + dy) * width + x + dx) + 3)
  }
  for (let i = 0; i < caption.length; i++) {
    const glyph = GLYPHS[caption.charAt(i).toUpperCase()] ?? ''
    for (let row = 0; row < glyph.length / 2; row++) {
      const bits = Number.parseInt(glyph.slice(2 * row, 2 * row + 2), 16)
      for (let column = 0; column < 5; column++)
        if ((bits >> (4 - column)) & 1) put(left + (6 * i + column) * block, top + row * block)
    }
  }
}
