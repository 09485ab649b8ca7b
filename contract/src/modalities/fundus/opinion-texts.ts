import type { Texts } from '../../wire/wording.ts'

/** The sentences of a drafted opinion, Chinese and English side by side. */
export const OPINION_TEXTS = {
  eye: {
    OD: ['右眼', 'right eye'],
    OS: ['左眼', 'left eye'],
    both: ['双眼', 'both eyes'],
    unknown: ['眼别未定', 'eye not known'],
    unknown_in: ['眼别未定（{{photographs}}）', 'eye of unknown side in {{photographs}}'],
  },
  /** Within a sentence. */
  in_eye: {
    OD: ['右眼', 'the right eye'],
    OS: ['左眼', 'the left eye'],
    both: ['双眼', 'both eyes'],
    unknown_in: ['眼别未定（{{photographs}}）', 'the eye of unknown side in {{photographs}}'],
  },
  photograph: ['第{{number}}张', 'image {{number}}'],
  by: ['{{finding}}（按{{photograph}}）', '{{finding}} (by {{photograph}})'],
  in: ['{{photograph}}：{{finding}}', '{{photograph}}: {{finding}}'],
  of_eye: ['{{eye}}：{{findings}}', '{{eye}}: {{findings}}'],
  and: ['，', '; '],
  /** What could not be judged comes first in a conclusion. */
  unjudged: {
    all: ['未能判断：{{items}}', 'not judged: {{items}}'],
    join: ['、', '; '],
    no_gradable: ['{{eye}}（照片均不可判读）', '{{eye}} (no gradable image)'],
    no_gradable_why: [
      '{{eye}}（照片均不可判读：{{reason}}）',
      '{{eye}} (no gradable image: {{reason}})',
    ],
    elsewhere: [
      '{{eye}}（可能在未分析的多视野图中）',
      '{{eye}} (may be in an image of several fields, which was not analysed)',
    ],
    no_photograph: ['{{eye}}（无照片）', '{{eye}} (no image)'],
    none_known: ['{{eye}}（没有确定为该眼的照片）', '{{eye}} (no image known to be of it)'],
    eye: ['{{photographs}}的眼别', 'the eye of {{photographs}}'],
    unread: [
      '{{photographs}}（眼别未定，不可判读）',
      '{{photographs}} (side not known, ungradable)',
    ],
    oedema: ['{{eye}}黄斑水肿（{{reason}}）', 'macular oedema, {{eye}} ({{reason}})'],
    glaucoma: ['{{eye}}青光眼可疑度（{{reason}}）', 'suspicion of glaucoma, {{eye}} ({{reason}})'],
  },
  stage: {
    0: [
      '未见糖尿病视网膜病变征象（ICDR 0级），不能排除轻度，未查其他眼病',
      'no sign of diabetic retinopathy (ICDR 0); mild disease is not excluded, other eye diseases were not assessed',
    ],
    looked_0: [
      '未见糖尿病视网膜病变征象（ICDR 0级），不能排除轻度，也不能排除其他眼病',
      'no sign of diabetic retinopathy (ICDR 0); neither mild disease nor other eye disease is excluded',
    ],
    treated_0: [
      '未见达到分级标准的病灶，不能判定为无糖网病变',
      'no lesion reaches a grade; this is not “no retinopathy”',
    ],
    1: ['疑似轻度非增殖期糖网（ICDR 1级）', 'suspected mild NPDR (ICDR 1)'],
    2: ['疑似中度非增殖期糖网（ICDR 2级）', 'suspected moderate NPDR (ICDR 2)'],
    3: ['疑似重度非增殖期糖网（ICDR 3级）', 'suspected severe NPDR (ICDR 3)'],
    4: ['疑似增殖期糖网（ICDR 4级）', 'suspected proliferative DR (ICDR 4)'],
  },
  stage_stated: ['ICDR {{stage}}级（医生判定）', 'ICDR {{stage}} (by clinician)'],
  not_graded: ['未能分级', 'not graded'],
  not_graded_why: [
    '未能分级，不能排除糖尿病视网膜病变（{{evidence}}）',
    'not graded, diabetic retinopathy cannot be excluded ({{evidence}})',
  ],
  not_graded_above: [
    '未能分级，至少ICDR {{stage}}级，不能排除更重（{{evidence}}）',
    'not graded, at least ICDR {{stage}} and possibly worse ({{evidence}})',
  ],
  here: {
    stage: ['ICDR {{stage}}级', 'ICDR {{stage}}'],
    not_graded: ['未能分级（{{evidence}}）', 'not graded ({{evidence}})'],
    ungradable: ['不可判读（{{reasons}}）', 'ungradable ({{reasons}})'],
  },
  contradiction: [
    '照片分级矛盾（{{worse}}{{high}}级，{{better}}{{low}}级），须进一步检查',
    'conflicting images ({{worse}}: ICDR {{high}}, {{better}}: ICDR {{low}}), further examination needed',
  ],
  ungradable: ['图像质量不足，不能判读（{{reasons}}）', 'ungradable: {{reasons}}'],
  no_gradable: ['无可判读照片', 'no gradable image'],
  not_fundus: [
    '未识别到眼底，可能不是眼底照片，未作分析',
    'no fundus was found; this may not be a fundus photograph and was not analysed',
  ],
  not_analysed: ['未作分析：{{reasons}}', 'not analysed: {{reasons}}'],
  glaucoma: {
    low: ['青光眼可疑度低（不能排除）', 'glaucoma: low suspicion, does not exclude glaucoma'],
    watch: ['青光眼可疑度临界，需观察', 'glaucoma: borderline, monitor'],
    suspect: ['青光眼可疑', 'glaucoma suspected'],
    high: ['青光眼高度可疑', 'glaucoma strongly suspected'],
    asymmetry: [
      '杯盘比明显大于对侧眼，{{band}}',
      'cup-to-disc ratio well above the other eye’s; {{band}}',
    ],
  },
  advice: {
    stage: {
      0: [
        '如有糖尿病，{{eye}}12个月后复查糖尿病视网膜病变',
        'if diabetic, repeat examination{{eye}} for diabetic retinopathy in 12 months',
      ],
      1: [
        '{{eye}}6–12个月后复查糖尿病视网膜病变',
        'repeat examination{{eye}} for diabetic retinopathy in 6–12 months',
      ],
      2: [
        '转眼底专科，{{eye}}3–6个月内复查',
        'refer to a retina clinic; review{{eye}} within 3–6 months',
      ],
      3: [
        '尽快转眼底专科，{{eye}}3个月内复查',
        'refer promptly to a retina clinic; review{{eye}} within 3 months',
      ],
      4: [
        '立即转眼底专科，{{eye}}1个月内处理',
        'refer urgently to a retina clinic; treatment{{eye}} within 1 month',
      ],
    },
    treated: [
      '{{eye}}为治疗后的眼，照片不能判断病变是否活动，随访间隔按治疗情况和检查结果决定',
      '{{eye}} treated; activity cannot be judged from the photograph: the follow-up interval depends on treatment and examination',
    ],
    scarred: [
      '{{eye}}疑似有激光斑，照片不能判断病变是否活动，随访间隔按治疗情况和检查结果决定',
      '{{eye}}, suspected laser scars; activity cannot be judged from the photograph: the follow-up interval depends on treatment and examination',
    ],
    other_disease: [
      '{{eye}}疑似其他异常：建议医生查看照片并散瞳检查，随访间隔据其结果确定',
      '{{eye}}, suspected other abnormality: clinician review of the image and dilated examination advised; the follow-up interval depends on them',
    ],
    of_eye: ['{{eye}}', ' of {{eye}}'],
    oedema: [
      '1个月内行黄斑OCT并转眼底专科',
      'macular OCT and referral to a retina clinic within 1 month',
    ],
    oedema_scan: ['1个月内行黄斑OCT', 'macular OCT within 1 month'],
    oedema_promptly: ['{{eye}}尽快行黄斑OCT', 'prompt macular OCT of {{eye}}'],
    review: [
      '建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定',
      'dilated fundus examination or repeat photographs advised; they determine the follow-up interval',
    ],
    review_of: [
      '{{eye}}建议散瞳眼底检查或重新拍摄，随访间隔据其结果确定',
      '{{eye}}: dilated fundus examination or repeat photographs advised; they determine the follow-up interval',
    ],
    refer: ['转眼科专科检查', 'refer to a specialist'],
    no_referral: ['医生判定无需转诊', 'no referral, as judged by the clinician'],
    retake: ['建议重新拍摄', 'repeat photographs advised'],
    retake_of: ['建议重新拍摄{{eye}}', 'repeat photographs of {{eye}} advised'],
    contents: {
      several_fields: [
        '建议将每个视野分别裁出，各自重新上传',
        'upload of each field as a separate image advised',
      ],
      surrounded: [
        '建议裁出眼底视野，或上传相机原图',
        'upload of the cropped field or the original camera file advised',
      ],
      wide_field: ['建议上传45–60度的眼底彩照', 'upload of a 45–60° colour photograph advised'],
      single_colour: ['建议上传眼底彩照', 'upload of a colour photograph advised'],
      angiogram: ['建议上传眼底彩照', 'upload of a colour photograph advised'],
      negative: ['建议上传未反转的彩色原图', 'upload of the original, non-inverted image advised'],
      channels_exchanged: [
        '建议上传颜色正确的原图',
        'upload of the original with correct colours advised',
      ],
      few_colours: ['建议上传相机原图', 'upload of the original camera file advised'],
      overlaid: [
        '建议上传未叠加标注的原图，或重新拍摄',
        'upload of the original without annotations, or a repeat photograph, advised',
      ],
    },
    check_file: ['建议核对文件或重新拍摄', 'check of the file or repeat photograph advised'],
    glaucoma: {
      watch: ['{{eye}}随访，包括眼压', 'follow-up of {{eye}}, including IOP'],
      suspect: ['{{eye}}查眼压、视野及视盘OCT', 'IOP, visual field and disc OCT of {{eye}}'],
      high: [
        '{{eye}}尽快查眼压、视野及视盘OCT',
        'prompt IOP, visual field and disc OCT of {{eye}}',
      ],
    },
  },
  basis: {
    quality: ['图像质量符合拍摄标准', 'adequate image quality'],
    lesions: ['检出疑似{{lesions}}', 'suspected {{lesions}}'],
    spots: [
      '可疑点（未计入分级）：{{lesions}}',
      'suspicious spots not counted towards the grade: {{lesions}}',
    ],
    lesion: ['{{kind}}{{count}}{{nearest}}', '{{kind}} ({{count}}{{nearest}})'],
    nearest: ['（最近处距中心凹{{distance}}）', ', nearest {{distance}} from the fovea'],
    chance: [
      '病灶与网络合并判断：{{decided}}',
      'lesions and screening network together: {{decided}}',
    ],
    disc_height: ['视盘垂直径{{height}}', 'vertical disc diameter {{height}}'],
    vcdr: ['垂直杯盘比{{vcdr}}', 'vertical cup-to-disc ratio {{vcdr}}'],
    ddls: ['DDLS {{stage}}级（{{size}}）{{hour}}', 'DDLS {{stage}} ({{size}}){{hour}}'],
    ddls_hour: ['，盘沿最窄处在{{hour}}点位', ", rim thinnest at {{hour}} o'clock"],
    size_assumed: ['视盘大小按中等假定', 'average disc size assumed'],
    size_measured: ['按实测视盘大小', 'by measured disc size'],
    outside: ['{{figure}} {{value}}，{{meaning}}', '{{figure}} {{value}}: {{meaning}}'],
    photographs: [
      '{{eye}}{{all}}张，可判读{{gradable}}张{{from}}',
      '{{eye}}: gradable images {{gradable}} of {{all}}{{from}}',
    ],
    from: ['（{{list}}）', ' ({{list}})'],
    together: ['{{photographs}}的视野合并判断', 'based on the fields of {{photographs}} together'],
    from_stage: ['分级按{{photograph}}', 'grade by {{photograph}}'],
    from_oedema: ['黄斑水肿按{{photograph}}', 'oedema by {{photograph}}'],
    from_glaucoma: ['青光眼按{{photograph}}', 'glaucoma by {{photograph}}'],
    from_other: ['其他异常按{{photograph}}', 'other abnormality by {{photograph}}'],
    asymmetry: [
      '垂直杯盘比右眼{{right}}（{{right_photograph}}）、左眼{{left}}（{{left_photograph}}），相差{{difference}}',
      'vertical cup-to-disc ratio OD {{right}} ({{right_photograph}}), OS {{left}} ({{left_photograph}}), difference {{difference}}',
    ],
  },
  limits: {
    not_assessed: ['未评估：{{signs}}', 'not assessed: {{signs}}'],
    other_diseases: ['其他眼底疾病', 'other fundus diseases'],
    other_looked: [
      '其他异常由网络整体判读，多种疾病未必能发现',
      'other abnormalities were looked for by a network that assesses the image as a whole and misses many',
    ],
    part: [
      '照片中未见视野边缘，只拍到视网膜的一部分：不计数病灶，不分级；照片以外的病变不能排除',
      'no edge of the field is visible, so only part of the retina is shown: lesions are not counted and no grade is given; disease outside the image cannot be excluded',
    ],
    exudates: [
      '激光斑、玻璃膜疣和反光可被误认为渗出',
      'laser scars, drusen and reflections can be mistaken for exudates',
    ],
    on_scars: [
      '疑似激光斑处的亮斑未计入渗出，该处的渗出可能漏计',
      'bright spots on suspected laser scars are not counted as exudates; exudates there can be missed',
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
  },
} as const satisfies Texts
