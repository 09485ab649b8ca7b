import { type Eye, FIRST_MODALITY, MODALITIES } from '@mingmou/contract'
import { useSearchParams } from 'react-router'

export const LAYOUTS = ['beside', 'swipe', 'flicker'] as const
export type Layout = (typeof LAYOUTS)[number]
export type Side = 'before' | 'after'

/** What is compared, and how. All of it is in the address, so that it can be opened again and shared. */
export function useComparison() {
  const [search, setSearch] = useSearchParams()
  const get = (name: string) => search.get(name) ?? ''
  const set = (values: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, { replace: true })
  }
  const index = (name: string) => (get(name) === '' ? null : Number(get(name)))
  const eye: Eye | null = get('eye') === 'OS' ? 'OS' : get('eye') === 'OD' ? 'OD' : null
  return {
    modality: MODALITIES.find(({ tab }) => String(tab) === get('tab')) ?? FIRST_MODALITY,
    pid: get('pid'),
    eye,
    layout: LAYOUTS.find((layout) => layout === get('layout')) ?? 'beside',
    /** The archives, and the photograph of each. */
    sitting: { before: get('before'), after: get('after') },
    index: { before: index('before_index'), after: index('after_index') },
    chooseEye: (next: Eye) => set({ eye: next, before_index: '', after_index: '' }),
    chooseSitting: (side: Side, rid: string) => set({ [side]: rid, [`${side}_index`]: '' }),
    chooseImage: (side: Side, next: number) => set({ [`${side}_index`]: String(next) }),
    chooseLayout: (next: Layout) => set({ layout: next }),
  }
}
export type Comparison = ReturnType<typeof useComparison>
