/** A small reader of well-formed markup, for tests. A browser parses real pages. */
import type { MarkupElement, MarkupNode } from '../src/clipboard/markup.ts'

const VOID = new Set(['br', 'img', 'input', 'hr', 'meta'])

export function markup(source: string): MarkupElement {
  const root = { tag: 'html', attributes: {}, children: [] as MarkupNode[] }
  const open = [root]
  for (const [, text, slash, tag, written = '', end] of source.matchAll(
    /([^<]+)|<(\/?)(\w+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>/g,
  )) {
    if (text !== undefined) open.at(-1)!.children.push(text)
    else if (slash) open.pop()
    else {
      const pairs = Array.from(written.matchAll(/([\w-]+)(?:="([^"]*)")?/g), ([, name, value = '']) => [
        name,
        value,
      ])
      const element = { tag: tag!, attributes: Object.fromEntries(pairs), children: [] as MarkupNode[] }
      open.at(-1)!.children.push(element)
      if (!end && !VOID.has(tag!)) open.push(element)
    }
  }
  return root
}
