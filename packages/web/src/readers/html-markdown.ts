/**
 * The HTML of a block as Markdown, for programs. It starts from what readers see, so it has no word that they do not.
 * Linear: each tag and each text is read once.
 */

/** The renderer escapes `<` and `>` elsewhere, so a tag ends at its first `>`. */
const PIECE = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|</gi
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Marks around words, and what comes after an element. */
const AROUND: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
}
const AFTER: Readonly<Record<string, string>> = { br: '\n', p: '\n', div: '\n', li: '\n', tr: '\n', td: ' | ', th: ' | ', dt: ': ', dd: '\n', blockquote: '\n' } // prettier-ignore

/**
 * @param address returns the complete address for one in the HTML
 * @example
 * htmlMarkdown('<p>the <strong>red</strong> boat</p>', (path) => path) // 'the **red** boat'
 */
export function htmlMarkdown(html: string, address: (path: string) => string): string {
  let text = ''
  let isCode = false
  let isBlock = false
  const links: (string | undefined)[] = []
  for (const [piece, slash, tag, attributes = ''] of html.matchAll(PIECE)) {
    if (tag === undefined) {
      const words = piece.replaceAll(ENTITY, (_, name: string) => CHARACTERS[name]!)
      const shown = words.replaceAll(/[\\`*[\]<]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
      text += isCode || isBlock ? words : text.endsWith('\n') ? shown.trimStart() : shown
      continue
    }
    const [name, isEnd] = [tag.toLowerCase(), slash === '/']
    if (name === 'pre') {
      isBlock = !isEnd
      text += '\n```\n'
    } else if (name === 'code') {
      isCode = !isEnd
      if (!isBlock) text += '`'
    } else if (name === 'a') {
      if (!isEnd) {
        const to = valueOf(attributes, 'href')
        links.push(to === undefined || to.startsWith('#') ? undefined : address(to))
        if (links.at(-1) !== undefined) text += '['
      } else {
        const to = links.pop()
        if (to !== undefined) text += `](${to})`
      }
    } else if (name === 'img') {
      text += `![${valueOf(attributes, 'alt') ?? ''}](${address(valueOf(attributes, 'src') ?? '')})`
    } else if (/^h[1-6]$/.test(name)) text += isEnd ? '\n' : `${'#'.repeat(Number(name[1]))} `
    else if (name in AROUND) text += AROUND[name]!
    else if (name === 'li' && !isEnd) text += '- '
    else if (isEnd || name === 'br') text += AFTER[name] ?? ''
  }
  return text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

function valueOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
  return value?.replaceAll(ENTITY, (_, entity: string) => CHARACTERS[entity]!)
}
