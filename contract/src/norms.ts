import type { Language } from './messages.ts'

interface Norm {
  text: Record<Language, string>
  source: string
}

/** What is usual, where a source says it for a measure of this kind; by the figure's dotted name in the findings. */
export const NORMS: Partial<Record<string, Norm>> = {
  vcdr: {
    text: {
      'zh-CN': '非青光眼人群第97.5百分位0.59–0.75（视盘越大越高）',
      en: '97.5th percentile without glaucoma 0.59–0.75, the higher the larger the disc',
    },
    source: 'Blue Mountains Eye Study, Br J Ophthalmol 2004;88:766, table 4',
  },
  'vessel.calibre.avr': {
    text: {
      'zh-CN': '健康人群均值约0.70（由CRAE 162.5 µm与CRVE 232.9 µm相除）',
      en: 'about 0.70 in health (mean CRAE 162.5 µm over mean CRVE 232.9 µm)',
    },
    source: '793 healthy Japanese eyes, Knudtson formula, IOVS abstract 2333177',
  },
}
