import type { Duty } from '../../duty.ts'
import { fillPatients } from './fill.ts'

/** The next start goes on where one was cut short. */
export const patientDuties: readonly Duty[] = [
  { name: 'names of patients made ready for searches', run: fillPatients },
]
