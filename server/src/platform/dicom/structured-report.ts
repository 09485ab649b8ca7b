import { beginOf } from '@mingmou/contract'
import { SOP, SYNTAX } from './classes.ts'
import {
  code,
  common,
  DIAGNOSTIC_IMAGING,
  instantIn,
  ZONE,
  type Code,
  type Subject,
} from './document.ts'
import { dataset, type Element } from './elements.ts'
import type { DicomFile } from './part10.ts'
import { uidOf } from './uids.ts'

/** A file and where it lies. */
export interface Instance {
  sopClass: string
  instance: string
  study: string
  series: string
}

/** What is stated of an eye. Words are told where there is no value, and below a value that needs them. */
export interface Measured {
  concept: Code
  value:
    | { kind: 'number'; value: string; unit: Code }
    | { kind: 'code'; value: Code }
    | { kind: 'words'; value: string }
  comment: string
}

export interface Measurements {
  /** When it was signed, or declared void. */
  made: Date
  version: string
  /** Who signed it, and where. */
  clinician: string
  organization: string
  opinion: string
  /** It is void, for this reason: nothing else is told. */
  voided: string | null
  sources: readonly Instance[]
  /** What this one takes the place of. */
  replaces: readonly Instance[]
  eyes: readonly { eye: 'OD' | 'OS'; measured: readonly Measured[] }[]
}

export type Items = readonly Element[]
type Relation = 'CONTAINS' | 'HAS CONCEPT MOD' | 'HAS OBS CONTEXT' | 'HAS PROPERTIES'

export const dcm = (value: string, meaning: string): Code => [value, 'DCM', meaning]
const sct = (value: string, meaning: string): Code => [value, 'SCT', meaning]

const COMMENT = dcm('121106', 'Comment')
const EYE = sct('81745001', 'Eye')
const SIDES = { OD: sct('24028007', 'Right'), OS: sct('7771000', 'Left') }

/** A content item (PS3.3 C.17.3), with what hangs below it. */
export const item = (
  relation: Relation | null,
  type: string,
  concept: Code | null,
  value: Items,
  below: readonly Items[] = [],
): Items => [
  ...(relation === null ? [] : [[0x0040a010, 'CS', relation] as const]),
  [0x0040a040, 'CS', type],
  ...(concept === null ? [] : [[0x0040a043, 'SQ', [code(concept)]] as const]),
  ...value,
  ...(below.length === 0 ? [] : [[0x0040a730, 'SQ', below] as const]),
]

export const container = (
  concept: Code,
  below: readonly Items[],
  relation: Relation | null = 'CONTAINS',
) => item(relation, 'CONTAINER', concept, [[0x0040a050, 'CS', 'SEPARATE']], below)
export const words = (relation: Relation, concept: Code, text: string) =>
  item(relation, 'TEXT', concept, [[0x0040a160, 'UT', text]])
const coded = (relation: Relation, concept: Code, value: Code, below: readonly Items[] = []) =>
  item(relation, 'CODE', concept, [[0x0040a168, 'SQ', [code(value)]]], below)
const uid = (relation: Relation, concept: Code, value: string) =>
  item(relation, 'UIDREF', concept, [[0x0040a124, 'UI', value]])

export const referenced = ({ sopClass, instance }: Instance): Items => [
  [0x00081150, 'UI', sopClass],
  [0x00081155, 'UI', instance],
]

/** Files by their studies and series (PS3.3 C.17-3). */
export function evidence(instances: readonly Instance[]): Items[] {
  const named = (all: readonly Instance[], name: 'study' | 'series') => [
    ...new Set(all.map((instance) => instance[name])),
  ]
  return named(instances, 'study').map((study): Items => {
    const within = instances.filter((instance) => instance.study === study)
    const series = named(within, 'series').map((of): Items => [
      [0x00081199, 'SQ', within.filter((instance) => instance.series === of).map(referenced)],
      [0x0020000e, 'UI', of],
    ])
    return [
      [0x00081115, 'SQ', series],
      [0x0020000d, 'UI', study],
    ]
  })
}

function measuredItem({ concept, value, comment }: Measured): Items {
  const below = comment === '' ? [] : [words('HAS PROPERTIES', COMMENT, comment)]
  if (value.kind === 'words') {
    const all = [value.value, comment].filter((text) => text !== '').join('\n')
    return words('CONTAINS', concept, all)
  }
  if (value.kind === 'code') return coded('CONTAINS', concept, value.value, below)
  const measured: Items = [
    [0x0040a30a, 'DS', value.value],
    [0x004008ea, 'SQ', [code(value.unit)]],
  ]
  return item('CONTAINS', 'NUM', concept, [[0x0040a300, 'SQ', [measured]]], below)
}

