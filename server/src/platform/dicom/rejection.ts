import { common, instantIn, ZONE, type Subject } from './document.ts'
import { SOP, SYNTAX } from './classes.ts'
import { dataset } from './elements.ts'
import type { DicomFile } from './part10.ts'
import {
  container,
  dcm,
  evidence,
  item,
  referenced,
  words,
  type Instance,
  type Items,
} from './structured-report.ts'

/** What it says, and of which files. */
export interface Rejection {
  made: Date
  version: string
  /** What is wrong, in words. */
  reason: string
  rejected: Instance
}

/**
 * A Key Object Selection document that takes files back, as IHE has it (Imaging Object Change Management, RAD TF-3
 * 4.66.4.1.3): in the study of what it rejects, of the patient that this names.
 */
export function rejection(of: Subject, { made, version, reason, rejected }: Rejection): DicomFile {
  const [day, time] = instantIn(made)
  const elements: Items = [
    ...common(of, SOP.keyObjects),
    [0x00080023, 'DA', day],
    [0x00080033, 'TM', time],
    [0x00080060, 'CS', 'KO'],
    [0x00080070, 'LO', 'Mingmou'],
    [0x00080201, 'SH', ZONE],
    [0x00081111, 'SQ', []],
    [0x00181020, 'LO', version],
    [0x00200013, 'IS', '1'],
    [0x0040a375, 'SQ', evidence([rejected])],
    ...container(
      dcm('113037', 'Rejected for Patient Safety Reasons'),
      [
        words('CONTAINS', dcm('113012', 'Key Object Description'), reason),
        item('CONTAINS', 'IMAGE', null, [[0x00081199, 'SQ', [referenced(rejected)]]]),
      ],
      null,
    ),
    [
      0x0040a504,
      'SQ',
      [
        [
          [0x00080105, 'CS', 'DCMR'],
          [0x0040db00, 'CS', '2010'],
        ],
      ],
    ],
  ]
  return {
    sopClass: SOP.keyObjects,
    sopInstance: of.instance,
    syntax: SYNTAX.explicitLittle,
    dataset: dataset(elements),
  }
}
