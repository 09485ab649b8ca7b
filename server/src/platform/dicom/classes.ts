const UID = '1.2.840.10008'
export const VERIFICATION = `${UID}.1.1`
/** Modality Worklist, FIND. */
export const WORKLIST = `${UID}.5.1.4.31`
export const ENCAPSULATED_PDF = `${UID}.5.1.4.1.1.104.1`

/** The SOP classes (PS3.4 B.5) whose files are taken. */
const PICTURES = [
  /** Ophthalmic Photography 8 and 16 Bit. */
  `${UID}.5.1.4.1.1.77.1.5.1`,
  `${UID}.5.1.4.1.1.77.1.5.2`,
  /** Ophthalmic Optical Coherence Tomography En Face. */
  `${UID}.5.1.4.1.1.77.1.5.7`,
  /** VL Photographic. */
  `${UID}.5.1.4.1.1.77.1.4`,
  /** Secondary Capture. */
  `${UID}.5.1.4.1.1.7`,
]

/** Transfer syntaxes (PS3.5 A) that the intake of photographs decodes. */
const PLAIN = [`${UID}.1.2.1`, `${UID}.1.2`, `${UID}.1.2.2`, `${UID}.1.2.1.99`]
const COMPRESSED = [
  /** JPEG baseline, extended, lossless (any and first order). */
  ...['50', '51', '57', '70'].map((one) => `${UID}.1.2.4.${one}`),
  /** JPEG-LS and JPEG 2000, without loss and with. */
  ...['80', '81', '90', '91'].map((one) => `${UID}.1.2.4.${one}`),
  /** RLE. */
  `${UID}.1.2.5`,
]

/** The transfer syntaxes of a class; empty where it is not taken. */
export function syntaxesOf(sopClass: string): readonly string[] {
  if (sopClass === VERIFICATION || sopClass === WORKLIST) return PLAIN.slice(0, 3)
  if (sopClass === ENCAPSULATED_PDF) return PLAIN
  return PICTURES.includes(sopClass) ? [...PLAIN, ...COMPRESSED] : []
}
