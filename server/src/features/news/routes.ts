import {
  adminAddNews,
  adminDeleteNews,
  adminListNews,
  adminSetNews,
  newsList,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as news from './service.ts'

export function newsRoutes(app: App, ctx: Context): void {
  const published = news.publishedNews(ctx)
  mount(app, newsList, async ({ caller }) => ({
    entries: await news.listPublished(ctx, await published.read(), caller.language),
  }))
  mount(app, adminListNews, ({ body }) => news.listAll(ctx, body))
  mount(app, adminAddNews, async ({ caller, body }) => {
    const made = await news.addNews(ctx, caller, body)
    published.forget()
    return made
  })
  mount(app, adminSetNews, async ({ caller, body }) => {
    await news.setNews(ctx, caller, body)
    published.forget()
    return {}
  })
  mount(app, adminDeleteNews, async ({ caller, body }) => {
    await news.deleteNews(ctx, caller, body)
    published.forget()
    return {}
  })
}
