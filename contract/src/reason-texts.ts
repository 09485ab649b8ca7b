import type { Reason } from './findings.ts'
import type { Language } from './messages.ts'

const TEXTS: Record<Reason, readonly [string, string]> = {
  not_implemented: ['未测量', 'not measured'],
  not_gradable: ['图像质量不足，未评估', 'not assessed: the image is not gradable'],
  not_fundus: [
    '未识别到眼底，可能不是眼底照片',
    'no fundus found: this may be no fundus photograph',
  ],
  too_small: ['图像分辨率过低', 'the resolution is too low'],
  blurred: ['图像模糊', 'the image is blurred'],
  too_dark: ['图像过暗', 'the image is too dark'],
  too_bright: ['图像过曝', 'the image is overexposed'],
  low_contrast: ['图像对比度不足', 'the contrast is too low'],
  uneven_light: ['照明不均匀', 'the light is uneven'],
  field_cut: ['视野不完整', 'the field of view is cut off'],
  below_good: ['整体画质欠佳', 'the overall image quality is below good'],
  no_vessels: ['未检出血管', 'no vessels were found'],
  no_scale: ['缺少比例尺，无法换算', 'no scale is known'],
  scale_doubtful: ['比例尺与视盘大小不符', 'the scale does not fit the size of the disc'],
  out_of_frame: ['超出图像范围', 'out of the frame'],
  uncertain: ['结果不确定', 'the result is uncertain'],
  no_disc: ['未找到视盘', 'no optic disc was found'],
  no_fovea: ['未找到黄斑中心凹', 'no fovea was found'],
  eye_unknown: ['眼别未确定', 'the eye is not known'],
  few_vessels: ['可测血管过少', 'too few vessels to measure'],
  no_lesion: ['未检出该类病灶', 'no such lesion was found'],
  no_cup: ['未找到视杯', 'no cup was found'],
  weak_evidence: ['证据不足以分级', 'the evidence is too weak for a grade'],
  evidence_conflicts: [
    '病灶与筛查网络的判断不一致',
    'lesions and screening network contradict each other',
  ],
  turned: ['照片横置，方位不确定', 'the photograph lies on its side'],
  cup_unsupported: ['视杯边界依据不足', 'the edge of the cup is not well supported'],
}

/** Why something is not measured or cannot be judged, as a reader sees it. */
export function reasonText(reason: Reason, language: Language): string {
  return TEXTS[reason][language === 'en' ? 1 : 0]
}
