import type { Layer } from '../../findings/layer.ts'

/** Colours that neither the dye nor the blue light has. */
export const SURFACE_LAYERS = [
  { name: 'cornea', color: '#FB923C', drawn: 'map', finer: 'cornea_outline' },
  { name: 'lesion', color: '#F43F5E', drawn: 'map' },
  { name: 'dots', color: '#E879F9', drawn: 'map', spots: true },
  { name: 'cornea_outline', color: '#FB923C', drawn: 'lines', key: 'b' },
  { name: 'regions', color: '#F8FAFC', drawn: 'lines', key: 'z', hidden: true },
] as const satisfies readonly Layer[]