/** A group of measurements (TID 1501): of one eye, by all that was looked at. */
const groupOf = (of: Subject, { eye, measured }: Measurements['eyes'][number]): Items =>
  container(dcm('125007', 'Measurement Group'), [
    words('HAS OBS CONTEXT', dcm('112039', 'Tracking Identifier'), eye),
    uid(
      'HAS OBS CONTEXT',
      dcm('112040', 'Tracking Unique Identifier'),
      uidOf('eye', of.study, eye),
    ),
    coded('HAS CONCEPT MOD', sct('363698007', 'Finding Site'), EYE, [
      coded('HAS CONCEPT MOD', sct('272741003', 'Laterality'), SIDES[eye]),
    ]),
    ...measured.map(measuredItem),
  ])

/** Comprehensive SR in the shape of TID 1500, Measurement Report. */
export function structuredReport(of: Subject, report: Measurements): DicomFile {
  const [day, time] = instantIn(report.made)
  const { voided, sources } = report
  const tree = [
    coded('HAS CONCEPT MOD', dcm('121049', 'Language of Content Item and Descendants'), [
      ...(['en', 'RFC5646', 'English'] as const),
    ]),
    coded('HAS OBS CONTEXT', dcm('121005', 'Observer Type'), dcm('121006', 'Person')),
    item('HAS OBS CONTEXT', 'PNAME', dcm('121008', 'Person Observer Name'), [
      [0x0040a123, 'PN', report.clinician],
    ]),
    coded('HAS OBS CONTEXT', dcm('121005', 'Observer Type'), dcm('121007', 'Device')),
    uid('HAS OBS CONTEXT', dcm('121012', 'Device Observer UID'), uidOf('program', report.version)),
    words('HAS OBS CONTEXT', dcm('121013', 'Device Observer Name'), `Mingmou ${report.version}`),
    coded('HAS CONCEPT MOD', dcm('121058', 'Procedure reported'), DIAGNOSTIC_IMAGING),
    ...(sources.length === 0
      ? []
      : [
          container(dcm('111028', 'Image Library'), [
            container(
              dcm('126200', 'Image Library Group'),
              sources.map((source) =>
                item('CONTAINS', 'IMAGE', null, [[0x00081199, 'SQ', [referenced(source)]]]),
              ),
            ),
          ]),
        ]),
    container(
      dcm('126010', 'Imaging Measurements'),
      voided === null ? report.eyes.map((eye) => groupOf(of, eye)) : [],
    ),
    words('CONTAINS', COMMENT, voided === null ? report.opinion : `Void: ${voided}`),
  ]
  const elements: Items = [
    ...common(of, SOP.comprehensiveSr),
    [0x00080023, 'DA', day],
    [0x00080033, 'TM', time],
    [0x00080060, 'CS', 'SR'],
    [0x00080070, 'LO', 'Mingmou'],
    [0x00080201, 'SH', ZONE],
    [0x00081111, 'SQ', []],
    [0x00181020, 'LO', report.version],
    [0x00200013, 'IS', '1'],
    [
      0x0040a073,
      'SQ',
      [
        [
          [0x0040a027, 'LO', beginOf(report.organization, 64)],
          [0x0040a030, 'DT', `${day}${time}${ZONE}`],
          [0x0040a075, 'PN', report.clinician],
          [0x0040a088, 'SQ', []],
        ],
      ],
    ],
    ...(report.replaces.length === 0
      ? []
      : [[0x0040a360, 'SQ', evidence(report.replaces)] as const]),
    [0x0040a372, 'SQ', []],
    ...(sources.length === 0 ? [] : [[0x0040a375, 'SQ', evidence(sources)] as const]),
    [0x0040a491, 'CS', 'COMPLETE'],
    [0x0040a492, 'LO', voided === null ? '' : beginOf(`Void: ${voided}`, 64)],
    [0x0040a493, 'CS', 'VERIFIED'],
    [0x0040a496, 'CS', 'FINAL'],
    ...container(dcm('126000', 'Imaging Measurement Report'), tree, null),
    [
      0x0040a504,
      'SQ',
      [
        [
          [0x00080105, 'CS', 'DCMR'],
          [0x0040db00, 'CS', '1500'],
        ],
      ],
    ],
  ]
  return {
    sopClass: SOP.comprehensiveSr,
    sopInstance: of.instance,
    syntax: SYNTAX.explicitLittle,
    dataset: dataset(elements),
  }
}
