import type { Shown } from './accuracy-shown.ts'
import { off, overlap, share, type Both } from './accuracy-words.ts'

/** Figures that `accuracy-shown.ts` takes in: of the outline of the cornea in real photographs, and of what is told by it. */

const ULCERS: Both = { zh: '张真实角膜溃疡照片', en: 'real photographs of corneal ulcers' }
const TOLD: Both = { zh: '张给出溃疡面积的照片', en: 'photographs whose area of the ulcer is told' }
const MARKED: Both = {
  zh: '张标出角膜的真实照片',
  en: 'real photographs on which the cornea was marked by eye',
}
const WITHOUT = 'the same without the check of the outline'

const ofUlcers = (yes: Both, no: Both, so?: Both) => share(ULCERS, yes, no, so)

const CENTRAL_WRONG = ofUlcers(
  { zh: '张报为4级而中央区并无溃疡', en: 'are told severity 4 with no ulcer in the central zone' },
  { zh: '张不是这样', en: 'are not' },
  { zh: '4级须在裂隙灯下核对。', en: 'Severity 4 is checked at the slit lamp.' },
)
const RIM_WRONG = ofUlcers(
  {
    zh: '张报为4级且计入近轮廓处非溃疡的染色',
    en: 'are told severity 4 with staining near the rim that is no ulcer',
  },
  { zh: '张不是这样', en: 'are not' },
)
const CLEARED = ofUlcers(
  { zh: '张被报为未检出染色', en: 'are told to have no staining' },
  { zh: '张不是这样', en: 'are not' },
  { zh: '未检出不能排除溃疡。', en: 'No staining found excludes no ulcer.' },
)

const trusted = (figure: string, words: string, yes: Both, no: Both): Shown => ({
  figure,
  words,
  means: ofUlcers(yes, no),
})

export const OUTLINE: readonly Shown[] = [
  {
    figure: 'staining_told',
    words: 'drawn eyes of which staining or none is told, share',
    means: share(
      { zh: '只绘制的眼', en: 'drawn eyes' },
      { zh: '只给出有无染色', en: 'are told stained or not' },
      { zh: '只不作判断', en: 'are left open' },
    ),
  },
  trusted(
    'outline_trusted',
    'outlines of the cornea that are trusted, share',
    { zh: '张的角膜轮廓可信', en: 'have an outline of the cornea that is trusted' },
    { zh: '张只部分可信或不可信', en: 'have one trusted in part or not at all' },
  ),
  trusted(
    'outline_partly',
    'outlines that are trusted in part, share',
    { zh: '张的角膜轮廓部分可信', en: 'have an outline of the cornea that is trusted in part' },
    { zh: '张可信或不可信', en: 'have one trusted wholly or not at all' },
  ),
  trusted(
    'outline_untrusted',
    'outlines that are not trusted, share',
    { zh: '张的角膜轮廓不可信', en: 'have an outline of the cornea that is not trusted' },
    { zh: '张可信或部分可信', en: 'have one trusted wholly or in part' },
  ),
  {
    figure: 'outline_wrong_and_trusted',
    words: 'outlines that are trusted and lie off the cornea, share',
    means: share(
      MARKED,
      {
        zh: '张的轮廓被认为可信而偏离角膜',
        en: 'have an outline that is trusted and lies off the cornea',
      },
      { zh: '张不是这样', en: 'have not' },
      { zh: '角膜由非临床人员标注。', en: 'The corneas were marked by no clinician.' },
    ),
  },
  {
    figure: 'shown_ulcer_dice',
    words: 'ulcers on the map that is shown, Dice',
    means: overlap(
      { zh: '溃疡', en: 'ulcers' },
      { zh: '面积、部位与分级', en: 'area, region and grade' },
    ),
  },
  {
    figure: 'shown_ulcer_none',
    words: 'ulcers of which the map shows nothing, share',
    means: ofUlcers(
      { zh: '张的染色图上什么也没有显示', en: 'show nothing on the map of staining' },
      { zh: '张有所显示', en: 'show something' },
      { zh: '未显示不能排除溃疡。', en: 'A map without staining excludes no ulcer.' },
    ),
  },
  {
    figure: 'ulcer_told',
    words: 'ulcers whose area is told, share',
    means: ofUlcers(
      { zh: '张给出染色面积', en: 'have the area of staining told' },
      { zh: '张不给出', en: 'have none told' },
    ),
  },
  {
    figure: 'ulcer_dice',
    words: 'area of the ulcer where told, Dice',
    means: overlap(
      { zh: '溃疡', en: 'ulcers' },
      { zh: '面积、部位与分级', en: 'area, region and grade' },
    ),
  },
  {
    figure: 'ulcer_area_error',
    words: 'area of the ulcer where told, mean relative error',
    means: off({ zh: '溃疡面积', en: 'area of an ulcer' }),
  },
  {
    figure: 'ulcer_elsewhere',
    words: 'areas told that are mostly no ulcer, share',
    means: share(
      TOLD,
      { zh: '张所计入的染色大半不是溃疡', en: 'count mostly what is no ulcer' },
      { zh: '张不是这样', en: 'do not' },
    ),
  },
  {
    figure: 'severity_withheld',
    words: 'ulcers whose severity is withheld, share',
    means: ofUlcers(
      { zh: '张不给出严重度', en: 'have no severity told' },
      { zh: '张给出', en: 'have one told' },
    ),
  },
  {
    figure: 'severity_4_without_ulcer',
    words: 'severity 4 told with no ulcer in the central zone, share',
    means: CENTRAL_WRONG,
  },
  {
    figure: 'severity_4_without_ulcer_without_the_check',
    words: WITHOUT,
    means: CENTRAL_WRONG,
  },
  {
    figure: 'severity_4_off_ulcer',
    words: 'severity 4 told with staining near the rim that is no ulcer, share',
    means: RIM_WRONG,
  },
  { figure: 'severity_4_off_ulcer_without_the_check', words: WITHOUT, means: RIM_WRONG },
  { figure: 'called_clear', words: 'ulcers called no staining, share', means: CLEARED },
  { figure: 'called_clear_without_the_check', words: WITHOUT, means: CLEARED },
]
