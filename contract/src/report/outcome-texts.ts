import type { Texts } from '../wire/wording.ts'

/** What is told of an eye outside its report, beside the words that a drafted opinion has for it. */
export const OUTCOME_TEXTS = {
  not_graded: [
    '未能分级，不能排除糖尿病视网膜病变',
    'not graded, diabetic retinopathy cannot be excluded',
  ],
  contradiction: [
    '照片分级矛盾，较重的一张为ICDR {{stage}}级',
    'conflicting images, the worse one ICDR {{stage}}',
  ],
  oedema_open: ['黄斑水肿未能判断', 'macular oedema not judged'],
  glaucoma_open: ['青光眼可疑度未能判断', 'suspicion of glaucoma not judged'],
  missing: ['本次未拍摄', 'not photographed in this session'],
  not_shown: ['有照片，不在本报告内', 'photographed, not part of this report'],
} as const satisfies Texts
