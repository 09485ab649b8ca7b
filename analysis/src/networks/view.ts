/** One view of a photograph for a network: turned, mirrored, lighter or darker. */
export interface View {
  mirrored: boolean
  quarters: 0 | 1 | 2 | 3
  /** Every channel is multiplied by this. */
  light: number
}

export const PLAIN: View = { mirrored: false, quarters: 0, light: 1 }

/** A crop as a network is shown it. */
export interface Showing {
  width: number
  height: number
  /** [channels, height, width], 0..1 */
  rgb: Float32Array
  /** [height, width], 1 inside the field of view */
  inside: Uint8Array
  /** The sides of the network's input, to which the crop is padded: multiples of a number, or one size. */
  sides: { multiple: number } | { size: number }
}

/** The outputs of a network for one view, by name. */
export type Output = Readonly<Record<string, Float32Array>>
