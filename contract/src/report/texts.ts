import type { Texts } from '../wire/wording.ts'

/** The words of a report, on the page and on paper, Chinese and English side by side. */
export const REPORT_TEXTS = {
  title: ['眼底图像诊断报告', 'Fundus image report'],
  name: ['姓名', 'Name'],
  gender: ['性别', 'Sex'],
  gender_1: ['男', 'male'],
  gender_2: ['女', 'female'],
  age: ['年龄', 'Age'],
  years: ['{{n}} 岁', '{{n}} years'],
  card: ['就诊卡号', 'MRN'],
  phone: ['电话', 'Phone'],
  not_recorded: ['未填写', 'Not recorded'],
  eye: ['眼别', 'Eye'],
  eye_unknown: ['未确定', 'not determined'],
  eye_sure: ['{{eye}}（AI判定，{{n}}%）', '{{eye}} (AI, {{n}}%)'],
  eye_from: ['{{eye}}（{{from}}）', '{{eye}} ({{from}})'],
  record_date: ['检查日期', 'Taken on'],
  device: ['采集设备', 'Device'],
  photograph: ['原始图像', 'Photograph'],
  photograph_of: ['原始图像（本次检查第{{n}}张）', 'Photograph (image {{n}} of the session)'],
  photograph_of_eye: ['{{eye}}（本次检查第{{n}}张）', '{{eye}} (image {{n}} of the session)'],
  of_column: ['{{eye}}：{{line}}', '{{eye}}: {{line}}'],
  left_out: {
    all: ['本报告未展示的照片：{{n}}。', 'Photographs not shown in this report: {{n}}.'],
    gradable: ['第{{n}}张（{{eye}}）', 'image {{n}} ({{eye}})'],
    ungradable: ['第{{n}}张（{{eye}}，不可判读）', 'image {{n}} ({{eye}}, ungradable)'],
    eye: {
      OD: ['右眼 OD', 'right eye OD'],
      OS: ['左眼 OS', 'left eye OS'],
      unknown: ['眼别未确定', 'eye not determined'],
    },
  },
  worse: [
    '该眼另一张照片更重：ICDR {{stage}}级（第{{n}}张）',
    'Another image of this eye is worse: ICDR {{stage}} (image {{n}})',
  ],
  graded_elsewhere: [
    '该眼按第{{n}}张分级：ICDR {{stage}}级',
    'This eye is graded by image {{n}}: ICDR {{stage}}',
  ],
  graded_together: [
    '该眼按几张照片的视野合并分级：ICDR {{stage}}级',
    'This eye is graded by the fields of several images together: ICDR {{stage}}',
  ],
  treated_elsewhere: [
    '治疗后或疑似治疗后的眼：第{{n}}张未见达到分级标准的病灶，不能判定为无糖网病变',
    'Eye treated, or suspected to be: no lesion in image {{n}} reaches a grade; this is not “no retinopathy”',
  ],
  contradiction: [
    '该眼的照片分级矛盾，须进一步检查',
    'Images of this eye conflict in grade; further examination needed',
  ],
  open_elsewhere: [
    '该眼第{{n}}张照片不能排除更重的病变，该眼未能分级',
    'Image {{n}} of this eye cannot exclude more severe disease: the eye is not graded',
  ],
  worse_oedema: [
    '该眼另一张照片疑似黄斑水肿（第{{n}}张）',
    'Another image of this eye: suspected macular oedema (image {{n}})',
  ],
  worse_other: [
    '该眼另一张照片疑似其他异常（第{{n}}张）',
    'Another image of this eye: suspected other abnormality (image {{n}})',
  ],
  worse_glaucoma: [
    '该眼另一张照片青光眼可疑度更高：{{band}}（第{{n}}张）',
    'Another image of this eye is more suspicious of glaucoma: {{band}} (image {{n}})',
  ],
  glaucoma_elsewhere: [
    '该眼青光眼可疑度按第{{n}}张判定：{{band}}',
    'Suspicion of glaucoma of this eye, judged by image {{n}}: {{band}}',
  ],
  raised_glaucoma: [
    '杯盘比明显大于对侧眼，该眼青光眼可疑度：{{band}}',
    'Cup-to-disc ratio well above the other eye’s; suspicion of glaucoma, this eye: {{band}}',
  ],
  referral: {
    none: ['未提示需转诊', 'not suspected referable'],
    review: ['须进一步检查', 'further examination needed'],
    referable: ['疑似需转诊', 'suspected referable'],
  },
  oedema: {
    true: ['疑似', 'suspected'],
    false: ['未检出', 'none found'],
  },
  sitting: ['本次检查综合（{{n}}张照片，AI判定）', 'Whole session (images: {{n}}; AI assessment)'],
  build: ['血管、视盘与中心凹', 'Vessels, disc and fovea'],
  lesions: ['计入分级的疑似病灶', 'Lesions counted for the grade'],
  lesions_scars: [
    '计入分级的疑似病灶，及疑似激光斑',
    'Lesions counted for the grade, and suspected laser scars',
  ],
  quality: ['图像质量', 'Image quality'],
  score: ['评分 {{n}} / 100', 'score {{n}} / 100'],
  standard: ['符合拍摄标准', 'adequate image quality'],
  below_standard: ['不符合拍摄标准', 'below the image quality standard'],
  ungradable: [
    '图像不可判读，不给出疾病结果，建议重新拍摄。',
    'Ungradable: no disease findings are given. A new photograph is advised.',
  ],
  glaucoma: ['青光眼可疑度', 'Suspicion of glaucoma'],
  machine_of: ['AI判定依据：{{eye}}（第{{n}}张）', 'AI assessment, {{eye}} (image {{n}})'],
  machine: ['AI判定（本张照片，仅供参考）', 'AI assessment of this image (for reference)'],
  clinician: ['医生诊断意见', "Clinician's opinion"],
  origin: {
    own: ['由医生撰写', 'written by the clinician'],
    taken_over: ['AI草稿，未改动', 'AI draft, unchanged'],
    changed: [
      'AI草稿，医生修改（改动约{{n}}%）',
      'AI draft, changed by the clinician (about {{n}}%)',
    ],
  },
  signed: ['报告医生', 'Clinician'],
  time: ['报告时间', 'Reported'],
  number: ['报告编号', 'Report no.'],
  models: ['模型版本', 'Models'],
  /** Of the file as it was received, or of the picture that is stored of it. */
  hash: {
    received: ['收到的图像文件 SHA-256', 'SHA-256 of the image file as received'],
    stored: ['存储的图像 SHA-256', 'SHA-256 of the image as stored'],
  },
  scan: ['扫码核验', 'Scan to verify'],
  legend: [
    '± 为一个标准差，大于数值时写成从0起的范围；DD 为视盘垂直径。病灶：计入数（图中实心）· 占视野 · 距中心凹最近。未列参考者尚无公认参考范围。',
    '± is one standard deviation; where it exceeds the value, a range from 0 is given; DD is the vertical disc diameter. Lesions: counted (drawn solid) · share of the field · nearest to the fovea. Where no reference is given, none is generally agreed.',
  ],
  standing: {
    void: ['本报告已作废，内容无效。', 'This report is void. Its content is not valid.'],
    void_by: ['作废：{{by}}，{{at}}', 'Voided by {{by}}, {{at}}'],
    void_reason: ['原因：{{reason}}', 'Reason: {{reason}}'],
    superseded: ['本报告已被新报告取代：{{n}}', 'This report was superseded by {{n}}'],
    superseded_by: ['新报告：{{by}}，{{at}}', 'Newer report: {{by}}, {{at}}'],
    supersedes: ['本报告取代：{{n}}', 'This report supersedes {{n}}'],
    more: ['另有 {{n}} 项，见系统中的报告。', '{{n}} more: see the report in the system.'],
    outdated: [
      '本报告完成后图像设置已更改，报告中的测量结果不再成立。',
      'Image settings were changed after this report was made. Its figures are no longer valid.',
    ],
    altered: [
      '系统中保存的内容与签发时不一致，本报告不可采信。',
      'The stored content is not what was signed. Do not rely on this report.',
    ],
    deleted: [
      '患者档案已删除。病历依法至少保存至{{n}}，本报告仅供本机构查阅。',
      'The patient record was deleted. By law it is kept until at least {{n}}. The report is for this institution only.',
    ],
  },
  /** Stands across every page of a report that is not valid. */
  mark: {
    void: ['作废', 'VOID'],
    superseded: ['已被取代', 'SUPERSEDED'],
    altered: ['内容被改动', 'ALTERED'],
  },
  change: {
    other: ['{{what}}：{{before}} → {{after}}', '{{what}}: {{before}} → {{after}}'],
    added: ['{{what}}，新增：{{after}}', '{{what}}, added: {{after}}'],
    removed: ['{{what}}，删去：{{before}}', '{{what}}, removed: {{before}}'],
    cell: ['{{label}}（{{column}}）', '{{label}} ({{column}})'],
    pictures: ['图像', 'Images'],
    notes: ['说明', 'Notes'],
    basis: ['模型与图像', 'Models and images'],
    none: ['内容无变更', 'No change in content'],
  },
  sha256: ['签发内容 SHA-256', 'SHA-256 as signed'],
  page: ['第 {{n}} 页，共 {{all}} 页', 'Page {{n}} of {{all}}'],
} as const satisfies Texts
