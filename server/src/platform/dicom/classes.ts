const UID = '1.2.840.10008'

/** SOP classes by what they are called here (PS3.4 B.5, K.5). */
export const SOP = {
  verification: `${UID}.1.1`,
  worklist: `${UID}.5.1.4.31`,
  comprehensiveSr: `${UID}.5.1.4.1.1.88.33`,
  keyObjects: `${UID}.5.1.4.1.1.88.59`,
  encapsulatedPdf: `${UID}.5.1.4.1.1.104.1`,
  ophthalmicPhotography8Bit: `${UID}.5.1.4.1.1.77.1.5.1`,
  ophthalmicPhotography16Bit: `${UID}.5.1.4.1.1.77.1.5.2`,
  tomographyEnFace: `${UID}.5.1.4.1.1.77.1.5.7`,
  photographic: `${UID}.5.1.4.1.1.77.1.4`,
  secondaryCapture: `${UID}.5.1.4.1.1.7`,
} as const

export const SYNTAX = {
  implicitLittle: `${UID}.1.2`,
  explicitLittle: `${UID}.1.2.1`,
  jpegBaseline: `${UID}.1.2.4.50`,
} as const

/** The classes whose files are taken as pictures. */
const PICTURES: readonly string[] = [
  SOP.ophthalmicPhotography8Bit,
  SOP.ophthalmicPhotography16Bit,
  SOP.tomographyEnFace,
  SOP.photographic,
  SOP.secondaryCapture,
]

/** Transfer syntaxes (PS3.5 A) that the intake of photographs decodes. */
const PLAIN = [
  SYNTAX.explicitLittle,
  SYNTAX.implicitLittle,
  /** Big endian, deflated. */
  `${UID}.1.2.2`,
  `${UID}.1.2.1.99`,
]
const COMPRESSED = [
  /** JPEG baseline, extended, lossless (any and first order). */
  ...['50', '51', '57', '70'].map((syntax) => `${UID}.1.2.4.${syntax}`),
  /** JPEG-LS and JPEG 2000, without loss and with. */
  ...['80', '81', '90', '91'].map((syntax) => `${UID}.1.2.4.${syntax}`),
  /** RLE. */
  `${UID}.1.2.5`,
]

/** The transfer syntaxes of a class; empty where it is not taken. */
export function syntaxesOf(sopClass: string): readonly string[] {
  if (sopClass === SOP.verification || sopClass === SOP.worklist) return PLAIN.slice(0, 3)
  if (sopClass === SOP.encapsulatedPdf) return PLAIN
  return PICTURES.includes(sopClass) ? [...PLAIN, ...COMPRESSED] : []
}
