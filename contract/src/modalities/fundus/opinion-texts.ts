import type { Texts } from '../../finding-texts.ts'

/** The sentences of a drafted opinion, Chinese and English side by side. */
export const OPINION_TEXTS = {
  part: {
    conclusion: ['结论', 'Conclusion'],
    advice: ['建议', 'Advice'],
    basis: ['依据', 'Basis'],
    limits: ['局限', 'Limits'],
  },
  eye: {
    OD: ['右眼', 'right eye'],
    OS: ['左眼', 'left eye'],
    unknown: ['眼别未定', 'eye not known'],
  },
  photograph: ['第{{number}}张', 'image {{number}}'],
  by: ['{{finding}}（按{{photograph}}）', '{{finding}} (by {{photograph}})'],
  of_eye: ['{{eye}}：{{findings}}', '{{eye}}: {{findings}}'],
  and: ['，', '; '],
  stage: {
    0: ['未检出糖网病变（ICDR 0级）', 'no diabetic retinopathy detected (ICDR 0)'],
    1: ['疑似轻度非增殖期糖网（ICDR 1级）', 'suspected mild NPDR (ICDR 1)'],
    2: ['疑似中度非增殖期糖网（ICDR 2级）', 'suspected moderate NPDR (ICDR 2)'],
    3: ['疑似重度非增殖期糖网（ICDR 3级）', 'suspected severe NPDR (ICDR 3)'],
    4: ['疑似增殖期糖网（ICDR 4级）', 'suspected proliferative DR (ICDR 4)'],
  },
  stage_short: {
    0: ['ICDR 0级', 'ICDR 0'],
    1: ['疑似ICDR 1级', 'suspected ICDR 1'],
    2: ['疑似ICDR 2级', 'suspected ICDR 2'],
    3: ['疑似ICDR 3级', 'suspected ICDR 3'],
    4: ['疑似ICDR 4级', 'suspected ICDR 4'],
  },
  stage_stated: ['ICDR {{stage}}级（医生判定）', 'ICDR {{stage}} (by clinician)'],
  not_graded: ['未能分级', 'not graded'],
  this_photograph: ['本张ICDR {{stage}}级', 'this image: ICDR {{stage}}'],
  this_not_graded: ['本张未能分级', 'this image: not graded'],
  other_eye: ['另一眼须关注，见综合', 'the other eye needs attention, see the whole sitting'],
  contradiction: [
    '{{eye}}照片分级矛盾（{{worse}}{{high}}级，{{better}}{{low}}级），须复核',
    'images of the {{eye}} contradict each other ({{worse}}: ICDR {{high}}, {{better}}: ICDR {{low}}); clinical review required',
  ],
  ungradable: ['图像质量不足，不能判读（{{reasons}}）', 'ungradable: {{reasons}}'],
  no_gradable: ['无可判读照片', 'no gradable image'],
  not_fundus: [
    '未识别到眼底，可能不是眼底照片，未作分析',
    'no fundus was found; this may not be a fundus photograph and was not analysed',
  ],
  glaucoma: {
    low: ['青光眼可疑度低，不能排除青光眼', 'glaucoma: low suspicion, does not exclude glaucoma'],
    watch: ['青光眼可疑度临界，需观察', 'glaucoma: borderline, monitor'],
    suspect: ['青光眼可疑', 'glaucoma suspected'],
    high: ['青光眼高度可疑', 'glaucoma strongly suspected'],
    asymmetry: ['双眼杯盘比不对称，{{band}}', 'asymmetric cup-to-disc ratios; {{band}}'],
  },
  advice: {
    stage: {
      0: [
        '如有糖尿病，{{eye}}12个月后复查眼底',
        'if diabetic, repeat fundus examination{{eye}} in 12 months',
      ],
      1: ['{{eye}}6–12个月后复查眼底', 'repeat fundus examination{{eye}} in 6–12 months'],
      2: ['转眼底专科，3–6个月内复查', 'refer to a retina clinic; review within 3–6 months'],
      3: [
        '尽快转眼底专科，3个月内复查',
        'refer promptly to a retina clinic; review within 3 months',
      ],
      4: ['立即转眼底专科，1个月内处理', 'refer urgently to a retina clinic; treat within 1 month'],
    },
    of_eye: ['{{eye}}', ' of the {{eye}}'],
    oedema: [
      '1个月内行黄斑OCT并转眼底专科',
      'macular OCT and referral to a retina clinic within 1 month',
    ],
    oedema_scan: ['1个月内行黄斑OCT', 'macular OCT within 1 month'],
    oedema_promptly: ['尽快行黄斑OCT', 'prompt macular OCT'],
    review: [
      '请医生复核后再定随访间隔',
      'clinical review required before a follow-up interval is set',
    ],
    retake: ['请重新拍摄', 'retake the photograph'],
    check_file: ['请核对文件或重新拍摄', 'check the file or retake the photograph'],
    glaucoma: {
      watch: ['随访，包括眼压', 'follow up, including IOP'],
      suspect: ['查眼压、视野及视盘OCT', 'assess IOP, visual field and disc OCT'],
      high: ['尽快查眼压、视野及视盘OCT', 'promptly assess IOP, visual field and disc OCT'],
    },
  },
  basis: {
    quality: ['图像质量符合拍摄标准', 'adequate image quality'],
    lesions: ['检出疑似{{lesions}}', 'suspected {{lesions}}'],
    spots: [
      '可疑点（未计入分级）：{{lesions}}',
      'suspicious spots, not counted for the grade: {{lesions}}',
    ],
    lesion: ['{{kind}}{{count}}处{{nearest}}', '{{kind}} ({{count}}{{nearest}})'],
    nearest: ['（最近处距中心凹{{distance}} DD）', ', nearest {{distance}} DD from the fovea'],
    chance: [
      '病灶与筛查网络合并判断的需转诊概率{{share}}%',
      'overall probability of referable disease {{share}}% (lesions and screening network)',
    ],
    disc_height: ['视盘垂直径{{height}}', 'vertical disc diameter {{height}}'],
    vcdr: ['垂直杯盘比{{vcdr}}', 'vertical cup-to-disc ratio {{vcdr}}'],
    ddls: [
      'DDLS {{stage}}级（{{size}}），盘沿最窄处在{{hour}}点位',
      "DDLS {{stage}} ({{size}}), rim thinnest at {{hour}} o'clock",
    ],
    size_assumed: ['视盘大小按中等假定', 'average disc size assumed'],
    size_measured: ['按实测视盘大小', 'by measured disc size'],
    outside: ['{{figure}} {{value}}，{{meaning}}', '{{figure}} {{value}}: {{meaning}}'],
    photographs: [
      '{{eye}}{{all}}张，可判读{{gradable}}张{{from}}',
      '{{eye}}: images {{all}}, gradable {{gradable}}{{from}}',
    ],
    from: ['（{{list}}）', ' ({{list}})'],
    from_stage: ['分级按{{photograph}}', 'grade by {{photograph}}'],
    from_oedema: ['黄斑水肿按{{photograph}}', 'oedema by {{photograph}}'],
    from_glaucoma: ['青光眼按{{photograph}}', 'glaucoma by {{photograph}}'],
    asymmetry: [
      '双眼垂直杯盘比相差{{difference}}',
      'vertical cup-to-disc ratios of the two eyes differ by {{difference}}',
    ],
  },
  limits: {
    not_assessed: ['未评估：{{signs}}', 'not assessed: {{signs}}'],
    other_diseases: ['其他眼底疾病', 'other diseases of the fundus'],
    part: [
      '照片中未见视野边缘，只拍到视网膜的一部分：不计数病灶，不分级；照片以外的病变不能排除',
      'no edge of the field is seen, so only a part of the retina is shown: lesions are not counted and no stage is given; disease beyond the image cannot be excluded',
    ],
    exudates: [
      '激光斑、玻璃膜疣和反光可被误认为渗出，请对照原图',
      'laser scars, drusen and reflexes can be taken for exudates; please compare with the image',
    ],
    not_determined: ['未能判断：{{figures}}', 'could not be determined: {{figures}}'],
    figure: ['{{figure}}（{{reason}}）', '{{figure}} ({{reason}})'],
    figures: {
      lesions: ['病灶', 'lesions'],
      glaucoma: ['青光眼可疑度', 'suspicion of glaucoma'],
      macular_oedema: ['黄斑水肿', 'macular oedema'],
    },
    below_standard: ['图像质量未完全符合拍摄标准{{reasons}}', 'limited image quality{{reasons}}'],
    reasons: ['（{{reasons}}）', ' ({{reasons}})'],
    no_gradable: [
      '{{eye}}无可判读照片，未作判断',
      'no gradable image of the {{eye}}: no statement about it',
    ],
    open: [
      '有可判读照片未能分级，实际可能更重',
      'a gradable image could not be graded; the patient may be worse',
    ],
    eye_unknown: [
      '有照片眼别未定，请先确认眼别',
      'the eye of an image is not known; please set it',
    ],
  },
} as const satisfies Texts
