import type { Language } from '@mingmou/contract'

/** The words of the printed report, Chinese and English. */
const TEXTS = {
  title: ['眼底图像诊断报告', 'Fundus image report'],
  name: ['姓名', 'Name'],
  gender: ['性别', 'Sex'],
  gender_1: ['男', 'male'],
  gender_2: ['女', 'female'],
  age: ['年龄', 'Age'],
  years: ['{n} 岁', '{n} years'],
  card: ['就诊卡号', 'MRN'],
  phone: ['电话', 'Telephone'],
  eye: ['眼别', 'Eye'],
  eye_OD: ['右眼 OD', 'right, OD'],
  eye_OS: ['左眼 OS', 'left, OS'],
  eye_unknown: ['未确定', 'not determined'],
  record_date: ['检查日期', 'Taken on'],
  device: ['采集设备', 'Device'],
  photograph: ['原始图像', 'Photograph'],
  photograph_of: ['原始图像（本次第{n}张）', 'Photograph (image {n} of the sitting)'],
  sitting: ['本次检查综合（{n}张照片，AI判定）', 'Whole sitting ({n} images, AI assessment)'],
  build: [
    '动脉（红）、静脉（蓝）、视盘视杯轮廓与中心凹',
    'Arteries (red), veins (blue), disc, cup and fovea',
  ],
  lesions: ['计入分级的疑似病灶', 'Suspected lesions that count for the grade'],
  quality: ['图像质量', 'Image quality'],
  score: ['评分 {n} / 100', 'score {n} / 100'],
  standard: ['符合拍摄标准', 'adequate image quality'],
  below_standard: ['不符合拍摄标准', 'below the shooting standard'],
  ungradable: [
    '图像不可判读，不给出疾病结果，请重新拍摄。',
    'Ungradable: no findings of disease are given. Please retake the photograph.',
  ],
  glaucoma: ['青光眼可疑度', 'Suspicion of glaucoma'],
  findings: ['AI测量结果', 'What the AI measured'],
  machine: ['AI判定（本张照片，仅供参考）', 'AI assessment of this image (for reference)'],
  clinician: ['医生诊断意见', "Clinician's opinion"],
  own: ['由医生撰写', 'written by the clinician'],
  taken_over: ['采用AI草稿，未作修改', 'AI draft adopted without changes'],
  signed: ['报告医生', 'Clinician'],
  time: ['报告时间', 'Reported'],
  number: ['报告编号', 'Report'],
  models: ['模型版本', 'Models'],
  hash: ['图像 SHA-256', 'Image SHA-256'],
  scan: ['扫码核验', 'Scan to verify'],
  legend: [
    '± 为一个标准差；DD 为视盘垂直径。病灶：计入数（图中实心）· 占视野 · 距中心凹最近；未计入者不绘出。未列参考者尚无公认参考范围。',
    '± is one standard deviation; DD is the vertical disc diameter. Lesions: those counted (drawn solid) · share of the field · nearest to the fovea; those not counted are not drawn. Where no range stands, no agreed one exists.',
  ],
  warning: [
    '不能仅凭本产品结果进行临床决策。',
    'Clinical decisions must not be based on the results of this product alone.',
  ],
  superseded: ['本报告已被新报告取代：{n}', 'This report was superseded by {n}'],
  revoked: [
    '本报告已被撤回，内容不再有效。',
    'This report was withdrawn and is not valid any more.',
  ],
  page: ['第 {n} 页', 'Page {n}'],
} as const satisfies Record<string, readonly [string, string]>

export type Word = keyof typeof TEXTS
export type Words = (word: Word, argument?: string | number) => string

export const wordsOf =
  (language: Language): Words =>
  (word, argument = '') =>
    TEXTS[word][language === 'en' ? 1 : 0].replace('{n}', String(argument))
