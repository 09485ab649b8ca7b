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
