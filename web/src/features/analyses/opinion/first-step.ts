import { isRefer, type ChosenStep, type ProposedStep, type StepRules } from '@mingmou/contract'

/** What the form begins with; undefined where nothing is proposed. */
export const firstStep = (
  proposed: ProposedStep | null,
  rules: StepRules,
): ChosenStep | undefined => (proposed ? filledStep(proposed.step, rules) : undefined)

export const filledStep = (step: ProposedStep['step'], { refer_to }: StepRules): ChosenStep => ({
  ...step,
  to: isRefer(step.kind) ? refer_to : '',
  note: '',
})
