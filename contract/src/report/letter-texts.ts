import type { Texts } from '../wire/wording.ts'
import type { StepKind } from './next-step.ts'
import type { PlainFinding } from './plain-findings.ts'

/** The words of the letters that follow a report: plain ones to the patient, clinical ones to the doctor who receives him. */
export const LETTER_TEXTS = {
  not_all: ['照片不能发现所有的眼病。', 'Photographs do not show every disease of the eye.'],
  patient: {
    title: ['眼底检查结果告知', 'Your eye photographs: the result'],
    dear: ['{{name}}，您好：', 'Dear {{name}},'],
    found: ['检查发现', 'What was found'],
    eye: { OD: ['右眼', 'Right eye'], OS: ['左眼', 'Left eye'], unknown: ['眼睛', 'Eye'] },
    of_eye: ['{{eye}}：{{text}}', '{{eye}}: {{text}}'],
    /** Findings alone: what is to be done stands below, as the clinician decided. */
    finding: {
      stage_0: [
        '照片上没有看到糖尿病对眼底的损害。轻微的改变，照片不一定能看出来。',
        'No damage from diabetes was seen on the photograph. Slight changes may not show.',
      ],
      stage_1: [
        '照片上有糖尿病影响眼底的早期迹象。',
        'There are early signs that diabetes is affecting the back of the eye.',
      ],
      stage_2: [
        '照片上有糖尿病影响眼底的迹象。',
        'There are signs that diabetes is affecting the back of the eye.',
      ],
      stage_3: [
        '照片上有糖尿病影响眼底的较重迹象。',
        'There are marked signs that diabetes is affecting the back of the eye.',
      ],
      stage_4: ['照片上有可能威胁视力的迹象。', 'There are signs that could threaten your sight.'],
      above: ['有多重，照片还不能说明。', 'The photographs do not show how far this has gone.'],
      lesions: [
        '照片上有可能是糖尿病引起的改变，还不能确定。',
        'The photograph shows changes that may be caused by diabetes. This is not certain yet.',
      ],
      contradiction: [
        '一张照片上有糖尿病影响眼底的迹象，另一张上没有或较轻，还不能下结论。',
        'One photograph shows signs that diabetes is affecting the back of the eye, another shows fewer or none. No conclusion can be drawn yet.',
      ],
      not_graded: [
        '照片还不能说明糖尿病是否影响了眼底。这不表示眼睛没有问题。',
        'The photograph does not show whether diabetes is affecting the back of the eye. This does not mean that the eye is healthy.',
      ],
      scars: [
        '这只眼睛可能做过激光治疗。病变现在是否稳定，不能只凭照片判断。',
        'This eye may have been treated by laser. A photograph alone cannot show whether the disease is stable now.',
      ],
      treated: [
        '这只眼睛做过治疗。病变现在是否稳定，不能只凭照片判断。',
        'This eye has been treated. A photograph alone cannot show whether the disease is stable now.',
      ],
      unjudged: [
        '没有能用来判断的照片。这不表示眼睛没有问题。',
        'No photograph could be judged. This does not mean that the eye is healthy.',
      ],
      oedema: [
        '看东西最清楚的部位可能有水肿。',
        'The part of the eye that sees most sharply may be swollen.',
      ],
      oedema_stated: [
        '看东西最清楚的部位有水肿。',
        'The part of the eye that sees most sharply is swollen.',
      ],
      oedema_open: [
        '看东西最清楚的部位有没有水肿，照片还不能说明。',
        'The photograph does not show whether the part of the eye that sees most sharply is swollen.',
      ],
      glaucoma: [
        '连接眼睛和大脑的神经可能有改变。',
        'The nerve that leads from the eye to the brain may have changed.',
      ],
      glaucoma_watch: [
        '连接眼睛和大脑的神经需要继续观察，包括测量眼压。',
        'The nerve that leads from the eye to the brain should be checked regularly, including the pressure in the eye.',
      ],
      glaucoma_open: [
        '连接眼睛和大脑的神经，照片还不能判断。',
        'The photograph does not show the nerve that leads from the eye to the brain well enough to judge it.',
      ],
      other_disease: [
        '照片上可能有糖尿病以外的改变。',
        'The photograph may show a change that is not caused by diabetes.',
      ],
      other_disease_stated: [
        '照片上有糖尿病以外的改变。',
        'The photograph shows a change that is not caused by diabetes.',
      ],
      other_open: [
        '没有检查这只眼睛是否有糖尿病以外的眼病。',
        'This eye was not checked for diseases other than diabetic eye disease.',
      ],
      other: [
        '照片上有其他需要医生检查的情况。',
        'There is something else that a doctor should look at.',
      ],
      missing: ['这次没有拍摄照片。', 'No photograph was taken this time.'],
      none_known: [
        '没有能确定是这只眼睛的照片，这只眼睛没有得到判断。',
        'No photograph is known to be of this eye. It was not judged.',
      ],
      not_shown: [
        '这只眼睛也拍了照片，这封信没有说明它的结果。',
        'This eye was photographed too. This letter does not give its result.',
      ],
    } satisfies Record<PlainFinding, readonly [string, string]>,
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
        'Please go to {{to}} by {{day}}, and bring this letter.',
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
      'If your sight suddenly gets worse, or you suddenly see many dark spots or flashes, go to a hospital at once. Do not wait for the date above.',
    ],
    ask: ['有问题请联系', 'Questions'],
    call: ['{{institution}}，电话：{{call}}', '{{institution}}, telephone {{call}}'],
    call_none: ['{{institution}}', '{{institution}}'],
    online: ['在手机上查看', 'On your phone'],
    online_how: [
      '扫描右上角的二维码，或打开 {{address}} 并输入查看码 {{code}}，再输入您的出生日期和就诊卡号的末四位，可查看这封信和报告。{{until}}前有效，请勿把查看码交给他人。',
      'Scan the code at the top, or open {{address}} and enter {{code}}. Then enter your date of birth and the last four characters of your patient number (MRN) to read this letter and the report. Open until {{until}}. Do not share the code.',
    ],
    scan: ['扫码查看', 'Scan to read'],
  },
  clinic: {
    title: ['转诊单', 'Referral letter'],
    title_other: ['后续安排通知', 'Notice of the next step'],
    to: ['转往', 'To'],
    birthday: ['出生日期', 'Date of birth'],
    why: ['转诊原因', 'Reason'],
    findings: ['图像分析（含医生更正）', 'Image analysis, with corrections by clinicians'],
    opinion: ['医生意见', "Clinician's opinion"],
    asks: [
      '请将就诊结果（糖网分级、黄斑水肿、青光眼、治疗）告知我院。电话：{{call}}',
      'Please tell us the outcome (retinopathy grade, macular oedema, glaucoma, treatment). Telephone {{call}}',
    ],
    asks_none: [
      '请将就诊结果（糖网分级、黄斑水肿、青光眼、治疗）告知我院。',
      'Please tell us the outcome (retinopathy grade, macular oedema, glaucoma, treatment).',
    ],
    outcome: ['请告知结果', 'Outcome requested'],
    signed: ['{{by}}，{{day}}', '{{by}}, {{day}}'],
  },
} as const satisfies Texts
