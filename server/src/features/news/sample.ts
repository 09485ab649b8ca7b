import { v7 as newId } from 'uuid'
import type { Trx } from '../../platform/database/database.ts'
import { insertNews } from './queries.ts'

const SAMPLES = [
  {
    happened_on: '2024-06-01',
    title_zh: '示例：带列表与链接的新闻',
    title_en: 'Sample: news with a list and a link',
    body_zh:
      '**本条为示例，不对应真实事件。** 管理员可在“内容管理”中编辑或删除。\n\n- 正文支持标题、列表、加粗和链接\n- 中英文各写一份\n- 草稿不会被访客看到\n\n参见[项目概况](#/main/projectOverview)。',
    body_en:
      '**This is a sample, of no real event.** Administrators change or delete it under News management.\n\n- The text may have headings, lists, bold words and links\n- Both languages are written\n- Visitors see no drafts\n\nSee [the project](#/main/projectOverview).',
  },
  {
    happened_on: '2022-03-01',
    title_zh: '示例：一条简短的新闻',
    title_en: 'Sample: short news',
    body_zh: '本条为示例，不对应真实事件。',
    body_en: 'This is a sample, of no real event.',
  },
]

/** News of the demonstration, which say that they are samples. */
export async function addSampleNews(trx: Trx, updated_by: string): Promise<void> {
  for (const sample of SAMPLES)
    await insertNews(trx, { ...sample, nid: newId(), picture: null, published: true, updated_by })
}
