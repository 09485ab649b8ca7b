import { FOUND } from './accuracy-shown-fundus.ts'
import { OTHER } from './accuracy-shown-other.ts'
import { OUTLINE } from './accuracy-shown-outline.ts'
import { TOLD } from './accuracy-shown-stages.ts'
import { away, off, overlap, share, type Means } from './accuracy-words.ts'

/**
 * The figures of each card that `docs/accuracy.md` shows, and what each means for a patient. The
 * card's own page shows all of its figures.
 */

export interface Shown {
  /** The name of the figure in the card. */
  figure: string
  /** The beginning of the figure's set. Without it, every set. */
  set?: string
  /** A name in words. `figure` is shown without it. */
  words?: string
  /** What it means for a patient. */
  means: Means
}
export type ShownOf = Readonly<Record<string, { title: string; figures: readonly Shown[] }>>

export const SHOWN: ShownOf = {
  ...FOUND,
  ...TOLD,
  ...OTHER,
  registration: {
    title: 'Two pictures of one eye, laid over each other',
    figures: [
      {
        figure: 'copies laid over their picture',
        means: share(
          { zh: '份副本', en: 'copies' },
          { zh: '份对齐成功', en: 'are laid over their picture' },
          { zh: '份没有对齐', en: 'are not' },
        ),
      },
      {
        figure: 'error of a place, the largest median of a copy, percent of the field',
        words: 'error of a place, the largest median, percent of the field',
        means: away(
          { zh: '对齐后同一处的位置', en: 'A place of one picture, found in the other,' },
          { zh: '%视野宽度', en: ' % of the field' },
          3,
        ),
      },
      {
        figure: 'mirrored pictures and other eyes refused',
        means: share(
          { zh: '对镜像或不同眼的照片', en: 'pairs of mirrored pictures or other eyes' },
          { zh: '对被拒绝对齐', en: 'are refused' },
          { zh: '对被误认为同一只眼', en: 'are taken for one eye' },
        ),
      },
    ],
  },
  surface: {
    title: 'Eye surface: cornea and staining, learnt mainly from drawn eyes',
    figures: [
      {
        figure: 'patch_dice',
        words: 'patches of staining, Dice',
        means: overlap(
          { zh: '片状染色', en: 'patches of staining' },
          { zh: '面积、部位与分级', en: 'area, region and grade' },
        ),
      },
      {
        figure: 'patch_area_error',
        words: 'area of patches, mean relative error',
        means: off({ zh: '片状染色的面积', en: 'area of patches' }),
      },
      {
        figure: 'cornea_dice',
        words: 'cornea, Dice',
        means: overlap(
          { zh: '角膜', en: 'corneas' },
          { zh: '染色的百分比与部位', en: 'percentage and region of staining' },
        ),
      },
      {
        figure: 'dots_dice',
        words: 'dots of staining, Dice',
        means: overlap(
          { zh: '点状染色', en: 'dots of staining' },
          { zh: '点的数目与分级', en: 'count and grade' },
        ),
      },
      {
        figure: 'staining_presence',
        words: 'staining or none, share right',
        means: share(
          { zh: '只绘制的眼', en: 'drawn eyes' },
          { zh: '只的有无染色判断正确', en: 'are rightly told stained or not' },
          { zh: '只判断错误', en: 'wrongly' },
        ),
      },
      {
        figure: 'staining_none',
        words: 'eyes without staining called so, share',
        means: share(
          { zh: '只没有染色的绘制的眼', en: 'drawn eyes without staining' },
          { zh: '只被判为没有染色', en: 'are told so' },
          { zh: '只被误报', en: 'are told stained for nothing' },
        ),
      },
      {
        figure: 'staining_kind',
        words: 'kind of staining, share right',
        means: share(
          { zh: '只绘制的眼', en: 'drawn eyes' },
          { zh: '只的染色类型判断正确', en: 'have the kind told right' },
          { zh: '只判断错误', en: 'wrong' },
          { zh: '类型须由医生核对。', en: 'A clinician checks the kind.' },
        ),
      },
      ...OUTLINE,
    ],
  },
  octa: {
    title: 'OCTA: large vessels, all vessels, avascular zone',
    figures: [
      {
        figure: 'large_vessel_dice',
        words: 'large vessels, Dice',
        means: overlap(
          { zh: '大血管', en: 'large vessels' },
          { zh: '血管密度', en: 'vessel density' },
        ),
      },
      {
        figure: 'vessel_dice',
        words: 'all vessels of simulated scans, Dice',
        means: overlap(
          { zh: '全部血管', en: 'all vessels' },
          { zh: '血管密度', en: 'vessel density' },
        ),
      },
      {
        figure: 'vessel_density_error',
        words: 'density of all vessels, mean error, points',
        means: away(
          { zh: '全部血管的密度', en: 'The density of all vessels' },
          { zh: '个百分点', en: ' points' },
          1,
        ),
      },
      {
        figure: 'zone_dice',
        words: 'avascular zone, Dice',
        means: overlap(
          { zh: '无血管区', en: 'avascular zones' },
          { zh: '其面积与形状', en: 'its area and shape' },
        ),
      },
      {
        figure: 'zone_area_error',
        words: 'area of the zone, mean relative error',
        means: off({ zh: '无血管区面积', en: 'area of the zone' }),
      },
    ],
  },
}

/** The sets under their authors' names. The cards have the names of folders. */
export const SET_NAMES: Readonly<Record<string, string>> = {
  drive: 'DRIVE',
  stare: 'STARE',
  hrf: 'HRF',
  drishti: 'Drishti-GS',
  'hei-med': 'HEI-MED',
  'idrid-green512': 'IDRiD, green channel',
  idrid: 'IDRiD',
  'idrid-grading': 'IDRiD, graded',
  'rim-one': 'RIM-ONE',
  eyepacs224: 'EyePACS',
  'octa500-3mm': 'OCTA-500 3 mm',
  'octa500-6mm': 'OCTA-500 6 mm',
  rossa: 'ROSSA',
  sustech: 'SUSTech-SYSU',
  synthetic: 'simulated scans',
}
