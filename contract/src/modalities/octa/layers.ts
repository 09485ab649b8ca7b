import type { Layer } from '../../findings/layer.ts'

export const OCTA_LAYERS = [
  { name: 'faz', color: '#FACC15', drawn: 'map', finer: 'faz_outline' },
  { name: 'large_vessels', color: '#EF4444', drawn: 'map' },
  { name: 'capillaries', color: '#22D3EE', drawn: 'map', hidden: true },
  { name: 'gaps', color: '#A855F7', drawn: 'map' },
  { name: 'faz_outline', color: '#FACC15', drawn: 'lines', key: 'b' },
  { name: 'sectors', color: '#E2E8F0', drawn: 'lines', key: 'z', hidden: true },
] as const satisfies readonly Layer[]
