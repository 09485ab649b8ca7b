import type { Area } from '@mingmou/contract'
import { useCascaderAreaData } from '@vant/area-data'

type Option = ReturnType<typeof useCascaderAreaData>[number]

function toArea({ value, text, children }: Option): Area {
  return { id: value, name: text, ...(children?.length ? { children: children.map(toArea) } : {}) }
}

/** Provinces, cities and districts of GB/T 2260. */
export const AREAS: Area[] = useCascaderAreaData().map(toArea)

/** Whether the codes given name a province, a city in it and a district in that city. */
export function areaExists(codes: readonly string[]): boolean {
  let level: readonly Area[] | undefined = AREAS
  for (const code of codes) {
    const found: Area | undefined = level?.find((area) => area.id === code)
    if (!found) return false
    level = found.children
  }
  return true
}

/** What parts the names of an area. */
const written = (text: string) => text.normalize('NFKC').replaceAll(/[\s/\\,，、>\-–—]/g, '')

/** The codes of each area by its names in a row; the name of a city that is its province need not be said twice. */
const BY_NAME = new Map<string, string[]>()
function gather(areas: readonly Area[], codes: string[], names: string[]): void {
  for (const { id, name, children = [] } of areas) {
    const [own, all] = [
      [...codes, id],
      [...names, name],
    ]
    BY_NAME.set(all.join(''), own)
    BY_NAME.set(all.filter((part, at) => part !== all[at - 1]).join(''), own)
    gather(children, own, all)
  }
}
gather(AREAS, [], [])

/** The area of names as a person writes them, from the province on. */
export const areaNamed = (text: string): string[] | undefined => BY_NAME.get(written(text))

/** The names of an area's codes, from the province on, as `areaNamed` reads them. */
export function areaText(codes: readonly string[]): string {
  const names: string[] = []
  let level: readonly Area[] | undefined = AREAS
  for (const code of codes) {
    const found: Area | undefined = level?.find((area) => area.id === code)
    if (!found) break
    names.push(found.name)
    level = found.children
  }
  return names.join('/')
}
