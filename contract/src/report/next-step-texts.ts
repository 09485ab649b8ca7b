import type { Texts } from '../wire/wording.ts'
import type { StepGround, StepKind, ReferralUrgency } from './next-step.ts'

/** How the next step of a patient is worded, Chinese and English side by side. */
export const NEXT_STEP_TEXTS = {
  title: ['后续安排', 'Next step'],
  kind: {
    routine: ['常规复查', 'Routine recall'],
    early: ['提前复查', 'Early recall'],
    repeat: ['重新拍摄', 'Repeat photographs'],
    refer: ['转诊', 'Refer'],
    refer_ungradable: ['不可判读，转诊', 'Ungradable, refer'],
    discharge: ['不再随访', 'Discharge'],
  } satisfies Record<StepKind, readonly [string, string]>,
  short: {
    routine: ['常规复查，{{months}}后', 'Routine recall in {{months}}'],
    early: ['提前复查，{{months}}后', 'Early recall in {{months}}'],
    repeat: ['重新拍摄，{{months}}内', 'Repeat photographs within {{months}}'],
    refer: ['转诊（{{urgency}}）', 'Refer ({{urgency}})'],
    refer_ungradable: ['不可判读，转诊（{{urgency}}）', 'Ungradable, refer ({{urgency}})'],
    discharge: ['不再随访', 'Discharge from recall'],
  } satisfies Record<StepKind, readonly [string, string]>,
  month: ['1个月', '1 month'],
  months: ['{{n}}个月', '{{n}} months'],
  urgency: {
    urgent: ['紧急', 'urgent'],
    soon: ['尽快', 'soon'],
    routine: ['常规', 'routine'],
  } satisfies Record<ReferralUrgency, readonly [string, string]>,
  ground: {
    stage_0: ['未见糖网征象（0级）', 'no sign of retinopathy (grade 0)'],
    stage_1: ['疑似轻度糖网（1级）', 'suspected mild retinopathy (grade 1)'],
    stage_2: ['疑似中度糖网（2级）', 'suspected moderate retinopathy (grade 2)'],
    stage_3: ['疑似重度糖网（3级）', 'suspected severe retinopathy (grade 3)'],
    stage_4: ['疑似增殖期糖网（4级）', 'suspected proliferative retinopathy (grade 4)'],
    oedema: ['疑似黄斑水肿', 'suspected macular oedema'],
    glaucoma: ['青光眼可疑', 'suspicion of glaucoma'],
    other: ['其他异常，须转诊', 'other abnormality, refer'],
    missing: ['本次未拍摄', 'not photographed in this session'],
    unjudged: ['不可判读，或有未能判断之处', 'ungradable, or not fully judged'],
  } satisfies Record<StepGround, readonly [string, string]>,
  ground_of: ['{{eye}}：{{ground}}', '{{eye}}: {{ground}}'],
  line: ['{{step}}', '{{step}}'],
  line_to: ['{{step}}，转往：{{to}}', '{{step}}, to: {{to}}'],
  by: ['最迟日期：{{day}}', 'No later than {{day}}'],
  grounds: ['依据：{{grounds}}', 'Reason: {{grounds}}'],
  note: ['说明：{{note}}', 'Note: {{note}}'],
  decided: [
    '本机构规则建议：{{step}}；以上由医生决定。',
    'Proposed by the rules of the institution: {{step}}. The clinician decided as above.',
  ],
} as const satisfies Texts
