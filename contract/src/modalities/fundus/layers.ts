import type { Layer } from '../../findings/layer.ts'
import { uncountedOf } from './findings.ts'
import { LESIONS, type Lesion } from './lesion-rows.ts'

/** The colours that clinicians use: arteries red, veins blue. */
const LESION_COLOR: Readonly<Record<Lesion, string>> = {
  microaneurysms: '#F43F5E',
  haemorrhages: '#B91C1C',
  hard_exudates: '#FDE047',
  soft_exudates: '#F5F5F4',
}

export const FUNDUS_LAYERS = [
  { name: 'vessels', color: '#22D3EE', drawn: 'map', finer: 'arteries' },
  { name: 'arteries', color: '#EF4444', drawn: 'map' },
  { name: 'veins', color: '#3B82F6', drawn: 'map' },
  { name: 'disc', color: '#FACC15', drawn: 'map', finer: 'outlines' },
  { name: 'cup', color: '#C026D3', drawn: 'map', finer: 'outlines' },
  ...LESIONS.map(
    (name) => ({ name, color: LESION_COLOR[name], drawn: 'map', spots: true }) as const,
  ),
  {
    name: 'uncounted',
    color: '#E5E7EB',
    drawn: 'outline',
    key: 'u',
    hidden: true,
    maps: LESIONS.map((kind) => ({ name: uncountedOf(kind), color: LESION_COLOR[kind] })),
  },
  { name: 'laser_scars', color: '#A78BFA', drawn: 'outline', key: 's' },
  { name: 'outlines', color: '#FACC15', drawn: 'lines', key: 'b' },
  { name: 'landmarks', color: '#A3E635', drawn: 'lines', key: 'f' },
  { name: 'zones', color: '#E2E8F0', drawn: 'lines', key: 'z', hidden: true },
] as const satisfies readonly Layer[]
