import type { Texts } from '../wire/wording.ts'
import type { StepGround, StepKind } from './next-step.ts'

/** The words of the letters that follow a report: plain ones to the patient, clinical ones to who receives him. */
export const LETTER_TEXTS = {
  patient: {
    title: ['眼底检查结果告知', 'Your eye photographs: the result'],
    dear: ['{{name}}，您好：', 'Dear {{name}},'],
    found: ['检查发现', 'What was found'],
    eye: { OD: ['右眼', 'Right eye'], OS: ['左眼', 'Left eye'], unknown: ['眼睛', 'Eye'] },
    of_eye: ['{{eye}}：{{text}}', '{{eye}}: {{text}}'],
    ground: {
      stage_0: [
        '照片上没有看到糖尿病对眼底的损害。',
        'No damage by diabetes was seen on the photograph.',
      ],
      stage_1: [
        '照片上有糖尿病影响眼底的早期迹象。',
        'There are early signs that diabetes affects the back of the eye.',
      ],
      stage_2: [
        '照片上有糖尿病影响眼底的迹象，需要眼科医生检查。',
        'There are signs that diabetes affects the back of the eye. An eye doctor should look at it.',
      ],
      stage_3: [
        '照片上有糖尿病影响眼底的较重迹象，需要尽快由眼科医生检查。',
        'There are marked signs that diabetes affects the back of the eye. An eye doctor should look at it soon.',
      ],
      stage_4: [
        '照片上有可能威胁视力的迹象，需要抓紧由眼科医生检查。',
        'There are signs that could threaten your sight. An eye doctor should look at it without delay.',
      ],
      oedema: [
        '看东西最清楚的部位可能有水肿，需要进一步检查。',
        'The part of the eye that sees most sharply may be swollen. This needs a further examination.',
      ],
      glaucoma: [
        '连接眼睛和大脑的神经需要进一步检查。',
        'The nerve that leads from the eye to the brain needs a further examination.',
      ],
      other: [
        '照片上有其他需要眼科医生检查的情况。',
        'There is something else that an eye doctor should look at.',
      ],
      missing: ['这次没有拍摄照片。', 'No photograph was taken this time.'],
      unjudged: [
        '照片不够清楚，不能判断。这不表示眼睛没有问题。',
        'The photograph was not clear enough to judge. This does not mean that the eye is healthy.',
      ],
    } satisfies Record<StepGround, readonly [string, string]>,
    todo: ['请您这样做', 'What to do'],
    step: {
      routine: [
        '请在{{day}}以前再来拍摄眼底照片。',
        'Please come for photographs again by {{day}}.',
      ],
      early: [
        '请在{{day}}以前再来拍摄眼底照片，比通常要早一些。',
        'Please come for photographs again by {{day}}, sooner than usual.',
      ],
      repeat: [
        '请在{{day}}以前再来重新拍摄照片。',
        'Please come to have the photographs taken again by {{day}}.',
      ],
      refer: [
        '请在{{day}}以前到{{to}}就诊，并带上这封信。',
        'Please be seen at {{to}} by {{day}}, and bring this letter.',
      ],
      refer_ungradable: [
        '请在{{day}}以前到{{to}}检查眼睛，并带上这封信。',
        'Please have your eyes examined at {{to}} by {{day}}, and bring this letter.',
      ],
      discharge: [
        '目前不需要再来拍摄眼底照片。',
        'You do not need to come for photographs at present.',
      ],
    } satisfies Record<StepKind, readonly [string, string]>,
    somewhere: ['眼科', 'an eye clinic'],
    sooner: [
      '如果视力突然下降、眼前突然出现许多黑点或闪光，请马上去医院，不要等到上面的日期。',
      'If your sight suddenly gets worse, or you suddenly see many dark spots or flashes, go to a hospital at once. Do not wait for this date.',
    ],
    ask: ['有问题请联系', 'Whom to call'],
    call: ['{{institution}}，电话：{{call}}', '{{institution}}, telephone {{call}}'],
    call_none: ['{{institution}}', '{{institution}}'],
  },
  clinic: {
    title: ['转诊单', 'Referral letter'],
    title_other: ['后续安排通知', 'Notice of the next step'],
    to: ['转往', 'To'],
    birthday: ['出生日期', 'Date of birth'],
    why: ['转诊原因', 'Reason'],
    opinion: ['医生意见', "Clinician's opinion"],
    asks: [
      '请将就诊结果（糖网分级、黄斑水肿、青光眼、治疗）告知我院。电话：{{call}}',
      'Please tell us the outcome (stage of retinopathy, macular oedema, glaucoma, treatment). Telephone {{call}}',
    ],
    asks_none: [
      '请将就诊结果（糖网分级、黄斑水肿、青光眼、治疗）告知我院。',
      'Please tell us the outcome (stage of retinopathy, macular oedema, glaucoma, treatment).',
    ],
    outcome: ['请告知结果', 'Outcome requested'],
    signed: ['{{by}}，{{day}}', '{{by}}, {{day}}'],
  },
} as const satisfies Texts
