import { FIRST_MODALITY, MODALITIES } from '@mingmou/contract'
import { useSearchParams } from 'react-router'

/**
 * The state of the workspace. All of it is in the address, so that it can be opened again and
 * shared.
 */
export function useWorkspace() {
  const [search, setSearch] = useSearchParams()
  const get = (name: string) => search.get(name) ?? ''
  const go = (values: Record<string, string>, replace = false) =>
    setSearch(new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')), {
      replace,
    })
  const wanted = MODALITIES.find((modality) => String(modality.tab) === get('tab'))
  const modality = wanted ?? FIRST_MODALITY
  const tab = String(modality.tab)
  const pid = get('pid')
  const imageId = get('image_id')
  const index = get('index')
  const beside = get('beside')
  const list = get('list')
  return {
    modality,
    pid,
    imageId,
    /** Opened from the worklist. */
    fromList: list !== '' && imageId !== '',
    index: index === '' ? null : Number(index),
    /** Index of the picture beside. */
    beside: beside === '' ? null : Number(beside),
    openTab: (next: string) => go({ tab: next, pid }),
    openPatient: (next: string) => go({ tab, pid: next }),
    openArchive: (next: string) => go({ tab, pid, image_id: next }),
    openImage: (archive: string, next: number) =>
      go({ tab, pid, image_id: archive, index: String(next), beside, list }, true),
    putBeside: (archive: string, next: number, other: number | null) =>
      go(
        {
          tab,
          pid,
          image_id: archive,
          index: String(next),
          beside: other === null ? '' : String(other),
          list,
        },
        true,
      ),
  }
}
export type Workspace = ReturnType<typeof useWorkspace>
