import type { ReactNode } from 'react'
import './markdown.css'

/**
 * Markdown as React elements: headings, paragraphs, lists, quotes, rules, bold, italic, code and
 * links. There is no HTML and no picture in it: what is neither stays text.
 */
export function Markdown({ text }: { text: string }) {
  return <div className="markdown">{blocksOf(text)}</div>
}

const HEADING = /^(#{1,4})\s+(.+)$/
const BULLET = /^[-*+]\s+(.+)$/
const NUMBERED = /^\d{1,3}[.)]\s+(.+)$/
const QUOTED = /^>\s?(.*)$/
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/

function blocksOf(text: string): ReactNode[] {
  // No line may hold a character that `.` does not match: it would fit no block.
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trimEnd())
  const blocks: ReactNode[] = []
  let at = 0
  /** The lines from here on that fit, by what they hold. */
  const taken = (pattern: RegExp) => {
    const found: string[] = []
    for (let match; (match = pattern.exec(lines[at] ?? '')); at++) found.push(match[1] ?? '')
    return found
  }
  while (at < lines.length) {
    const key = at
    const line = lines[at] ?? ''
    const heading = HEADING.exec(line)
    if (line === '') at++
    else if (heading) {
      const Heading = heading[1] === '#' ? 'h3' : 'h4'
      blocks.push(<Heading key={key}>{inline(heading[2] ?? '')}</Heading>)
      at++
    } else if (RULE.test(line)) {
      blocks.push(<hr key={key} />)
      at++
    } else if (BULLET.test(line)) blocks.push(<ul key={key}>{items(taken(BULLET))}</ul>)
    else if (NUMBERED.test(line)) blocks.push(<ol key={key}>{items(taken(NUMBERED))}</ol>)
    else if (QUOTED.test(line))
      blocks.push(<blockquote key={key}>{broken(taken(QUOTED))}</blockquote>)
    else blocks.push(<p key={key}>{broken(taken(PLAIN))}</p>)
  }
  return blocks
}

/** A line that begins no other block. */
const PLAIN = /^(?!#{1,4}\s|[-*+]\s|\d{1,3}[.)]\s|>|(?:-{3,}|\*{3,}|_{3,})$)(.+)$/

const items = (lines: readonly string[]) =>
  lines.map((line, index) => <li key={index}>{inline(line)}</li>)

/** Lines as they were broken. */
const broken = (lines: readonly string[]) =>
  lines.flatMap((line, index) => [
    ...(index > 0 ? [<br key={`br${index}`} />] : []),
    <span key={index}>{inline(line)}</span>,
  ])

const MARKS =
  /(\*\*[^*\n]{1,400}\*\*|\*[^*\s][^*\n]{0,400}\*|`[^`\n]{1,400}`|\[[^\][\n]{1,200}\]\([^()\s]{1,400}\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/

function inline(text: string): ReactNode[] {
  return text.split(MARKS).map((part, index) => {
    if (index % 2 === 0) return part
    const link = LINK.exec(part)
    if (link) return linked(link[1] ?? '', link[2] ?? '', part, index)
    if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>
    if (part.startsWith('*')) return <em key={index}>{part.slice(1, -1)}</em>
    return <code key={index}>{part.slice(1, -1)}</code>
  })
}

/** Pages of the web and of this site, and addresses of mail. Nothing else becomes a link. */
function linked(words: string, address: string, written: string, key: number): ReactNode {
  if (address.startsWith('#/'))
    return (
      <a key={key} href={address}>
        {words}
      </a>
    )
  if (!/^(?:https?:\/\/|mailto:)[^\s]+$/i.test(address)) return written
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  )
}
