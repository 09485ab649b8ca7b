/** Why a figure of two pictures of one eye cannot be compared: keys, worded at `change.reason`. */
export const INCOMPARABLE = [
  'ungradable',
  'other_eye',
  'eye_differs',
  'no_match',
  'versions',
  'device',
  'field',
  'placement',
  'scan_size',
  'axial_length',
  'picture_size',
  'not_measured',
  'drawn',
  'scars',
  'no_error',
] as const
export type Incomparable = (typeof INCOMPARABLE)[number]
