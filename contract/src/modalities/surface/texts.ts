import { figureNames } from '../../findings/figure-rows.ts'
import type { Texts } from '../../wire/wording.ts'
import { SURFACE_ROWS } from './figure-rows.ts'

/** The words of the findings of a fluorescein photograph, Chinese and English side by side. */
export const SURFACE_TEXTS = {
  overlay: {
    cornea: ['角膜', 'Cornea'],
    lesion: ['片状染色', 'Staining patches'],
    dots: ['点状染色', 'Punctate staining'],
    cornea_outline: ['角膜轮廓', 'Corneal outline'],
    regions: ['角膜五区', 'Five corneal zones'],
  },
  found: {
    surface: {
      grade: ['染色{{n}}级', 'staining grade {{n}}'],
      stained: ['检出染色，未分级', 'staining found, not graded'],
      clear: ['未检出染色', 'no staining found'],
      unsure: ['染色未能判断', 'staining undetermined'],
    },
  },
  facet: {
    surface: {
      none: ['无染色', 'No staining'],
      micro_punctate: ['微点状染色', 'Micro-punctate staining'],
      macro_punctate: ['粗点状染色', 'Macro-punctate staining'],
      coalescent: ['融合粗点状染色', 'Coalescent staining'],
      patch: ['片状染色', 'Staining patch'],
      not_judged: ['染色未能判定', 'Staining not judged'],
      central: ['累及中央区', 'Central zone involved'],
    },
  },
  correction: {
    name: {
      lesion_bool: ['角膜染色', 'Corneal staining'],
      lesion_type: ['染色类型', 'Staining type'],
      lesion_grade: ['牛津式分级', 'Oxford-like grade'],
      lesion_severity: ['严重度', 'Severity'],
    },
    value: {
      lesion_bool: { true: ['有染色', 'staining'], false: ['无染色', 'no staining'] },
      lesion_type: {
        none: ['无染色', 'none'],
        micro_punctate: ['微点状', 'micro-punctate'],
        macro_punctate: ['粗点状', 'macro-punctate'],
        coalescent: ['融合粗点状', 'coalescent macro-punctate'],
        patch: ['片状（≥1 mm）', 'patch of 1 mm or more'],
      },
      lesion_grade: ['{{value}} 级', 'grade {{value}}'],
      lesion_severity: ['{{value}} 级', 'grade {{value}}'],
    },
  },
  surface: {
    group: {
      staining: ['角膜染色', 'Corneal staining'],
      scores: ['分级与评分', 'Grades and scores'],
      cornea: ['角膜', 'Cornea'],
    },
    found: {
      true: ['检出染色', 'staining found'],
      false: ['未检出染色（不能排除）', 'no staining found (does not exclude it)'],
      seen: ['可见染色，未能确定均在角膜上', 'staining seen, not certain to be on the cornea only'],
    },
    outline: {
      title: ['角膜轮廓', 'Corneal outline'],
      trusted: ['可信', 'reliable'],
      partly: ['部分可信', 'partly reliable'],
      untrusted: ['不可信', 'not reliable'],
      unchecked: ['未核对', 'not checked'],
      rule: {
        trusted: [
          '由程序核对形状、大小与边缘；轮廓之外的染色不计',
          'shape, size and margin checked by rules; staining outside the outline is not counted',
        ],
        partly: [
          '轮廓略大或略小时仍成立的结果才给出，其余不给',
          'only results that also hold for a slightly larger and a slightly smaller outline are given',
        ],
        untrusted: [
          '不给出分级、分区和占比；轮廓中部的染色仅记为“可见”',
          'no grade, zone or percentage is given; staining in the central part is reported only as “seen”',
        ],
        unchecked: [
          '由此前版本分析；分级可能计入巩膜或结膜染色',
          'analysed by an earlier version; grades may count staining of sclera or conjunctiva',
        ],
      },
      doubt: {
        flat: ['形状过扁', 'flatter than a cornea'],
        size: ['大小不合', 'size unlike a cornea'],
        rim: ['边缘不清', 'indistinct margin'],
        shape: ['形状不规则', 'irregular shape'],
        views: ['镜像复核不一致', 'differs in the mirrored image'],
        crossed: ['染色跨越轮廓', 'staining crosses it'],
        lids: [
          '睑缘贴近轮廓，可见比例不能确定',
          'lid margins lie along it: visible share uncertain',
        ],
      },
    },
    type: {
      title: ['染色类型', 'Staining type'],
      none: ['无染色', 'none'],
      micro_punctate: ['微点状', 'micro-punctate'],
      macro_punctate: ['粗点状', 'macro-punctate'],
      coalescent: ['融合粗点状', 'coalescent macro-punctate'],
      patch: ['片状（≥1 mm）', 'patch of 1 mm or more'],
    },
    grade: {
      0: ['0 级', 'grade 0'],
      1: ['1 级', 'grade 1'],
      2: ['2 级', 'grade 2'],
      3: ['3 级', 'grade 3'],
      4: ['4 级', 'grade 4'],
      5: ['5 级', 'grade 5'],
      rule: [
        '按牛津方案图版的点数界限，片状折算为点数；仅计角膜，不含结膜',
        'by the dot limits of the Oxford panels, with patches converted to dots; cornea only, without conjunctiva',
      ],
    },
    severity: {
      0: ['0 级：无染色', 'grade 0: no staining'],
      1: ['1 级：累及周边1个象限', 'grade 1: one peripheral quadrant'],
      2: ['2 级：累及周边2个象限', 'grade 2: two peripheral quadrants'],
      3: ['3 级：累及周边3–4个象限', 'grade 3: three or four peripheral quadrants'],
      4: ['4 级：累及中央光学区', 'grade 4: central optical zone involved'],
      rule: [
        '按SUSTech-SYSU分级：周边受累象限数，累及中央区为4级',
        'after SUSTech-SYSU: by peripheral quadrants involved; 4 if the central zone is involved',
      ],
    },
    nei: {
      title: ['NEI角膜染色评分', 'NEI corneal staining score'],
      total: ['{{total}} / 15', '{{total}} / 15'],
      central_true: ['中央区受累', 'central zone involved'],
      central_false: ['中央区未检出染色', 'no staining found in the central zone'],
      central_hidden: ['中央区未评分', 'central zone not scored'],
      rule: [
        '角膜五区各0–3分；有一区未评分则不给总分',
        'five corneal zones, 0–3 each; no total if a zone is not scored',
      ],
      hidden: ['–', '–'],
      score: ['{{region}}{{score}}分', '{{region}} {{score}}'],
      unseen: ['{{region}}未评分', '{{region}} not scored'],
    },
    region: {
      central: ['中央', 'central'],
      superior: ['上方', 'superior'],
      nasal: ['鼻侧', 'nasal'],
      inferior: ['下方', 'inferior'],
      temporal: ['颞侧', 'temporal'],
      left: ['图左', 'image left'],
      right: ['图右', 'image right'],
    },
    short: {
      superior: ['上', 'sup.'],
      nasal: ['鼻', 'nasal'],
      inferior: ['下', 'inf.'],
      temporal: ['颞', 'temp.'],
      left: ['图左', 'left'],
      right: ['图右', 'right'],
    },
    figures: {
      staining: ['染色量', 'Amount of staining'],
      cornea: ['角膜', 'Cornea'],
    },
    area: ['约{{area}}（估算）', 'about {{area}} (estimate)'],
    measure: figureNames(SURFACE_ROWS),
    report: {
      title: ['眼表荧光素染色图像诊断报告', 'Fluorescein image report'],
      photograph: ['原始图像', 'Photograph'],
      found: ['角膜与染色', 'Cornea and staining'],
      legend: [
        '± 与置信度由绘制图像测得，真实照片误差可能更大；± 为一个标准差，大于数值时写成从0起的范围。毫米与平方毫米均为估算，按角膜直径11.7 mm换算。片状染色以同一家医院的真实溃疡照片和绘制图像训练、验证；点状染色和无染色的眼仅以绘制图像训练、验证。分级仅计角膜，由程序按规则得出，不是医生分级。各区方位按图像，是否旋转无从核对。',
        '± and confidence were measured on drawn eyes; errors on real photographs may be larger. ± is one standard deviation; where it exceeds the value, a range from 0 is given. Lengths and areas in mm are estimates from an assumed corneal diameter of 11.7 mm. Patches were trained and validated on real ulcers from one hospital and on drawn eyes; dots and eyes without staining on drawn ones only. Grades are for the cornea only and follow rules; they are not a clinician’s. Zones follow the image as it lies; whether it was rotated cannot be checked.',
      ],
    },
  },
  opinion: {
    surface: {
      not_surface: [
        '未识别到荧光素染色的眼表照片（白光照片不作染色分析），未作分析{{seems}}',
        'no fluorescein photograph of the eye surface was found (white-light photographs are not analysed for staining); not analysed{{seems}}',
      ],
      no_fluorescein: [
        '未见荧光素染色或非钴蓝光照明，未评估染色',
        'no fluorescein seen, or not taken in cobalt blue light: staining not assessed',
      ],
      none: ['未检出角膜染色，但不能排除', 'no corneal staining found, which does not exclude it'],
      unjudged: ['未能判断有无染色（{{reason}}）', 'staining not judged ({{reason}})'],
      ungraded: ['未分级', 'not graded'],
      severity_open: ['严重度未定', 'severity undetermined'],
      unreadable: ['有{{n}}张照片不可判读', 'ungradable images: {{n}}'],
      found: ['检出角膜染色', 'corneal staining found'],
      seen: ['可见染色', 'staining seen'],
      percent: ['占角膜{{percent}}', '{{percent}} of the cornea'],
      central: ['中央区受累', 'central zone involved'],
      severity: ['严重度{{grade}}级', 'severity {{grade}}'],
      nei: ['NEI {{total}}/15', 'NEI {{total}}/15'],
      worse: [
        '该眼另一张照片更重：{{findings}}（{{photograph}}）',
        'another image of this eye is worse: {{findings}} ({{photograph}})',
      ],
      open: [
        '该眼另一张照片未能排除更重的染色：{{findings}}（{{photograph}}）',
        'another image of this eye cannot exclude worse staining: {{findings}} ({{photograph}})',
      ],
      contradiction: [
        '{{eye}}照片相互矛盾（{{worse}}严重度{{high}}级，{{better}}{{low}}级），分级待复核',
        'conflicting images of the {{eye}} ({{worse}}: severity {{high}}, {{better}}: {{low}}); the grade needs review',
      ],
      contradiction_seen: [
        '{{eye}}照片相互矛盾（{{worse}}检出片状染色，{{better}}未检出染色），分级待复核',
        'conflicting images of the {{eye}} ({{worse}}: a staining patch, {{better}}: none); the grade needs review',
      ],
      grade: ['牛津式分级{{grade}}级（仅角膜）', 'Oxford-like grade {{grade}} (cornea only)'],
      regions: ['NEI各区：{{list}}', 'NEI by zone: {{list}}'],
      largest: ['最大一片长径约{{size}}（估算）', 'largest patch about {{size}} (estimate)'],
      visible: ['角膜可见{{share}}', '{{share}} of the cornea visible'],
      outline: ['角膜轮廓{{trust}}{{doubts}}', 'corneal outline {{trust}}{{doubts}}'],
      doubts: ['（{{list}}）', ' ({{list}})'],
      advice: {
        prompt: [
          '建议尽快行裂隙灯检查，排除感染性角膜炎/溃疡',
          'prompt slit-lamp examination advised to exclude infectious keratitis or ulcer',
        ],
        review: ['染色待裂隙灯检查复核', 'slit-lamp review of the staining advised'],
        symptoms: [
          '本图像未提示需进一步检查；如有眼痛、眼红、畏光或视力下降，应及时就诊',
          'no further examination suggested by this image; pain, redness, photophobia or loss of vision need prompt examination',
        ],
        blue_light: [
          '建议滴荧光素后在钴蓝光下重新拍摄',
          'repeat photograph in cobalt blue light with fluorescein advised',
        ],
        retake: ['建议重新拍摄', 'repeat photograph advised'],
        one_eye: [
          '建议将每张照片分别裁出、各自上传',
          'upload of each photograph separately advised',
        ],
        file: ['文件待核对', 'file to be checked'],
        eye: ['眼别待确认', 'eye to be confirmed'],
      },
      limits: {
        hidden: [
          '未见部分不能排除染色：{{regions}}',
          'staining cannot be excluded in hidden zones: {{regions}}',
        ],
        faint: [
          '仅见淡染、不能判定有无染色的部分：{{regions}}',
          'zones with faint dye alone, staining undetermined: {{regions}}',
        ],
        estimate: [
          '毫米值按角膜直径11.7 mm估算',
          'values in mm are estimates from an assumed corneal diameter of 11.7 mm',
        ],
        trained: [
          '片状染色以同一家医院的真实溃疡照片和绘制图像训练、验证；点状染色和无染色的眼仅以绘制图像训练、验证',
          'patches were trained and validated on real ulcers from one hospital and on drawn eyes; dots and eyes without staining on drawn ones only',
        ],
        place: [
          '上、下、鼻、颞按图像方位，图像是否旋转无从核对',
          'superior, inferior, nasal and temporal follow the image as it lies; whether it was rotated cannot be checked',
        ],
        cause: [
          '染色不能说明病因；分级仅计角膜，不是医生分级',
          'staining does not indicate its cause; grades are for the cornea only and not a clinician’s',
        ],
      },
    },
  },
} as const satisfies Texts
