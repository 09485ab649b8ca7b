import type { Say, Texts } from '../wire/wording.ts'
import type { CorrectedValue } from './corrections.ts'
import type { DrawnJudgement } from './drawings.ts'

/** The words of corrections that every modality shares, Chinese and English side by side. */
export const CORRECTION_TEXTS = {
  title: ['医生更正', 'Corrections by clinicians'],
  name: {
    eye: ['眼别', 'Eye'],
    gradable: ['图像质量', 'Image quality'],
    referral: ['转诊', 'Referral'],
  },
  value: {
    eye: { OD: ['右眼 OD', 'right eye OD'], OS: ['左眼 OS', 'left eye OS'] },
    gradable: { true: ['可判读', 'gradable'], false: ['不可判读', 'ungradable'] },
    referral: {
      none: ['无需转诊', 'no referral'],
      review: ['需复核', 'review required'],
      referable: ['需转诊', 'referral'],
    },
  },
  /** What the machine says is suspected or not found, never there or not there. */
  machine_value: {
    referral: {
      none: ['未提示需转诊', 'not suspected referable'],
      review: ['须进一步检查', 'further examination needed'],
      referable: ['疑似需转诊', 'suspected referable'],
    },
  },
  none: ['未能判断', 'not judged'],
  basis: [
    '{{name}}按医生判定：{{value}}（AI：{{machine}}{{reason}}）',
    '{{name}} as judged by a clinician: {{value}} (AI: {{machine}}{{reason}})',
  ],
  because: ['；理由：{{reason}}', '; reason: {{reason}}'],
  of: ['{{name}}：{{value}}（AI：{{machine}}）', '{{name}}: {{value}} (AI: {{machine}})'],
  by: ['{{reason}}{{clinician}}，{{time}}', '{{reason}}{{clinician}}, {{time}}'],
  reason: ['理由：{{reason}}。', 'Reason: {{reason}}. '],
  machine: ['AI：{{value}}', 'AI: {{value}}'],
  stated: ['{{value}}（医生判定）', '{{value}} (by a clinician)'],
  drawn: {
    title: ['医生勾画', 'Drawn by clinicians'],
    by: ['{{clinician}}，{{time}}', '{{clinician}}, {{time}}'],
    value: [
      '{{value}}（医生勾画；AI：{{machine}}）',
      '{{value}} (drawn by a clinician; AI: {{machine}})',
    ],
    figure: ['{{name}} {{value}}（AI：{{machine}}）', '{{name}}: {{value}} (AI: {{machine}})'],
    basis: [
      '{{layers}}由医生勾画，相关数值按勾画重新测量',
      '{{layers}}: drawn by a clinician; the figures based on it were measured from the drawing',
    ],
    placed: [
      '{{layers}}的位置由医生判定，相关数值据此重新测量',
      '{{layers}}: position set by a clinician; the figures based on it were measured from there',
    ],
  },
  stated_of: ['{{name}}：{{value}}（医生判定）', '{{name}}: {{value}} (by a clinician)'],
} as const satisfies Texts

/** A value in words; null: the machine has none. */
export function correctedText(name: string, value: CorrectedValue | null, say: Say): string {
  if (value === null) return say('correction.none')
  const listed = `correction.value.${name}.${value}`
  const text = say(listed)
  // A number that is typed has one wording for all its values.
  return text === listed ? say(`correction.value.${name}`, { value: String(value) }) : text
}

/** The machine's value in words. */
export function machineText(name: string, value: CorrectedValue | null, say: Say): string {
  const suspected = `correction.machine_value.${name}.${value}`
  const text = say(suspected)
  return text === suspected ? correctedText(name, value, say) : text
}

/** A value that is another one by what a clinician drew, with the machine's beside it. */
export const drawnJudgementText = ({ name, value, machine }: DrawnJudgement, say: Say): string =>
  say('correction.of', {
    name: say(`correction.name.${name}`),
    value: machineText(name, value, say),
    machine: machineText(name, machine, say),
  })

/** A correction in one sentence, as an opinion names what it rests on. */
export function correctionBasis(
  {
    name,
    value,
    machine,
    reason,
  }: {
    name: string
    value: CorrectedValue
    machine: CorrectedValue | null
    reason: string
  },
  say: Say,
): string {
  return say('correction.basis', {
    name: say(`correction.name.${name}`),
    value: correctedText(name, value, say),
    machine: machineText(name, machine, say),
    reason: reason === '' ? '' : say('correction.because', { reason }),
  })
}
