import type { Eye } from '@mingmou/contract'

/** OD on the left, OS on the right, as one faces the patient. */
export const asFaced = <Picture extends { eye: Eye | null }>(
  a: Picture,
  b: Picture,
): [Picture, Picture] => (a.eye === 'OS' || b.eye === 'OD' ? [b, a] : [a, b])
