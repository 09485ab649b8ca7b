import type { Texts } from '../wire/wording.ts'

/** What a study of an institution's own photographs says, Chinese and English side by side. */
export const VALIDATION_TEXTS = {
  title: ['本地验证：AI 与阅片医生的比较', 'Local validation: AI compared with readers'],
  comma: ['，', ', '],
  from: {
    reports: ['{{start}} 至 {{end}} 签发的报告', 'Reports signed from {{start}} to {{end}}'],
    photographs: ['本机构提供的照片与判读表', 'Photographs and a table of readings brought in'],
  },
  honest: {
    title: ['先看这里', 'Read this first'],
    reports: {
      agreement: [
        '这是一致性，不是准确性。医生签发报告时看到了 AI 的结果；看到结果的医生会更常同意它，因此下列数字会高于真实准确性。',
        'This is agreement, not accuracy. The readers saw the AI result when they signed. A reader who saw it agrees with it more often, so the figures below are higher than the true accuracy.',
      ],
      stated: [
        '阅片结论取自有效的已签发报告（已作废、已被取代的不计）：医生作过判定或更正的以其为准，未更正的视为按 AI 结果签发。',
        'What readers say is taken from signed reports that stand (void and superseded ones are left out): what a clinician stated or corrected; where nothing was corrected, the AI answer that was signed.',
      ],
      unread: [
        'AI 未给出结果且医生也未判定的眼没有阅片结论，不进入灵敏度等数字，但计入“未给出”的比例。',
        'An eye of which neither the AI nor the reader said anything has no reading. It is in no sensitivity or other figure, and counts as not told.',
      ],
    },
    photographs: {
      truth: [
        '判读表被当作正确答案；它有多可靠，取决于阅片人、人数，以及是否看到过 AI 结果。请另行记录。',
        'The table of readings is taken for the truth. How good it is depends on the readers, their number, and whether they saw the AI result. Record that elsewhere.',
      ],
      chosen: [
        '若照片是挑选的，患病率和预测值只适用于这组照片。',
        'If the photographs were selected, prevalence and predictive values hold for this set alone.',
      ],
      patient: [
        '未填患者代号的照片各按一名患者计；若同一患者有多张，区间会过窄。',
        'A photograph without a patient key counts as a patient of its own. Where one patient has several, the intervals are too narrow.',
      ],
    },
    again: [
      '这是用较新的网络重新分析同一批照片：阅片结论不变；报告中的医生当时看到的是旧版结果。',
      'The same photographs, analysed again by newer networks. The readings are the same; readers of reports saw the answers of the former networks.',
    ],
    cuts: [
      '本研究不改变任何判定界值，也不用于训练。',
      'No cut of the analysis is changed by this study, and nothing is trained on it.',
    ],
    stage: [
      '“需转诊分级”指 2 级及以上。AI 不区分 3 级与 4 级：4 级一律给出为 3 级。“青光眼可疑”指“可疑”或“高度可疑”。',
      '“Stage to refer” is stage 2 or more. The AI does not tell stage 4 from 3: both are told as 3. “Suspicion of glaucoma” is “suspect” or “high”.',
    ],
    intervals: [
      '括号内为 95% 区间：Wilson 法；带 † 的为按患者重抽样（{{draws}} 次，种子 {{seed}}），且不窄于 Wilson 法。全部或无一符合时按患者数用 Wilson 法。分母少于 {{least}} 名患者时不显示数字。',
      'In brackets the 95 % interval: Wilson; where marked †, by {{draws}} draws of patients (seed {{seed}}) and never narrower than Wilson’s. Where all or none fit, Wilson’s of the number of patients. No figure is shown of fewer than {{least}} patients.',
    ],
  },
  few: [
    '太少，无法说明（需 {{least}} 名患者，现有 {{n}}）',
    'too few to say ({{least}} patients needed, {{n}} here)',
  ],
  column: {
    value: ['结果（95% 区间）', 'Result (95 % interval)'],
    count: ['例数', 'Cases'],
    before: ['上次结果', 'Former result'],
    before_count: ['上次例数', 'Former cases'],
    none: ['未给出', 'not told'],
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
    failed: ['未能分析（计入“未给出”）', 'Not analysed (counted as not told)'],
    stated: ['医生亲自判定：{{question}}', 'Stated by the reader: {{question}}'],
  },
  question: {
    stage: ['需转诊分级（2 级及以上）', 'Stage to refer (2 or more)'],
    oedema: ['疑似黄斑水肿', 'Suspected macular oedema'],
    glaucoma: ['青光眼可疑', 'Suspicion of glaucoma'],
  },
  figure: {
    untold: ['AI 未给出（占全部）', 'Not told by the AI, of all'],
    untold_positive: ['AI 未给出（占阅片阳性）', 'Not told, of those read as positive'],
    untold_negative: ['AI 未给出（占阅片阴性）', 'Not told, of those read as negative'],
    prevalence: ['阅片阳性率', 'Read as positive'],
    sensitivity_told: ['灵敏度（已给出者）', 'Sensitivity, of told'],
    sensitivity_all: ['灵敏度（全部，未给出算漏）', 'Sensitivity, of all (not told is missed)'],
    specificity_told: ['特异度（已给出者）', 'Specificity, of told'],
    specificity_all: ['特异度（全部，未给出算误）', 'Specificity, of all (not told is wrong)'],
    ppv: ['阳性预测值（已给出者）', 'Positive predictive value, of told'],
    npv: ['阴性预测值（已给出者）', 'Negative predictive value, of told'],
    unread: ['无阅片结论', 'Without a reading'],
    same_stage: ['分级完全相同（已给出者）', 'The very same stage, of told'],
    auc: ['ROC 曲线下面积', 'Area under the ROC curve'],
  },
  confusion: {
    title: ['分级对照（行：阅片；列：AI）', 'Stages (rows: readers; columns: AI)'],
    stage: ['{{n}} 级', 'Stage {{n}}'],
    told: ['AI {{n}} 级', 'AI {{n}}'],
  },
  group: {
    title: ['{{question}}：按设备与图像质量', '{{question}}: by device and image quality'],
    device: ['设备：{{name}}', 'Device: {{name}}'],
    nameless: ['未记录', 'not recorded'],
    quality: {
      standard: ['图像质量：达标', 'Quality: up to the standard'],
      usable: ['图像质量：可用', 'Quality: usable'],
      ungradable: ['图像质量：不可判读', 'Quality: ungradable'],
      none: ['未能分析', 'Not analysed'],
    },
    untold: ['未给出', 'Not told'],
    sensitivity: ['灵敏度（已给出者）', 'Sensitivity, of told'],
    specificity: ['特异度（已给出者）', 'Specificity, of told'],
  },
  score: {
    title: ['需转诊的概率：ROC 与校准', 'Chance of a stage to refer: ROC and calibration'],
    basis: [
      '{{n}} 例有概率（其中阳性 {{positive}} 例），包括 AI 未给出分级的例。',
      '{{n}} cases have a chance ({{positive}} of them positive), also those without a stage told.',
    ],
    roc: ['误报率不高于此时的灵敏度', 'Sensitivity where false alarms are at most'],
    bin: [
      'AI 概率 {{from}}–{{to}}%（平均 {{mean}}%）',
      'Chance told {{from}}–{{to}}% (mean {{mean}}%)',
    ],
    observed: ['校准：AI 概率与实际阳性率', 'Calibration: chance told and share read as positive'],
  },
  curve: {
    roc: ['ROC 曲线', 'ROC curve'],
    alarms: ['误报率', 'False alarms'],
    found: ['灵敏度', 'Sensitivity'],
    calibration: ['校准', 'Calibration'],
    told: ['AI 概率', 'Chance told by the AI'],
    observed: ['实际阳性率', 'Read as positive'],
    before: ['（前一研究）', ' (the study before)'],
  },
  versions: {
    title: ['网络版本', 'Versions of the networks'],
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
