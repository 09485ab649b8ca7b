import { z } from 'zod'
import { body, call } from '../../wire/call.ts'
import { STATISTICS_PATH } from '../../wire/constants.ts'

export const getStatistics = call({
  method: 'GET',
  path: STATISTICS_PATH,
  access: 'public',
  withoutRefresh: true,
  body: body({}),
  data: z.object({
    imageNumber: z.object({ all: z.int() }),
    /** Ours: whom visitors ask, as the operator wrote it; null where nobody is named. */
    contact: z.string().nullable(),
  }),
  summary: 'Live figures for the home page',
})

export interface Area {
  id: string
  name: string
  children?: Area[] | undefined
}
const Area: z.ZodType<Area> = z.object({
  id: z.string(),
  name: z.string(),
  get children() {
    return z.array(Area).optional()
  },
})

export const areaAll = call({
  method: 'GET',
  path: '/v1/area/all',
  access: 'public',
  body: body({}),
  data: z.object({ areas: z.array(Area) }),
  summary: 'Provinces, cities and districts of GB/T 2260',
})
