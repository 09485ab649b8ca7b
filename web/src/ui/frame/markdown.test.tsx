import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

afterEach(cleanup)
const shown = (text: string) => render(<Markdown text={text} />).container

test('headings, lists, quotes, rules and marks are shown as such', () => {
  const page = shown(
    '# One\n## Two\ntext **bold** *slanted* `code`\nnext line\n\n- a\n- b\n\n1. c\n\n> said\n\n---\n[home](#/) [far](https://example.com/a?b=1)',
  )
  expect(page.querySelector('h3')?.textContent).toBe('One')
  expect(page.querySelector('h4')?.textContent).toBe('Two')
  expect(page.querySelector('p')?.textContent).toBe('text bold slanted codenext line')
  expect([...page.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['a', 'b', 'c'])
  expect(page.querySelector('blockquote')?.textContent).toBe('said')
  expect(page.querySelectorAll('hr, strong, em, code, br')).toHaveLength(5)
  const [home, far] = page.querySelectorAll('a')
  expect(home?.getAttribute('href')).toBe('#/')
  expect(far?.getAttribute('href')).toBe('https://example.com/a?b=1')
  expect(far?.rel).toContain('noopener')
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert`1`)',
  '[x](  javascript:alert`1`)',
  '[x](java\tscript:alert`1`)',
  '[x](&#106;avascript:alert`1`)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example/a)',
  '[x](https://a.example/"onmouseover="alert`1`)',
  '![y](data:image/svg+xml;base64,PHN2Zz4=)',
  '![y](javascript:alert`1`)',
  '![y](https://evil.example/track.png)',
  '[**x**](javascript:alert`1`)',
  '<a href="javascript:alert(1)">x</a>',
  '`<script>`',
  '# <script>alert(1)</script>',
  '> <b onclick=alert(1)>x</b>',
  '- <style>*{display:none}</style>',
]

describe('hostile text', () => {
  test.each(HOSTILE)(
    '%s makes no element but those of the subset, and no address but safe ones',
    (text) => {
      const page = shown(text)
      const allowed = 'div, p, span, h3, h4, ul, ol, li, blockquote, hr, br, strong, em, code, a'
      for (const element of page.querySelectorAll('.markdown *')) {
        expect(element.matches(allowed)).toBe(true)
        const names = element.getAttributeNames()
        expect(names.filter((name) => !['href', 'target', 'rel'].includes(name))).toEqual([])
        const address = element.getAttribute('href')
        if (address !== null) expect(address).toMatch(/^(https?:\/\/|mailto:|#\/)/)
      }
    },
  )

  test('of line ends that nobody types is shown to its end', () => {
    const page = shown('a\u2028b\rc\u2029# d\r\n-\n#\n1.\n>')
    expect(page.textContent).toBe('abcd-#1.')
  })

  test('of a thousand open brackets and stars is shown, and the page lives', () => {
    const text = '['.repeat(3000) + '**'.repeat(1500)
    expect(shown(text).textContent).toBe(text)
  })
})
