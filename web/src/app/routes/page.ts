import { redirect, type LoaderFunction, type RouteObject } from 'react-router'
import { inTime } from '../../lib/places/in-time.ts'
import { loadTexts } from '../../lib/texts/i18n.ts'
import { openShell } from '../shell/open-shell.ts'
import { guardPage } from './guard-page.ts'
import type { PageAccess } from './guard.ts'

export interface PageModule {
  Component: React.ComponentType
}

/** A page: its title under `title` or at a key of another namespace, the users who may open it, its module and its texts. */
export function page(
  path: string,
  title: string,
  access: PageAccess,
  load: () => Promise<PageModule> = undeveloped,
  texts: readonly string[] = [],
): RouteObject {
  return plainPage(path, title, access, load, texts, load === undeveloped ? undefined : openShell)
}

/** A page about what its address names as `oid`. Without that its list opens, before anything is drawn. */
export function pageOfOne(list: string, ...of: Parameters<typeof page>): RouteObject {
  const [path, , access] = of
  return Object.assign(page(...of), {
    loader: (({ request }) => {
      const isNamed = new URL(request.url).searchParams.has('oid')
      return guardPage(path, access, addressOf(request)) ?? (isNamed ? null : redirect(list))
    }) satisfies LoaderFunction,
  })
}

/** A page that visitors open first: it does without antd. */
export function plainPage(
  path: string,
  title: string,
  access: PageAccess,
  load: () => Promise<PageModule>,
  texts: readonly string[] = [],
  shell: () => Promise<void> = () => Promise.resolve(),
): RouteObject {
  return {
    path,
    handle: { title, isBuilt: load !== undeveloped },
    loader: ({ request }) => guardPage(path, access, addressOf(request)),
    lazy: async () => {
      const [module] = await inTime(Promise.all([load(), loadTexts(...texts), shell()]))
      return { Component: module.Component }
    },
  }
}

/** The part of the current address after `#`. */
function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

export const undeveloped = () => import('../../features/site/undeveloped-page.tsx')
