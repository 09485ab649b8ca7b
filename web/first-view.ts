import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'

const VIEW = fileURLToPath(new URL('src/app/first-view.tsx', import.meta.url))

interface View {
  firstView: (language: 'zh-CN' | 'en') => Promise<string>
}

/** What the home page loads once the program runs. */
const AHEAD = ['site/main-layout.tsx', 'site/home-page.tsx', 'zh-CN/common.json', 'zh-CN/site.json']

/** Nothing stands where a component imports its styles: index.html has them. */
const WITHOUT_STYLES: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-style' : null),
  load: (id) => (id === '\0no-style' ? '' : null),
}

/**
 * Draws the beginning of the home page into index.html, with the styles it needs. The program comes
 * after it: its scripts give way to the picture.
 */
export function firstView(): Plugin {
  return {
    name: 'first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<View>(VIEW, {
          plugins: [WITHOUT_STYLES],
          environments: { inline: { resolve: { noExternal: ['@mingmou/contract'] } } },
        })
        const views = await Promise.all([module.firstView('zh-CN'), module.firstView('en')])
        const styleOf = (file: string) => {
          const asset = bundle[file]
          return asset?.type === 'asset' ? `<style>${String(asset.source)}</style>` : ''
        }
        /** With the page, so that it takes no further ways to the server. */
        const ahead = Object.values(bundle)
          .filter(
            (output) =>
              output.type === 'chunk' &&
              AHEAD.some((name) => output.facadeModuleId?.endsWith(name)),
          )
          .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`)
        return html
          .replace('</head>', `  ${ahead.join('\n    ')}\n  </head>`)
          .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_, file: string) =>
            styleOf(file),
          )
          .replaceAll(
            /<(script type="module"|link rel="modulepreload")/g,
            '<$1 fetchpriority="low"',
          )
          .replace('</title>', '</title>\n    <script src="/first-view.js"></script>')
          .replace('<body>', `<body>\n    ${views.join('\n    ')}`)
      },
    },
  }
}
