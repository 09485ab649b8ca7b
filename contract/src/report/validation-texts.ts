import type { Texts } from '../wire/wording.ts'

/** What a study of an institution's own photographs says, Chinese and English side by side. */
export const VALIDATION_TEXTS = {
  title: ['本地验证：AI 与阅片医生的比较', 'Local validation: AI compared with readers'],
  comma: ['，', ', '],
  from: {
    reports: ['{{start}} 至 {{end}} 签发的报告', 'Reports signed from {{start}} to {{end}}'],
    photographs: ['本机构提供的照片与判读表', 'Own photographs and a table of readings'],
  },
  honest: {
    title: ['先看这里', 'Read this first'],
    reports: {
      agreement: [
        '这是一致性，不是准确性。医生签发报告时看到了 AI 的结果；看到结果的医生会更常同意它，因此下列数字会高于真实准确性。',
        'This is agreement, not accuracy. The readers had seen the AI result when they signed, which makes agreement more likely, so the figures below are higher than the true accuracy.',
      ],
      stated: [
        '阅片结论取自有效的已签发报告（已作废、已被取代的不计）：医生作过判定或更正的以其为准，未更正的视为按 AI 结果签发。',
        'Readings are taken from valid signed reports (void and superseded ones are left out): what a clinician stated or corrected or, where nothing was corrected, the AI result that was signed.',
      ],
      unread: [
        'AI 未给出结果且医生也未判定的眼没有阅片结论，不进入灵敏度等数字，但计入“未给出”的比例。',
        'An eye for which neither the AI nor the reader gave a result has no reading. It enters no sensitivity or similar figure, and counts as without an AI result.',
      ],
    },
    photographs: {
      truth: [
        '判读表被当作正确答案；它有多可靠，取决于阅片人、人数，以及是否看到过 AI 结果。请另行记录。',
        'The table of readings is taken as the truth. How reliable it is depends on the readers, their number, and whether they had seen the AI result. Please record that separately.',
      ],
      chosen: [
        '若照片是挑选的，患病率和预测值只适用于这组照片。',
        'If the photographs were selected, prevalence and predictive values apply to this set only.',
      ],
      patient: [
        '未填患者代号的照片各按一名患者计；若同一患者有多张，区间会过窄。',
        'A photograph without a patient code counts as a separate patient. If one patient has several, the intervals are too narrow.',
      ],
    },
    again: [
      '这是用较新的网络重新分析同一批照片：阅片结论不变；报告中的医生当时看到的是旧版结果。',
      'The same photographs, analysed again with newer networks. The readings are unchanged; the readers of reports had seen the results of the earlier networks.',
    ],
    cuts: [
      '本研究不改变任何判定界值，也不用于训练。',
      'This study changes no decision threshold of the analysis and is not used for training.',
    ],
    stage: [
      '“需转诊分级”指 2 级及以上。AI 不区分 3 级与 4 级：4 级一律给出为 3 级。“青光眼可疑”指“可疑”或“高度可疑”。',
      '“Referable grade” means grade 2 or higher. The AI does not distinguish grade 4 from 3: it gives 3 for both. “Suspicion of glaucoma” means “suspected” or “strongly suspected”.',
    ],
    intervals: [
      '括号内为 95% 区间：Wilson 法；带 † 的为按患者重抽样（{{draws}} 次，种子 {{seed}}），且不窄于 Wilson 法。全部或无一符合时按患者数用 Wilson 法。分母少于 {{least}} 名患者时不显示数字。',
      'In brackets the 95% confidence interval (Wilson); where marked †, by resampling patients ({{draws}} draws, seed {{seed}}) and never narrower than Wilson’s. Where all or none agree, Wilson’s for the number of patients. No figure is shown for fewer than {{least}} patients.',
    ],
  },
  few: [
    '太少，无法说明（需 {{least}} 名患者，现有 {{n}}）',
    'too few to assess ({{least}} patients needed, {{n}} here)',
  ],
  column: {
    value: ['结果（95% 区间）', 'Result (95% CI)'],
    count: ['例数', 'Cases'],
    before: ['上次结果', 'Previous result'],
    before_count: ['上次例数', 'Previous cases'],
    none: ['未给出', 'no result'],
  },
  overview: {
    title: ['对象', 'What was compared'],
    cases: {
      reports: ['眼（按检查计）', 'Eyes, by session'],
      photographs: ['照片', 'Photographs'],
    },
    patients: ['患者', 'Patients'],
    several: ['其中多于一例的患者', 'of these with more than one case'],
    ungradable: ['AI 判为不可判读', 'Ungradable by the AI'],
    failed: ['未能分析（计入“未给出”）', 'Not analysed (counted as no result)'],
    stated: ['医生亲自判定：{{question}}', 'Stated by the reader: {{question}}'],
  },
  question: {
    stage: ['需转诊分级（2 级及以上）', 'Referable grade (2 or higher)'],
    oedema: ['疑似黄斑水肿', 'Suspected macular oedema'],
    glaucoma: ['青光眼可疑', 'Suspicion of glaucoma'],
  },
  figure: {
    untold: ['AI 未给出（占全部）', 'No AI result, of all'],
    untold_positive: ['AI 未给出（占阅片阳性）', 'No AI result, of those read as positive'],
    untold_negative: ['AI 未给出（占阅片阴性）', 'No AI result, of those read as negative'],
    prevalence: ['阅片阳性率', 'Read as positive'],
    sensitivity_told: ['灵敏度（已给出者）', 'Sensitivity, cases with a result'],
    sensitivity_all: [
      '灵敏度（全部，未给出算漏）',
      'Sensitivity, all cases (no result counts as missed)',
    ],
    specificity_told: ['特异度（已给出者）', 'Specificity, cases with a result'],
    specificity_all: [
      '特异度（全部，未给出算误）',
      'Specificity, all cases (no result counts as wrong)',
    ],
    ppv: ['阳性预测值（已给出者）', 'Positive predictive value, cases with a result'],
    npv: ['阴性预测值（已给出者）', 'Negative predictive value, cases with a result'],
    unread: ['无阅片结论', 'Without a reading'],
    same_stage: ['分级完全相同（已给出者）', 'Same grade, cases with a result'],
    auc: ['ROC 曲线下面积', 'Area under the ROC curve'],
  },
  confusion: {
    title: ['分级对照（行：阅片；列：AI）', 'Grades (rows: readers; columns: AI)'],
    stage: ['{{n}} 级', 'Grade {{n}}'],
    told: ['AI {{n}} 级', 'AI {{n}}'],
  },
  group: {
    title: ['{{question}}：按设备与图像质量', '{{question}}: by device and image quality'],
    device: ['设备：{{name}}', 'Device: {{name}}'],
    nameless: ['未记录', 'not recorded'],
    quality: {
      standard: ['图像质量：达标', 'Quality: adequate'],
      usable: ['图像质量：可用', 'Quality: limited'],
      ungradable: ['图像质量：不可判读', 'Quality: ungradable'],
      none: ['未能分析', 'Not analysed'],
    },
    untold: ['未给出', 'No result'],
    sensitivity: ['灵敏度（已给出者）', 'Sensitivity, cases with a result'],
    specificity: ['特异度（已给出者）', 'Specificity, cases with a result'],
  },
  score: {
    title: ['需转诊的概率：ROC 与校准', 'Probability of a referable grade: ROC and calibration'],
    basis: [
      '{{n}} 例有概率（其中阳性 {{positive}} 例），包括 AI 未给出分级的例。',
      '{{n}} cases have a probability ({{positive}} of them positive), including those without a grade.',
    ],
    roc: ['误报率不高于此时的灵敏度', 'Sensitivity at a false-positive rate of at most'],
    bin: [
      'AI 概率 {{from}}–{{to}}%（平均 {{mean}}%）',
      'AI probability {{from}}–{{to}}% (mean {{mean}}%)',
    ],
    observed: [
      '校准：AI 概率与实际阳性率',
      'Calibration: AI probability and proportion read as positive',
    ],
  },
  curve: {
    roc: ['ROC 曲线', 'ROC curve'],
    alarms: ['误报率', 'False-positive rate'],
    found: ['灵敏度', 'Sensitivity'],
    calibration: ['校准', 'Calibration'],
    told: ['AI 概率', 'AI probability'],
    observed: ['实际阳性率', 'Read as positive'],
    before: ['（前一研究）', ' (previous study)'],
  },
  versions: {
    title: ['网络版本', 'Network versions'],
    unknown: ['未分析', 'not analysed'],
    cases: ['{{n}} 例：{{networks}}', '{{n}} cases: {{networks}}'],
  },
  identity: {
    name: ['研究名称', 'Study'],
    source: ['来源', 'Source'],
    started: ['开始', 'Started'],
    ended: ['完成', 'Finished'],
    by: ['发起人', 'Started by'],
    number: ['研究编号', 'Study number'],
  },
} as const satisfies Texts
