import { relative } from 'node:path'
import { isSystemFile, likeName, text, type Language } from '@mingmou/contract'
import { checkFile, type Verdict } from './file.ts'
import { filesBelow, inOrder } from './walk.ts'

/** Files at a time: each may be 32 MiB of 100 million pixels. */
const AT_ONCE = 2
/** Files after which the progress is told. */
const TOLD_EVERY = 50

const WORDS = {
  'zh-CN': {
    taken: '可接收',
    refused: '不接收',
    twice: (first: string) => `与 ${first} 是同一文件`,
    noKind: '类型未识别',
    eye: '眼别未知',
    day: '日期未知',
    number: (of: string | null) => (of === null ? '编号未知' : `编号 ${of}`),
    unread: '无法打开的文件夹',
    sum: (all: number, taken: number, refused: number) =>
      `共 ${all} 个文件：可接收 ${taken}，不接收 ${refused}`,
    system: (count: number) => `已略过 ${count} 个系统文件`,
    same: (count: number) => `其中 ${count} 个重复`,
    open: (count: number) => `其中 ${count} 个须由人确认眼别、日期或编号`,
    progress: (count: number) => `已检查 ${count} 个文件……`,
    join: '，',
    colon: '：',
  },
  en: {
    taken: 'taken',
    refused: 'refused',
    twice: (first: string) => `the same file as ${first}`,
    noKind: 'kind not recognised',
    eye: 'eye not said',
    day: 'day not said',
    number: (of: string | null) => (of === null ? 'number not said' : `number ${of}`),
    unread: 'folder that cannot be opened',
    sum: (all: number, taken: number, refused: number) =>
      `${all} files: ${taken} taken, ${refused} refused`,
    system: (count: number) => `${count} system files left out`,
    same: (count: number) => `${count} of those taken stand twice`,
    open: (count: number) => `${count} of those taken need a person for eye, day or number`,
    progress: (count: number) => `${count} files checked …`,
    join: ', ',
    colon: ': ',
  },
} as const

/**
 * Says of each file of a folder what would become of it, and a summary at the end. Reads only.
 * Returns how many would be refused. `progress`: told now and then how many files are done.
 */
export async function checkFolder(
  folder: string,
  language: Language,
  say: (line: string) => void,
  progress: (line: string) => void = () => undefined,
): Promise<number> {
  const words = WORDS[language]
  const { colon, join } = words
  const count = { system: 0, taken: 0, refused: 0, same: 0, open: 0 }
  const reasons = new Map<string, number>()
  /** Where each file was met first, by its sum. */
  const first = new Map<string, string>()
  const named = (path: string) => relative(folder, path) || path
  const unread = (path: string) => say(`${named(path)}${colon}${words.unread}`)

  const meant = async function* () {
    for await (const path of filesBelow(folder, unread))
      if (isSystemFile(named(path))) count.system += 1
      else yield path
  }
  const told = (verdict: Verdict): string => {
    if ('refused' in verdict) {
      count.refused += 1
      reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1)
      return `${words.refused}${colon}${text(language, verdict.refused)}`
    }
    const { width, height, kind, eye, day, number, sha256 } = verdict.taken
    const before = first.get(sha256)
    count.taken += 1
    if (before !== undefined) count.same += 1
    else first.set(sha256, named(verdict.path))
    if (eye === null || day === null || number === null) count.open += 1
    const said = [
      ...[words.taken, `${width} × ${height} px`],
      kind === null ? words.noKind : likeName(kind, language),
      ...[eye ?? words.eye, day ?? words.day, words.number(number)],
    ]
    return [...said, ...(before === undefined ? [] : [words.twice(before)])].join(join)
  }
  for await (const verdict of inOrder(meant(), AT_ONCE, checkFile)) {
    say(`${named(verdict.path)}${colon}${told(verdict)}`)
    const checked = count.taken + count.refused
    if (checked % TOLD_EVERY === 0) progress(words.progress(checked))
  }
  say(words.sum(count.taken + count.refused, count.taken, count.refused))
  if (count.open > 0) say(words.open(count.open))
  if (count.same > 0) say(words.same(count.same))
  for (const [reason, times] of reasons)
    say(`${times} × ${text(language, reason).replace(/[：:]\s*$/, '')}`)
  if (count.system > 0) say(words.system(count.system))
  return count.refused
}
