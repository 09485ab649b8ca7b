import type { Texts } from '../../wire/wording.ts'
import { TREATMENT_TEXTS } from '../../findings/treatments.ts'
import { figureNames } from '../../findings/figure-rows.ts'
import { DISC_ROWS } from './disc-rows.ts'
import { LESION_ROWS } from './lesion-rows.ts'
import { MACULA_ROWS } from './macula-rows.ts'
import { OPINION_TEXTS } from './opinion-texts.ts'
import { OTHER_DISEASE_TEXTS } from './other-disease.ts'
import { VESSEL_ROWS } from './vessel-rows.ts'

/** The words of the findings of a fundus photograph, Chinese and English side by side. */
export const FUNDUS_TEXTS = {
  overlay: {
    vessels: ['血管', 'Vessels'],
    arteries: ['动脉', 'Arteries'],
    veins: ['静脉', 'Veins'],
    disc: ['视盘', 'Optic disc'],
    cup: ['视杯', 'Optic cup'],
    fovea: ['黄斑中心凹', 'Fovea'],
    microaneurysms: ['微动脉瘤', 'Microaneurysms'],
    haemorrhages: ['出血', 'Haemorrhages'],
    hard_exudates: ['硬性渗出', 'Hard exudates'],
    soft_exudates: ['软性渗出', 'Soft exudates'],
    uncounted: ['未计入', 'Not counted'],
    laser_scars: ['疑似激光斑', 'Suspected laser scars'],
    outlines: ['视盘视杯轮廓', 'Disc and cup outlines'],
    landmarks: ['中心凹与连线', 'Fovea and disc line'],
    zones: ['血管B/C区', 'Vessel zones B and C'],
  },
  eyes: {
    stage: ['{{eye}} {{stage}} 级', '{{eye}}: grade {{stage}}'],
    treated_0: ['{{eye}} 无达到分级标准的病灶', '{{eye}}: no lesion that reaches a grade'],
    open: ['{{eye}} 未能分级', '{{eye}}: not graded'],
    open_above: [
      '{{eye}} 未能分级，至少 {{stage}} 级',
      '{{eye}}: not graded, at least grade {{stage}}',
    ],
    open_lesions: ['{{eye}} 未能分级，有疑似病灶', '{{eye}}: not graded, suspected lesions'],
    found: ['{{eye}} {{found}}', '{{eye}}: {{found}}'],
    review: ['{{eye}} 照片矛盾、须复核', '{{eye}}: conflicting images, needs review'],
    ungradable: ['{{eye}} 不可判读', '{{eye}}: ungradable'],
    treated: ['，{{treated}}', ', {{treated}}'],
    missing: ['缺 {{eye}}', 'no {{eye}} image'],
    corrected: ['（医生更正）', ' (corrected)'],
    machine_open: ['（AI：未能分级）', ' (AI: not graded)'],
    machine_stage: ['（AI：{{stage}} 级）', ' (AI: grade {{stage}})'],
  },
  correction: {
    name: {
      stage: ['糖网分级', 'Retinopathy grade'],
      oedema: ['黄斑水肿', 'Macular oedema'],
      glaucoma: ['青光眼', 'Glaucoma'],
      treated: ['治疗', 'Treatment'],
      other_disease: ['其他异常', 'Other abnormality'],
      section: ['判读区域', 'Area graded'],
    },
    value: {
      stage: {
        0: ['0 级 · 无糖网病变', '0 · no retinopathy'],
        1: ['1 级 · 轻度非增殖期', '1 · mild non-proliferative'],
        2: ['2 级 · 中度非增殖期', '2 · moderate non-proliferative'],
        3: ['3 级 · 重度非增殖期', '3 · severe non-proliferative'],
        4: ['4 级 · 增殖期', '4 · proliferative'],
      },
      oedema: { true: ['有', 'present'], false: ['无', 'absent'] },
      glaucoma: {
        low: ['可疑度低', 'low suspicion'],
        watch: ['临界，需观察', 'borderline, monitor'],
        suspect: ['可疑', 'suspected'],
        high: ['高度可疑', 'strongly suspected'],
      },
      treated: { none: ['未治疗', 'not treated'], ...TREATMENT_TEXTS.name },
      other_disease: { true: ['有', 'present'], false: ['无', 'absent'] },
    },
    machine_value: {
      stage: {
        0: ['0 级 · 未见征象', '0 · no sign found'],
        1: ['1 级 · 疑似轻度', '1 · suspected mild'],
        2: ['2 级 · 疑似中度', '2 · suspected moderate'],
        3: ['3 级 · 疑似重度', '3 · suspected severe'],
        4: ['4 级 · 疑似增殖期', '4 · suspected proliferative'],
      },
      oedema: { true: ['疑似', 'suspected'], false: ['未检出', 'none found'] },
      treated: {
        scars: ['疑似激光斑', 'suspected laser scars'],
        null: ['未提示', 'none suggested'],
      },
      other_disease: { true: ['疑似', 'suspected'], false: ['未提示', 'none suggested'] },
    },
  },
  grade: {
    none: ['未能分级', 'Not graded'],
    treated: ['{{treated}} · {{stage}}', '{{treated}} · {{stage}}'],
    treated_0: [
      '照片未见达到分级标准的病灶，不能判定为无糖网病变',
      'No lesion on the photograph reaches a grade; this is not “no retinopathy”',
    ],
    0: [
      '0 级 · 未见糖尿病视网膜病变征象（不能排除轻度，未查其他眼病）',
      'Grade 0 · no sign of diabetic retinopathy (mild disease is not excluded, other eye diseases were not assessed)',
    ],
    looked_0: [
      '0 级 · 未见糖尿病视网膜病变征象（不能排除轻度，也不能排除其他眼病）',
      'Grade 0 · no sign of diabetic retinopathy (neither mild disease nor other eye disease is excluded)',
    ],
    1: ['1 级 · 疑似轻度非增殖期', 'Grade 1 · suspected mild non-proliferative'],
    2: ['2 级 · 疑似中度非增殖期', 'Grade 2 · suspected moderate non-proliferative'],
    3: ['3 级 · 疑似重度非增殖期', 'Grade 3 · suspected severe non-proliferative'],
    4: ['4 级 · 疑似增殖期', 'Grade 4 · suspected proliferative'],
    title: ['糖尿病视网膜病变分级（ICDR）', 'Diabetic retinopathy grade (ICDR)'],
  },
  facet: {
    fundus: {
      grade_0: ['糖网 0 级', 'Retinopathy grade 0'],
      grade_1: ['糖网 1 级', 'Retinopathy grade 1'],
      grade_2: ['糖网 2 级', 'Retinopathy grade 2'],
      grade_3: ['糖网 3 级', 'Retinopathy grade 3'],
      grade_4: ['糖网 4 级', 'Retinopathy grade 4'],
      not_graded: ['糖网未能分级', 'Retinopathy not graded'],
      referable: ['疑似需转诊', 'Suspected referable'],
      review: ['须进一步检查', 'Further examination needed'],
      oedema: ['疑似黄斑水肿', 'Suspected macular oedema'],
      glaucoma: ['青光眼可疑', 'Suspicion of glaucoma'],
      treated: ['已治疗', 'Treated'],
      other_disease: ['疑似其他异常', 'Other abnormality suspected'],
      field: ['视野或像素不足', 'Field or resolution inadequate'],
    },
  },
  group: {
    disc: ['视盘与青光眼可疑度', 'Optic disc and suspicion of glaucoma'],
    vessel: ['视网膜血管', 'Retinal vessels'],
    macula: ['黄斑与视盘位置', 'Macula and disc'],
  },
  measure: {
    ...figureNames({ ...DISC_ROWS, ...MACULA_ROWS, ...VESSEL_ROWS, ...LESION_ROWS }),
    dr: {
      stages: ['各级概率', 'Probability of each grade'],
      near_uncounted: [
        '中心凹附近未计入的可疑渗出',
        'Possible exudates near the fovea, not counted',
      ],
    },
    dr_grade: ['糖网分级（ICDR）', 'Diabetic retinopathy grade (ICDR)'],
    dr_referable_probability: ['需转诊概率', 'Probability of referable disease'],
  },
  dr: {
    referable: ['疑似需转诊', 'suspected referable'],
    review: ['须进一步检查', 'further examination needed'],
    rule: {
      no_lesion: ['未检出达到判定标准的病灶', 'no lesion that meets the criteria was found'],
      weak_lesions: [
        '仅见少量可疑点，不多于无病变照片中的常见误检',
        'only a few suspicious spots, no more than are seen in photographs without retinopathy',
      ],
      microaneurysms_only: ['仅见疑似微动脉瘤', 'suspected microaneurysms only'],
      more: ['疑似{{kinds}}', 'suspected {{kinds}}'],
      more_beside: [
        '除微动脉瘤外，另有疑似{{kinds}}',
        'suspected {{kinds}} besides microaneurysms',
      ],
      extensive: [
        '疑似{{kinds}}；病灶与网络合并判断为重度或更重，单张照片不能区分重度与增殖期',
        'suspected {{kinds}}; lesions and network together indicate severe disease or worse; one photograph cannot distinguish severe from proliferative',
      ],
      clinician: ['由医生判定', 'judged by a clinician'],
      four_quadrants: [
        '四个象限疑似出血均超过20处{{places}}',
        'more than 20 suspected haemorrhages in each of four quadrants{{places}}',
      ],
      places: ['（{{places}}）', ' ({{places}})'],
    },
    evidence: {
      clinician: [
        '分级由医生判定，并非AI结果',
        'the grade was stated by a clinician, not by the AI',
      ],
      determined: ['{{rule}}', '{{rule}}'],
      evidence_conflicts: [
        '{{rule}}，但合并判断的需转诊概率为{{share}}%，两者不一致',
        '{{rule}}, but the overall probability of referable disease is {{share}}%: the evidence conflicts',
      ],
      weak_evidence: [
        '{{rule}}，合并判断的需转诊概率{{share}}%，证据不足',
        '{{rule}}; the overall probability of referable disease is {{share}}%: the evidence is too weak',
      ],
      blurred: ['图像模糊，{{rule}}', 'the image is blurred; {{rule}}'],
      field: ['{{reason}}；所见范围内{{rule}}', '{{reason}}; within the area shown, {{rule}}'],
      too_small: [
        '照片过小，病灶无法逐一判定；需转诊概率{{share}}%',
        'the photograph is too small to distinguish individual lesions; probability of referable disease {{share}}%',
      ],
    },
    graded: ['依据：{{evidence}}。', 'Basis: {{evidence}}.'],
    not_graded: [
      '未能分级，不能排除糖尿病视网膜病变：{{evidence}}。',
      'Not graded, diabetic retinopathy cannot be excluded: {{evidence}}.',
    ],
    decided: {
      below: ['{{stage}}级以下 {{share}}%', 'below grade {{stage}}: {{share}}%'],
      from: ['{{stage}}级或更重 {{share}}%', 'grade {{stage}} or worse: {{share}}%'],
    },
    border: [
      '接近{{low}}级与{{high}}级的界限',
      'close to the boundary between grades {{low}} and {{high}}',
    ],
    border_means: [
      '同一眼再次拍摄，分级可能不同',
      'another image of the same eye may be graded differently',
    ],
    stage_chance: ['{{stage}}级{{share}}%', '{{stage}}: {{share}}%'],
    stage_chances: ['各级概率：{{shares}}', 'Probability of each grade: {{shares}}'],
    oedema: ['黄斑水肿：', 'Macular oedema:'],
    oedema_suspected: ['疑似黄斑水肿', 'suspected macular oedema'],
    oedema_true: [
      '疑似黄斑水肿：中心凹1个视盘直径内有疑似渗出',
      'Suspected macular oedema: suspected exudates within one disc diameter of the fovea',
    ],
    oedema_false: [
      '中心凹1个视盘直径内未检出渗出，不能排除黄斑水肿',
      'No exudates found within one disc diameter of the fovea; does not exclude macular oedema',
    ],
    oedema_possible: [
      '中心凹1个视盘直径内有{{n}}处可疑渗出未计入，不能排除黄斑水肿',
      'Possible exudates within one disc diameter of the fovea, not counted: {{n}}; does not exclude macular oedema',
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
    name: {
      microaneurysms: ['微动脉瘤', 'microaneurysms'],
      haemorrhages: ['出血', 'haemorrhages'],
      hard_exudates: ['硬性渗出', 'hard exudates'],
      soft_exudates: ['软性渗出', 'soft exudates'],
    },
    kind: ['类型', 'Type'],
    count: ['计入', 'Counted'],
    uncounted: ['未计入', 'Not counted'],
    percent: ['占视野', 'Of the field'],
    nearest: ['距中心凹（盘径）', 'To fovea (DD)'],
    fly: ['定位到病灶，再次点击到下一处', 'Go to a lesion; click again for the next'],
    counted: [
      '计入：分级所依据的病灶，图中实心，其余各项均指此。未计入：可疑而不足为据，图中以轮廓另列一层。',
      'Counted: lesions the grade is based on, drawn solid; all other figures refer to these. Not counted: suspicious but too weak as evidence, outlined in a separate layer.',
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
    table: [
      '垂直杯盘比0.60起临界，0.65起可疑，0.80起高度可疑；盘沿变窄等可升档',
      'cup-to-disc ratio: borderline from 0.60, suspected from 0.65, strongly from 0.80; a thin rim and other signs raise it',
    ],
    label: ['青光眼可疑度：{{band}}', 'Suspicion of glaucoma: {{band}}'],
    low: ['低（不能排除青光眼）', 'low (does not exclude glaucoma)'],
    watch: ['临界，需观察', 'borderline, monitor'],
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
      clinician: ['由医生判定', 'judged by a clinician'],
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
  norms: {
    vessel: {
      calibre: {
        avr: {
          below: [
            '低于参考，见于动脉变窄或静脉扩张，也可能为动静脉误判',
            'below reference; seen with narrowed arterioles or dilated venules, or vessels misclassified',
          ],
          above: ['高于参考，可能为动静脉误判', 'above reference; vessels may be misclassified'],
        },
      },
    },
  },
  other_disease: OTHER_DISEASE_TEXTS,
  opinion: OPINION_TEXTS,
} as const satisfies Texts
