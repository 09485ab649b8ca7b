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
  card: ['就诊卡号', 'Card number'],
  phone: ['电话', 'Telephone'],
  eye: ['眼别', 'Eye'],
  eye_OD: ['右眼 OD', 'right, OD'],
  eye_OS: ['左眼 OS', 'left, OS'],
  eye_unknown: ['未确定', 'not determined'],
  record_date: ['检查日期', 'Taken on'],
  device: ['采集设备', 'Device'],
  photograph: ['原始图像', 'Photograph'],
  overlaid: ['AI分割叠加图', 'With what the AI found laid over'],
  quality: ['图像质量', 'Image quality'],
  quality_good: ['良好', 'good'],
  quality_usable: ['可用', 'usable'],
  quality_reject: ['不可判读', 'not gradable'],
  score: ['质量评分（0–1）', 'Quality score (0-1)'],
  standard: ['符合拍摄标准', 'Meets the shooting standard'],
  yes: ['是', 'yes'],
  no: ['否', 'no'],
  grade: ['糖尿病视网膜病变分级（ICDR）', 'Diabetic retinopathy, ICDR'],
  grade_0: ['0级 未见明显病变', '0, no apparent retinopathy'],
  grade_1: ['1级 疑似轻度非增殖期', '1, suspected mild non-proliferative'],
  grade_2: ['2级 疑似中度非增殖期', '2, suspected moderate non-proliferative'],
  grade_3: ['3级 疑似重度非增殖期', '3, suspected severe non-proliferative'],
  grade_4: ['4级 疑似增殖期', '4, suspected proliferative'],
  lesions: ['病灶（微动脉瘤、出血、渗出）', 'Lesions (MA, haemorrhages, exudates)'],
  vcdr: ['垂直杯盘比', 'Vertical cup-to-disc ratio'],
  fovea: ['视盘–中心凹距离', 'Disc-fovea distance'],
  density: ['血管面积密度（占视野）', 'Vessel area density (of the field)'],
  length_density: ['血管长度密度', 'Vessel length density'],
  diameter: ['平均管径', 'Mean vessel diameter'],
  fractal_dimension: ['分形维数（中心线）', 'Fractal dimension (centrelines)'],
  tortuosity: ['迂曲度（弧长/弦长−1）', 'Tortuosity (arc over chord − 1)'],
  curvature: ['平均曲率', 'Mean curvature'],
  not_measured: ['未测量', 'not measured'],
  findings: ['AI测量结果', 'What the AI measured'],
  machine: ['AI意见（草稿，仅供参考）', 'Opinion of the AI (draft)'],
  clinician: ['医生诊断意见', 'Opinion of the clinician'],
  signed: ['报告医生', 'Clinician'],
  time: ['报告时间', 'Reported'],
  number: ['报告编号', 'Report'],
  models: ['模型版本', 'Models'],
  hash: ['图像 SHA-256', 'Image SHA-256'],
  scan: ['扫码核验', 'Scan to verify'],
  scale: [
    '像素值（px）未经毫米标定；表中各项尚无公认参考范围。',
    'Lengths in px are not calibrated in mm; no agreed reference ranges exist for these figures.',
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
