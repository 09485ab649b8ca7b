import { HL7_CHARSETS, type Destination, type DestinationKind } from '@mingmou/contract'

const FIRST = {
  name: '',
  kind: 'dicom' as DestinationKind,
  host: '',
  port: 104,
  called_title: '',
  calling_title: 'MINGMOU',
  sending_application: 'MINGMOU',
  sending_facility: '',
  receiving_application: '',
  receiving_facility: '',
  charset: HL7_CHARSETS[0] as (typeof HL7_CHARSETS)[number],
  pdf: true,
  tls: false,
  url: '',
  photographs: true,
  measurements: false,
  active: true,
}

/** Those that are registered for it. */
export const PORTS: Record<DestinationKind, number> = {
  dicom: FIRST.port,
  stow: FIRST.port,
  hl7: 2575,
}

export function initialOf(destination: Destination | null) {
  if (!destination) return FIRST
  const { name, kind, tls, photographs, measurements, active } = destination
  const isHl7 = kind === 'hl7'
  return {
    ...FIRST,
    name,
    kind,
    tls,
    photographs,
    measurements,
    active,
    host: destination.host ?? '',
    port: destination.port ?? FIRST.port,
    called_title: destination.called_title ?? '',
    calling_title: destination.calling_title ?? FIRST.calling_title,
    sending_application: destination.sending_application ?? FIRST.sending_application,
    sending_facility: destination.sending_facility ?? '',
    receiving_application: destination.receiving_application ?? '',
    receiving_facility: destination.receiving_facility ?? '',
    charset: destination.charset ?? FIRST.charset,
    pdf: isHl7 ? destination.pdf : FIRST.pdf,
    url: destination.url ?? '',
  }
}
