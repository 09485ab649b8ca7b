/**
 * The figures of each card that `docs/accuracy.md` shows. The card's own page shows all of its
 * figures.
 */

export interface Shown {
  /** The name of the figure in the card. */
  figure: string
  /** The beginning of the figure's set. Without it, every set. */
  set?: string
  /** A name in words. `figure` is shown without it. */
  words?: string
}

const AREA = 'area under precision-recall, pixels'

export const SHOWN: Readonly<Record<string, { title: string; figures: readonly Shown[] }>> = {
  vessels: {
    title: 'Vessels, arteries and veins',
    figures: [
      { figure: 'dice', words: 'vessels, Dice' },
      { figure: 'artery_vein_accuracy', words: 'artery or vein right, share of labelled pixels' },
      {
        figure: 'artery or vein right in the maps, as written',
        set: 'drive, kept',
        words: 'the same in the written maps',
      },
      {
        figure: 'artery or vein right in the maps, as written',
        set: 'hrf, kept',
        words: 'the same in the written maps',
      },
      { figure: 'vessel.density: relative error, root mean square', words: 'density, usual error' },
      {
        figure: 'vessel.calibre.crae: relative error, root mean square',
        words: 'CRAE, usual error',
      },
      {
        figure: 'vessel.calibre.crve: relative error, root mean square',
        words: 'CRVE, usual error',
      },
      { figure: 'vessel.calibre.avr: relative error, root mean square', words: 'AVR, usual error' },
    ],
  },
  landmarks: {
    title: 'Disc and fovea, places',
    figures: [
      {
        figure: 'disc_centre_within_half_radius',
        words: "disc's centre within half a radius, share",
      },
      {
        figure: 'fovea_within_half_disc_diameter',
        words: 'fovea within half a disc diameter, share',
      },
    ],
  },
  disc: {
    title: 'Disc and cup, outlines',
    figures: [
      { figure: 'disc_dice', words: 'disc, Dice' },
      { figure: 'cup_dice', words: 'cup, Dice' },
      { figure: 'vcdr_error', words: 'vertical cup-to-disc ratio, mean absolute error' },
      { figure: 'vcdr_bias', words: 'vertical cup-to-disc ratio, mean error' },
    ],
  },
  lesions: {
    title: 'Lesions',
    figures: [
      {
        figure: 'microaneurysm_area_under_precision_recall',
        set: 'idrid,',
        words: `microaneurysms, ${AREA}`,
      },
      { figure: 'haemorrhage_area_under_precision_recall', words: `haemorrhages, ${AREA}` },
      { figure: 'hard_exudate_area_under_precision_recall', words: `hard exudates, ${AREA}` },
      { figure: 'soft_exudate_area_under_precision_recall', words: `soft exudates, ${AREA}` },
      {
        figure: 'microaneurysm_lesion_sensitivity',
        words: 'microaneurysms found, share of single ones',
      },
      {
        figure: 'haemorrhage_lesion_sensitivity',
        words: 'haemorrhages found, share of single ones',
      },
      {
        figure: 'any_lesion_share_of_images',
        set: 'healthy',
        words: 'photographs without lesions that are given one, share',
      },
      { figure: 'microaneurysms, counted: a repeat lies in the stated range' },
      { figure: 'haemorrhages, counted: a repeat lies in the stated range' },
      {
        figure: 'hard_exudates, counted: a repeat lies in the stated range',
        words: 'hard exudates, counted: a repeat lies in the stated range',
      },
    ],
  },
  is_fundus: {
    title: 'A fundus photograph or another picture',
    figures: [
      {
        figure: 'crops without a dark edge refused',
        words: 'crops without a dark edge refused, share',
      },
      {
        figure: 'photographs as they are refused',
        words: 'photographs refused, share',
      },
      { figure: 'other pictures let in', words: 'other pictures let in, share' },
    ],
  },
  quality: {
    title: 'Quality',
    figures: [
      {
        figure: 'AUC of reject against good and usable',
        words: 'rejects told from good and usable photographs, AUC',
      },
      { figure: 'AUC of usable against good', words: 'usable photographs told from good, AUC' },
      { figure: 'reject: share refused', words: 'rejects that are refused, share' },
      { figure: 'good: share refused', words: 'good photographs that are refused, share' },
    ],
  },
  registration: {
    title: 'Two pictures of one eye, laid over each other',
    figures: [
      { figure: 'copies laid over their picture' },
      {
        figure: 'error of a place, the largest median of a copy, percent of the field',
        words: 'error of a place, the largest median, percent of the field',
      },
      { figure: 'mirrored pictures and other eyes refused' },
    ],
  },
  screening: {
    title: 'Referable retinopathy, the whole photograph at once',
    figures: [{ figure: 'referable: AUC', words: 'grade 2 or more, AUC' }],
  },
  retinopathy: {
    title: 'Referable retinopathy, fields below 400 px',
    figures: [
      { figure: 'referable: AUC', words: 'grade 2 or more, AUC' },
      {
        figure: 'referable: specificity at sensitivity 0.80',
        words: 'specificity at sensitivity 0.80',
      },
      {
        figure: 'referable: specificity at sensitivity 0.91',
        words: 'specificity at sensitivity 0.91',
      },
    ],
  },
  grading: {
    title: 'Stage of retinopathy',
    figures: [
      { figure: 'referable: AUC', words: 'stage 2 or more, AUC' },
      { figure: 'a stage is told' },
      {
        figure: 'the stage told is right, each stage as frequent as in the set',
        words: 'the stage told is right',
      },
      { figure: 'referable: told stage 2 or more' },
      { figure: 'referable: told stage 0 or 1' },
      { figure: 'stage 0: told stage 2 or more' },
      { figure: 'oedema of risk 2: suspected' },
      { figure: 'oedema of risk 0 or 1: not suspected' },
      { figure: 'referable: expected calibration error' },
      { figure: 'a stage near a border: a repeat is told another stage or none' },
      { figure: 'a stage near no border: a repeat is told another stage or none' },
    ],
  },
  glaucoma: {
    title: 'Suspicion of glaucoma',
    figures: [
      { figure: 'sensitivity of watch or more' },
      { figure: 'specificity of watch or more' },
      { figure: 'sensitivity of suspect or more' },
      { figure: 'specificity of suspect or more' },
      { figure: 'glaucomatous told low', words: 'glaucomatous photographs called low, share' },
      { figure: 'AUC of the ratio' },
    ],
  },
  surface: {
    title: 'Eye surface: cornea and staining, learnt mainly from drawn eyes',
    figures: [
      { figure: 'patch_dice', words: 'patches of staining, Dice' },
      { figure: 'patch_area_error', words: 'area of patches, mean relative error' },
      { figure: 'cornea_dice', words: 'cornea, Dice' },
      { figure: 'dots_dice', words: 'dots of staining, Dice' },
      { figure: 'staining_presence', words: 'staining or none, share right' },
      { figure: 'staining_none', words: 'eyes without staining called so, share' },
      { figure: 'staining_kind', words: 'kind of staining, share right' },
    ],
  },
  octa: {
    title: 'OCTA: large vessels, all vessels, avascular zone',
    figures: [
      { figure: 'large_vessel_dice', words: 'large vessels, Dice' },
      { figure: 'vessel_dice', words: 'all vessels of simulated scans, Dice' },
      { figure: 'vessel_density_error', words: 'density of all vessels, mean error, points' },
      { figure: 'zone_dice', words: 'avascular zone, Dice' },
      { figure: 'zone_area_error', words: 'area of the zone, mean relative error' },
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
  eyepacs224: 'EyePACS',
  'octa500-3mm': 'OCTA-500 3 mm',
  'octa500-6mm': 'OCTA-500 6 mm',
  rossa: 'ROSSA',
  synthetic: 'simulated scans',
}

/** The notes that apply to every figure here. */
export const LIMITS = [
  'The photographs are few and of few cameras, and every camera measured also taught the networks. No figure stands for another camera or for a clinic’s own patients.',
  'Cuts and bounds were often chosen with the measured photographs in sight. Expect less elsewhere.',
  'No photograph at hand is graded at full size. Stages 1 and 3 are not validated, stage 4 is never given, and macular oedema was never compared with a graded photograph.',
  'One software engineer, no clinician, marked every fovea, and the discs and cups of four sets. Figures against these marks compare two opinions.',
  'Low suspicion excludes no disease: glaucomatous photographs are called low, and most single lesions are missed. The tables say how many.',
] as const

/** The figures of the public page of the project: a name for the page's words, and the line of the card. */
export const OVERVIEW = [
  {
    name: 'quality',
    task: 'quality',
    figure: 'AUC of reject against good and usable',
    set: 'EyePACS',
  },
  { name: 'vessels', task: 'vessels', figure: 'dice', set: 'drive' },
  { name: 'arteries', task: 'vessels', figure: 'artery_vein_accuracy', set: 'hrf' },
  { name: 'disc', task: 'disc', figure: 'disc_dice', set: 'drishti' },
  { name: 'cup', task: 'disc', figure: 'cup_dice', set: 'drishti' },
  { name: 'vcdr', task: 'disc', figure: 'vcdr_error', set: 'drishti' },
  {
    name: 'microaneurysms',
    task: 'lesions',
    figure: 'microaneurysm_lesion_sensitivity',
    set: 'idrid',
  },
  { name: 'haemorrhages', task: 'lesions', figure: 'haemorrhage_lesion_sensitivity', set: 'idrid' },
  { name: 'healthy', task: 'lesions', figure: 'any_lesion_share_of_images', set: 'healthy' },
  { name: 'referable', task: 'retinopathy', figure: 'referable: AUC', set: 'EyePACS' },
  {
    name: 'specificity',
    task: 'retinopathy',
    figure: 'referable: specificity at sensitivity 0.91',
    set: 'EyePACS',
  },
  { name: 'glaucomaFound', task: 'glaucoma', figure: 'sensitivity of watch or more', set: 'hrf' },
  { name: 'healthySpared', task: 'glaucoma', figure: 'specificity of watch or more', set: 'hrf' },
  { name: 'largeVessels', task: 'octa', figure: 'large_vessel_dice', set: 'octa500-3mm' },
  { name: 'zone', task: 'octa', figure: 'zone_dice', set: 'faz' },
  { name: 'patches', task: 'surface', figure: 'patch_dice', set: 'panels' },
  { name: 'cornea', task: 'surface', figure: 'cornea_dice', set: 'panels' },
] as const
