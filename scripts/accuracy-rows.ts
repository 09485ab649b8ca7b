/** The figures that speak first: a row each on `docs/accuracy.md`, and those with a name on the public page. */

export interface Row {
  task: string
  /** The name of the figure in the card, and the beginning of its set. */
  figure: string
  set: string
  /** The set in words, where its name alone does not say what it is. */
  said?: string
  /** The name of the row in the texts of the public page. */
  name?: string
  /** Photographs counted one by one: the page computes the interval that the card lacks. */
  counted?: true
}

/** The order of the tasks on the page: what a clinician asks first. */
export const ORDER =
  'grading retinopathy screening lesions glaucoma other_disease disc disc_alone landmarks vessels quality is_fundus registration octa surface'.split(
    ' ',
  )

export const ROWS: readonly Row[] = [
  {
    task: 'is_fundus',
    figure: 'other pictures let in',
    set: 'drawings, camera or kind left out',
    said: 'drawn pictures, their kind left out',
  },
  {
    task: 'is_fundus',
    figure: 'other pictures let in',
    set: 'things, camera or kind left out',
    said: 'pictures of things, their kind left out',
  },
  {
    task: 'is_fundus',
    figure: 'crops without a dark edge refused',
    set: 'stare, camera or kind left out',
    said: 'STARE, the camera left out',
  },
  {
    name: 'quality',
    task: 'quality',
    figure: 'AUC of reject against good and usable',
    set: 'EyePACS',
  },
  { task: 'quality', figure: 'reject: share refused', set: 'EyePACS', counted: true },
  { name: 'vessels', task: 'vessels', figure: 'dice', set: 'drive' },
  { name: 'arteries', task: 'vessels', figure: 'artery_vein_accuracy', set: 'hrf' },
  {
    task: 'landmarks',
    figure: 'disc_centre_within_half_radius',
    set: 'hei-med',
    counted: true,
  },
  {
    task: 'landmarks',
    figure: 'fovea_within_half_disc_diameter',
    set: 'idrid-grading',
    counted: true,
  },
  { name: 'disc', task: 'disc', figure: 'disc_dice', set: 'drishti' },
  { name: 'cup', task: 'disc', figure: 'cup_dice', set: 'drishti' },
  { name: 'vcdr', task: 'disc', figure: 'vcdr_error', set: 'drishti' },
  { task: 'disc_alone', figure: 'disc_alone_ratio_told', set: 'RIM-ONE' },
  { task: 'disc_alone', figure: 'disc_alone_ratio_error', set: 'RIM-ONE' },
  {
    name: 'microaneurysms',
    task: 'lesions',
    figure: 'microaneurysm_lesion_sensitivity',
    set: 'idrid',
  },
  { name: 'haemorrhages', task: 'lesions', figure: 'haemorrhage_lesion_sensitivity', set: 'idrid' },
  { task: 'lesions', figure: 'hard_exudate_area_under_precision_recall', set: 'idrid,' },
  {
    name: 'healthy',
    task: 'lesions',
    figure: 'any_lesion_share_of_images',
    set: 'healthy',
    said: 'photographs without lesions',
  },
  { task: 'screening', figure: 'referable: AUC', set: 'EyePACS' },
  { name: 'referable', task: 'retinopathy', figure: 'referable: AUC', set: 'EyePACS' },
  {
    name: 'specificity',
    task: 'retinopathy',
    figure: 'referable: specificity at sensitivity 0.91',
    set: 'EyePACS',
  },
  { task: 'grading', figure: 'referable: AUC', set: 'IDRiD' },
  { name: 'staged', task: 'grading', figure: 'a stage is told', set: 'IDRiD' },
  {
    name: 'stageRight',
    task: 'grading',
    figure: 'the stage told is right, each stage as frequent as in the set',
    set: 'IDRiD',
  },
  { name: 'referred', task: 'grading', figure: 'referable: told stage 2 or more', set: 'IDRiD' },
  { name: 'missed', task: 'grading', figure: 'referable: told stage 0 or 1', set: 'IDRiD' },
  { name: 'alarmed', task: 'grading', figure: 'stage 0: told stage 2 or more', set: 'IDRiD' },
  { name: 'oedema', task: 'grading', figure: 'oedema of risk 2: suspected', set: 'IDRiD' },
  {
    name: 'noOedema',
    task: 'grading',
    figure: 'oedema of risk 0 or 1: not suspected',
    set: 'IDRiD',
  },
  {
    name: 'otherFound',
    task: 'other_disease',
    figure: 'other disease, suspected',
    set: 'ODIR-5K',
  },
  {
    name: 'normalSuspected',
    task: 'other_disease',
    figure: 'normal, suspected',
    set: 'ODIR-5K',
  },
  { name: 'glaucomaFound', task: 'glaucoma', figure: 'sensitivity of watch or more', set: 'hrf' },
  { name: 'healthySpared', task: 'glaucoma', figure: 'specificity of watch or more', set: 'hrf' },
  { name: 'largeVessels', task: 'octa', figure: 'large_vessel_dice', set: 'octa500-3mm' },
  { name: 'zone', task: 'octa', figure: 'zone_dice', set: 'faz', said: 'real scans' },
  {
    name: 'patches',
    task: 'surface',
    figure: 'patch_dice',
    set: 'panels',
    said: 'panels of publications',
  },
  {
    name: 'cornea',
    task: 'surface',
    figure: 'cornea_dice',
    set: 'panels',
    said: 'panels of publications',
  },
  { task: 'surface', figure: 'shown_ulcer_dice', set: 'real ulcers' },
  { task: 'surface', figure: 'called_clear', set: 'real ulcers, kept' },
  {
    task: 'registration',
    figure: 'copies laid over their picture',
    set: 'drive',
    said: 'copies from five sets',
  },
]

/**
 * The limits that every reader needs first, by the words that they begin with in their cards.
 * The command stops at words that no card has, so the page never says what a card no longer does.
 */
export const FIRST_LIMITS: readonly {
  about: string
  of: readonly { task: string; begins: string }[]
}[] = [
  {
    about: 'One camera',
    of: [
      { task: 'grading', begins: 'The graded photographs measured here' },
      { task: 'grading', begins: 'The cuts were chosen' },
    ],
  },
  {
    about: 'Stages 1 and 4',
    of: [
      { task: 'grading', begins: 'Stage 1 is hardly told' },
      { task: 'grading', begins: 'Stage 4 is never told' },
    ],
  },
  { about: 'Macular oedema', of: [{ task: 'grading', begins: 'Oedema is suspected from' }] },
  {
    about: 'Glaucoma',
    of: [
      { task: 'glaucoma', begins: 'A share of' },
      { task: 'glaucoma', begins: 'Few photographs' },
    ],
  },
  {
    about: 'Other disease',
    of: [{ task: 'other_disease', begins: 'About two in five eyes' }],
  },
  {
    about: 'Eye surface',
    of: [
      { task: 'surface', begins: 'Patches were learnt from real ulcers' },
      { task: 'surface', begins: 'All these photographs show an ulcer' },
    ],
  },
]
