import { LANGUAGES, type Language } from '@mingmou/contract'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const STORAGE_KEY = 'language'
const files = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', {
  import: 'default',
})

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  return LANGUAGES.find((language) => language === stored) ?? 'zh-CN'
}

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend',
      read: async (language: Language, namespace: string) => {
        // The server uses these on paper too.
        if (namespace === 'findings')
          return (await import('@mingmou/contract/finding-texts')).FINDING_TEXTS[language]
        if (namespace === 'kinds')
          return (await import('@mingmou/contract/kind-names')).kindTexts(language)
        const load = files[`../../locales/${language}/${namespace}.json`]
        if (!load) throw new Error(`no texts for ${namespace} in ${language}`)
        return load()
      },
    })
    .init({
      lng: storedLanguage(),
      fallbackLng: false,
      supportedLngs: [...LANGUAGES],
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
    })
}

export function language(): Language {
  return i18next.language === 'en' ? 'en' : 'zh-CN'
}

/** Fails, and keeps the language, where the texts of the other one do not come. */
export async function changeLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  localStorage.setItem(STORAGE_KEY, next)
}

/** Changes the language of this page alone: what is opened next has the one that was chosen for all. */
export async function showLanguage(next: Language): Promise<void> {
  await need(next, [i18next.options.ns ?? []].flat())
  await i18next.changeLanguage(next)
}

/** Goes back to the language that was chosen for all. */
export const showOwnLanguage = (): Promise<void> => showLanguage(storedLanguage())

/** Texts of a feature, loaded together with its page. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces)
  await need(language(), namespaces)
}

/** Texts that could not be loaded are asked for again. Their names are nothing to show. */
async function need(language: Language, namespaces: readonly string[]): Promise<void> {
  const missing = () =>
    namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace))
  if (missing().length > 0) await i18next.reloadResources([language], missing())
  if (missing().length > 0) throw new Error(`no texts of ${missing().join(', ')} in ${language}`)
}

/** A text of the shell, for code outside React. */
export function shellText(key: string, values?: Record<string, unknown>): string {
  return i18next.t(key, { ns: 'common', ...values })
}

const formatted = (instant: string, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), { ...style, timeZone: 'Asia/Shanghai' }).format(
    new Date(instant),
  )

/** An instant in the reader's language, in Asia/Shanghai: to the minute, the second, the day. */
export const formatInstant = (instant: string) =>
  formatted(instant, { dateStyle: 'medium', timeStyle: 'short' })
export const formatSecond = (instant: string) =>
  formatted(instant, { dateStyle: 'medium', timeStyle: 'medium' })
export const formatDay = (instant: string) => formatted(instant, { dateStyle: 'medium' })

/** The size of a file. */
export function formatSize(bytes: number): string {
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 })
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 0.1
    ? `${format.format(Math.ceil(bytes / 1024))} KiB`
    : `${format.format(mebibytes)} MiB`
}
