import type { Language } from '@mingmou/contract'

/** The language of an answer: Chinese unless English is asked for with a higher weight. */
export function languageOf(header: string | undefined): Language {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1])
      .find(Boolean)
    return { tag, weight: Number(weight ?? 1) }
  })
  const weightOf = (prefix: string) =>
    Math.max(0, ...wishes.filter(({ tag }) => tag.startsWith(prefix)).map(({ weight }) => weight))
  return weightOf('en') > weightOf('zh') ? 'en' : 'zh-CN'
}
