import type { Incomparable } from '../../findings/incomparable.ts'
import type { Figure } from '../../findings/figure-table.ts'
import type { FundusFindings } from './findings.ts'

/** Shares of the field's diameter: how far the disc may lie elsewhere, and its size differ, in two takes of one field. */
const DISC_MOVED = 0.12
const DISC_RESIZED = 0.2

/** Figures that rest on the disc and the fovea alone, and do not follow the size of the field. */
const ofLandmarks = ({ group, unit }: Figure) =>
  (group === 'disc' || group === 'macula') && (unit === '1' || unit === 'deg' || unit === '{DD}')

/** They follow the head and the camera of the day, not the eye. */
const PLACEMENT: readonly string[] = [
  'macula.angle',
  'macula.edge_distance',
  'macula.edge_distance_dd',
]

/** What was counted or measured over the whole field is compared of one field alone: the same angle, centred alike. */
function fieldsDiffer(
  figure: Figure,
  before: FundusFindings,
  after: FundusFindings,
): Incomparable | null {
  if (PLACEMENT.includes(figure.key)) return 'placement'
  if (ofLandmarks(figure)) return null
  const [one, other] = [discInField(before), discInField(after)]
  if (!one || !other) return null
  const moved = Math.hypot(one.x - other.x, one.y - other.y)
  const resized = Math.abs(Math.log(one.height / other.height))
  return moved > DISC_MOVED || resized > DISC_RESIZED ? 'field' : null
}

/** Each photograph leaves out the exudates on its own map of scars, and no two maps are the same. */
const leftOut = ({ key }: Figure, ...both: readonly FundusFindings[]): Incomparable | null =>
  /^lesions\.(hard|soft)_exudates\./.test(key) && both.some(({ dr }) => dr?.exudates_on_scars)
    ? 'scars'
    : null

/** Why a figure of two photographs of one eye, taken alike, is not compared; null where nothing speaks against it. */
export const incomparableFigure = (
  figure: Figure,
  before: FundusFindings,
  after: FundusFindings,
): Incomparable | null => leftOut(figure, before, after) ?? fieldsDiffer(figure, before, after)

function discInField({ quality: { field }, disc, disc_centre }: FundusFindings) {
  if (!field || !disc || !disc_centre) return null
  return {
    x: (disc_centre[0] - field.centre[0]) / field.diameter_px,
    y: (disc_centre[1] - field.centre[1]) / field.diameter_px,
    height: disc.disc.height / field.diameter_px,
  }
}
