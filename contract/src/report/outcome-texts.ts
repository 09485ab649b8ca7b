import type { Texts } from '../wire/wording.ts'

/** What is told of an eye outside its report, beside the words that a drafted opinion has for it. */
export const OUTCOME_TEXTS = {
  not_graded: [
    '未能分级，不能排除糖尿病视网膜病变',
    'not graded, diabetic retinopathy cannot be excluded',
  ],
  not_graded_above: [
    '未能分级，至少ICDR {{stage}}级，不能排除更重',
    'not graded, at least ICDR {{stage}} and possibly worse',
  ],
  lesions: [
    '未能分级，检出疑似病灶，不能排除糖尿病视网膜病变',
    'not graded, suspected lesions found, diabetic retinopathy cannot be excluded',
  ],
  contradiction: [
    '照片分级矛盾，较重的一张疑似ICDR {{stage}}级',
    'conflicting images, the worse one suspected ICDR {{stage}}',
  ],
  oedema_none: [
    '未见明确黄斑水肿征象（不能排除）',
    'no definite sign of macular oedema found, which does not exclude it',
  ],
  oedema_open: ['黄斑水肿未能判断', 'macular oedema not judged'],
  glaucoma_open: ['青光眼可疑度未能判断', 'suspicion of glaucoma not judged'],
  other_open: ['未查其他眼病', 'other eye diseases were not assessed'],
  unjudged: ['无可判读照片，未作判断', 'no gradable image, not judged'],
  missing: ['本次未拍摄', 'not photographed in this session'],
  none_known: [
    '没有确定为该眼的照片，未作判断',
    'no photograph is known to be of this eye; not judged',
  ],
  not_shown: ['有照片，不在本报告内', 'photographed, not part of this report'],
} as const satisfies Texts
