import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { BODY_BYTES, NEWS } from '../../wire/constants.ts'
import {
  changeable,
  filter,
  Id,
  page,
  pageOf,
  PastDate,
  required,
  UploadKey,
  Version,
} from '../../wire/fields.ts'
import { ADMINISTRATORS } from '../../wire/roles.ts'

/** A day from the first year of the timeline to today. */
const Day = PastDate.refine(
  (value) => !/^\d{4}-/.test(value) || Number(value.slice(0, 4)) >= NEWS.firstYear,
  'news_too_early',
)
/** A text in two languages, however it is escaped. */
const bodyBytes = 2 * BODY_BYTES
const written = {
  happened_on: Day,
  title_zh: required(NEWS.titleChars),
  title_en: required(NEWS.titleChars),
  /** Markdown. The page knows a subset of it, without HTML and pictures. */
  body_zh: required(NEWS.bodyChars),
  body_en: required(NEWS.bodyChars),
  /** Visitors see it. The others are drafts. */
  published: z.boolean('wrong_type'),
  /** The key of an uploaded picture (`file_type=news`). Without it the picture stays; null removes it. */
  picture: UploadKey.nullable().optional(),
}

const NewsEntry = z.object({
  nid: Id,
  happened_on: z.string(),
  title: z.string(),
  body: z.string(),
  picture_url: z.string().nullable(),
})
export type NewsEntry = z.infer<typeof NewsEntry>

export const newsList = call({
  method: 'GET',
  path: '/v1/news/list',
  access: 'public',
  withoutRefresh: true,
  body: body({}),
  data: z.object({ entries: z.array(NewsEntry) }),
  summary: "Ours: the published news in the reader's language, newest first",
})

export const ManagedNews = z.object({
  nid: Id,
  happened_on: z.string(),
  title_zh: z.string(),
  title_en: z.string(),
  body_zh: z.string(),
  body_en: z.string(),
  published: z.boolean(),
  picture_url: z.string().nullable(),
  ...changeable,
})
export type ManagedNews = z.infer<typeof ManagedNews>

export const adminListNews = call({
  path: '/admin/news/listByInfo',
  access: ADMINISTRATORS,
  body: body({ ...page, title: filter(NEWS.titleChars) }),
  data: pageOf(ManagedNews),
  summary: 'Ours: news with drafts, newest first',
})

export const adminAddNews = call({
  path: '/admin/news/add',
  adds: true,
  access: ADMINISTRATORS,
  body: body(written),
  bodyBytes,
  data: z.object({ nid: Id }),
  summary: 'Ours: write news, as a draft or published',
})

export const adminSetNews = call({
  path: '/admin/news/set',
  access: ADMINISTRATORS,
  body: body({ nid: Id, ...written, version: Version }),
  bodyBytes,
  data: Nothing,
  summary: 'Ours: change, publish or withdraw news',
})

export const adminDeleteNews = call({
  path: '/admin/news/del',
  access: ADMINISTRATORS,
  body: body({ nid: Id, version: Version }),
  data: Nothing,
  summary: 'Ours: delete news',
})

export const NEWS_ACTIONS = {
  'news.add': ['新增新闻', 'Add a news item'],
  'news.set': ['修改新闻', 'Change a news item'],
  'news.delete': ['删除新闻', 'Delete a news item'],
} as const
