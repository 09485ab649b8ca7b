/** Diameter of the cornea that lengths and areas in mm are estimated by: its usual breadth, limbus to limbus. */
export const CORNEA_MM = 11.7

/**
 * Share of each semi-axis that the central zone reaches: its area is a fifth, so that the five parts are about equal. The
 * quarters around it meet where the cornea, as a circle, is halfway between the sides of the picture.
 */
export const CENTRAL_SHARE = 0.45
