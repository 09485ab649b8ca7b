import { StepsPage } from './steps-page.tsx'

/** Patients who are due to come back, the longest overdue first. */
export const Component = () => <StepsPage of="recall" />
