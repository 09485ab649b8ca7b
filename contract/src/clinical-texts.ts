import type { Texts } from './finding-texts.ts'

/** How findings are worded wherever they are shown, Chinese and English side by side. */
export const CLINICAL_TEXTS = {
  eye: {
    OD: ['右眼 OD', 'Right eye OD'],
    OS: ['左眼 OS', 'Left eye OS'],
    unknown: ['眼别未确定', 'Eye not determined'],
  },
  not_measured: ['未测量', 'Not measured'],
  warning: [
    '不能仅凭本产品结果进行临床决策。',
    'Clinical decisions must not be based on the results of this product alone.',
  ],
  overlay: {
    vessels: ['血管', 'Vessels'],
    arteries: ['动脉', 'Arteries'],
    veins: ['静脉', 'Veins'],
    disc: ['视盘', 'Optic disc'],
    cup: ['视杯', 'Optic cup'],
    microaneurysms: ['微动脉瘤', 'Microaneurysms'],
    haemorrhages: ['出血', 'Haemorrhages'],
    hard_exudates: ['硬性渗出', 'Hard exudates'],
    soft_exudates: ['软性渗出', 'Soft exudates'],
    outlines: ['视盘视杯轮廓', 'Disc and cup outlines'],
    landmarks: ['中心凹与连线', 'Fovea and disc line'],
    zones: ['血管B/C区', 'Vessel zones B and C'],
  },
  grade: {
    0: ['0 级 · 未见明显病变', 'Grade 0 · no apparent retinopathy'],
    1: ['1 级 · 疑似轻度非增殖期', 'Grade 1 · suspected mild non-proliferative'],
    2: ['2 级 · 疑似中度非增殖期', 'Grade 2 · suspected moderate non-proliferative'],
    3: ['3 级 · 疑似重度非增殖期', 'Grade 3 · suspected severe non-proliferative'],
    4: ['4 级 · 疑似增殖期', 'Grade 4 · suspected proliferative'],
    title: ['糖尿病视网膜病变分级（ICDR）', 'Diabetic retinopathy grade (ICDR)'],
  },
  quality: {
    good: ['良好', 'good'],
    usable: ['可用', 'usable'],
    reject: ['不可判读', 'not gradable'],
  },
  not_supported: ['本版本尚不支持', 'not supported in this version'],
  comma: ['、', '; '],
  group: {
    disc: ['视盘与青光眼可疑度', 'Optic disc and suspicion of glaucoma'],
    vessel: ['视网膜血管', 'Retinal vessels'],
    macula: ['黄斑与视盘位置', 'Macula and disc'],
  },
  measure: {
    vcdr: ['垂直杯盘比', 'Vertical cup-to-disc ratio'],
    disc: {
      hcdr: ['水平杯盘比', 'Horizontal cup-to-disc ratio'],
      odr: ['杯盘面积比', 'Cup-to-disc area ratio'],
      ddls: {
        stage: ['DDLS 分期（1–10）', 'DDLS stage (1-10)'],
        thinnest_rim: ['最窄盘沿/盘径', 'Thinnest rim over disc'],
      },
      disc: {
        area: ['视盘面积', 'Disc area'],
        percent: ['视盘占视野', 'Disc, share of the field'],
      },
      cup: {
        area: ['视杯面积', 'Cup area'],
        percent: ['视杯占视野', 'Cup, share of the field'],
      },
    },
    vessel: {
      density: ['血管密度（占视野）', 'Vessel density (of the field)'],
      arteries: {
        density: ['动脉密度', 'Arterial density'],
        diameter: ['动脉平均管径', 'Mean arterial diameter'],
      },
      veins: {
        density: ['静脉密度', 'Venous density'],
        diameter: ['静脉平均管径', 'Mean venous diameter'],
      },
      calibre: {
        crae: ['动脉等效管径 CRAE', 'Arterial equivalent CRAE'],
        crve: ['静脉等效管径 CRVE', 'Venous equivalent CRVE'],
        avr: ['动静脉比 AVR', 'Artery-to-vein ratio AVR'],
      },
      fractal_dimension: ['分形维数（盒计数）', 'Fractal dimension (boxes)'],
      tortuosity: ['迂曲度（弧弦比−1）', 'Tortuosity (arc/chord − 1)'],
      diameter: ['平均管径', 'Mean diameter'],
      zone_b: {
        density: ['B区密度', 'Density in zone B'],
        artery_diameter: ['B区动脉管径', 'Arterial diameter, zone B'],
        vein_diameter: ['B区静脉管径', 'Venous diameter, zone B'],
      },
      zone_c: {
        density: ['C区密度', 'Density in zone C'],
        artery_diameter: ['C区动脉管径', 'Arterial diameter, zone C'],
        vein_diameter: ['C区静脉管径', 'Venous diameter, zone C'],
      },
      length_density: ['长度密度', 'Length density'],
      length: ['中心线总长', 'Centreline length'],
      curvature: ['平均曲率', 'Mean curvature'],
    },
    macula: {
      fd_dist: ['视盘–中心凹距离', 'Disc-fovea distance'],
      fd_dist_dd: ['视盘–中心凹距离（盘径）', 'Disc-fovea distance (disc diameters)'],
      angle: ['视盘–中心凹连线角度', 'Angle of the disc-fovea line'],
      edge_distance: ['中心凹距视野边缘', 'Fovea to edge of the field'],
      edge_distance_dd: ['中心凹距视野边缘（盘径）', 'Fovea to edge (disc diameters)'],
    },
  },
  missing: ['未测量（{{reason}}）：{{names}}', 'Not measured ({{reason}}): {{names}}'],
  sure: {
    label: ['置信度{{word}}（{{share}}%）', 'confidence {{word}} ({{share}}%)'],
    high: ['高', 'high'],
    moderate: ['中', 'moderate'],
    low: ['低', 'low'],
  },
  dr: {
    referable: ['疑似需转诊', 'suspected referable'],
    by_rule: ['分级依据：{{rule}}', 'By rule: {{rule}}'],
    rule: {
      no_lesion: ['未检出病灶', 'no lesion was found'],
      weak_lesions: [
        '仅见少量可疑点，不多于无病变照片中的常见误检',
        'a few suspicious spots, no more than in photographs without retinopathy',
      ],
      microaneurysms_only: ['仅见疑似微动脉瘤', 'suspected microaneurysms only'],
      more_than_microaneurysms: [
        '除微动脉瘤外，另有疑似出血或渗出',
        'suspected haemorrhages or exudates besides microaneurysms',
      ],
      haemorrhages_four_quadrants: [
        '四个象限疑似出血均超过20处',
        'more than 20 suspected haemorrhages in each of four quadrants',
      ],
    },
    network: [
      '病灶与筛查网络合并判断：需转诊概率 {{share}}%',
      'Lesions and screening network together: probability of referable disease {{share}}%',
    ],
    network_alone: [
      '照片过小，病灶无法逐一判定；从整体判断：需转诊概率 {{share}}%',
      'Too small for single lesions; judged as a whole: probability of referable disease {{share}}%',
    ],
    disagree: [
      '病灶与筛查网络的证据不足以得出一致分级，请医生复核。',
      'Lesions and screening network do not agree on a grade; please judge yourself.',
    ],
    oedema: ['黄斑水肿：', 'Macular oedema:'],
    oedema_true: [
      '疑似黄斑水肿：中心凹1个视盘直径内有疑似渗出',
      'Suspected macular oedema: exudates within one disc diameter of the fovea',
    ],
    oedema_false: [
      '中心凹1个视盘直径内未检出渗出',
      'No exudates found within one disc diameter of the fovea',
    ],
    not_assessed: ['未评估的征象：{{signs}}', 'Signs not assessed: {{signs}}'],
  },
  sign: {
    venous_beading: ['静脉串珠', 'venous beading'],
    irma: ['视网膜内微血管异常', 'intraretinal microvascular abnormalities'],
    neovascularisation: ['新生血管', 'new vessels'],
    vitreous: ['玻璃体或视网膜前出血', 'vitreous or preretinal haemorrhage'],
  },
  lesion: {
    title: ['疑似病灶', 'Suspected lesions'],
    kind: ['类型', 'Kind'],
    count: ['数量', 'Count'],
    percent: ['占视野', 'Of the field'],
    nearest: ['距中心凹（盘径）', 'To fovea (DD)'],
    fly: ['定位到病灶，再次点击到下一处', 'Fly to a lesion; click again for the next'],
    counted: [
      '数量与占比只含达到判定标准的病灶；图中另显示其余可疑区域（概率不低于50%）。',
      'Counted are lesions that meet the rule; the picture also shows other suspicious areas (probability 50% and more).',
    ],
  },
  quadrant: {
    superior_temporal: ['颞上', 'superior temporal'],
    superior_nasal: ['鼻上', 'superior nasal'],
    inferior_temporal: ['颞下', 'inferior temporal'],
    inferior_nasal: ['鼻下', 'inferior nasal'],
  },
  glaucoma: {
    title: ['青光眼可疑度：', 'Suspicion of glaucoma:'],
    label: ['青光眼可疑度：{{band}}', 'Suspicion of glaucoma: {{band}}'],
    low: ['低', 'low'],
    watch: ['需观察', 'to be watched'],
    suspect: ['可疑', 'suspected'],
    high: ['高度可疑', 'strongly suspected'],
    sign: {
      vcdr: ['垂直杯盘比偏大', 'large vertical cup-to-disc ratio'],
      disc_size: [
        '杯盘比超出同等视盘大小的范围',
        'cup-to-disc ratio large for the size of the disc',
      ],
      thin_rim: ['盘沿变窄', 'thin rim'],
      isnt: ['盘沿不符合ISNT规律', 'rim does not follow the ISNT rule'],
      asymmetry: ['双眼杯盘比不对称', 'cup-to-disc ratios of the two eyes differ'],
    },
  },
  rim: {
    title: ['盘沿（钟点）', 'Rim by clock hour'],
    hour: ['{{hour}}点 {{width}}', "{{hour}} o'clock {{width}}"],
    nasal: ['鼻', 'N'],
    temporal: ['颞', 'T'],
    isnt_true: ['盘沿符合ISNT规律（下＞上＞鼻＞颞）。', 'The rim follows the ISNT rule.'],
    isnt_false: [
      '盘沿不符合ISNT规律（下＞上＞鼻＞颞）。',
      'The rim does not follow the ISNT rule.',
    ],
  },
  ddls: {
    assumed: [
      'DDLS 按平均大小视盘计（未知毫米比例尺）。',
      'DDLS: an average disc size is assumed, no scale in mm is known. ',
    ],
    small: ['DDLS 按小视盘计。', 'DDLS: small disc. '],
    average: ['DDLS 按中等视盘计。', 'DDLS: average disc. '],
    large: ['DDLS 按大视盘计。', 'DDLS: large disc. '],
  },
  norm: ['参考：{{norm}}', 'Usual: {{norm}}'],
  scale: {
    stated: [
      '比例尺：1 px = {{mm}} mm（上传时填写），毫米值按此换算。',
      'Scale: 1 px = {{mm}} mm, as entered at the upload; mm are converted by it.',
    ],
    dicom: [
      '比例尺：1 px = {{mm}} mm（DICOM 文件所载），毫米值按此换算。',
      'Scale: 1 px = {{mm}} mm, as the DICOM file says; mm are converted by it.',
    ],
    doubtful: [
      '所给毫米比例尺与视盘大小不符，未采用：长度以像素（px）或视盘直径表示，请核对。',
      'The scale in mm does not fit the size of the disc and was not used: lengths are px of the image or disc diameters. Please check it.',
    ],
    none: [
      '未提供毫米比例尺：长度以像素（px）或视盘直径表示，不作换算。',
      'No scale in mm is known: lengths are px of the image or disc diameters, not converted.',
    ],
  },
} as const satisfies Texts
