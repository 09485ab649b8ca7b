export const inLanguage = (language: string, { zh, en }: { zh: string; en: string }) =>
  language === 'en' ? en : zh
