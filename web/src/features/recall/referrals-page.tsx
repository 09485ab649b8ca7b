import { StepsPage } from './steps-page.tsx'

/** Patients who were referred, those past their target first. */
export const Component = () => <StepsPage of="referral" />
