/**
 * The HTML of a block as Markdown, for programs. It starts from what readers see, so it has no word that they do not.
 * Linear: each tag and each text is read once, and a line once for each quote around it.
 */

/** The renderer escapes `<` and `>` elsewhere, so a tag ends at its first `>`. */
const PIECE = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|</gi
const ENTITY = /&(amp|lt|gt|quot|#39);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** Marks around words. */
const AROUND: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
}
type Around = readonly [start: string, end: string]
/** A reference to a footnote, and the label of one. */
const NOTES: Readonly<Record<string, Around>> = { note: ['[^', ']'], label: ['[^', ']:'] }
/** Elements that Markdown has no marks for, and takes as they are. */
const AS_HTML = new Set(['kbd', 'mark', 'sub', 'sup', 'u'])
/** Elements that end a line. */
const LINES = new Set(['dd', 'p', 'summary'])

/**
 * @param address returns the complete address for one in the HTML
 * @example
 * htmlMarkdown('<p>the <strong>red</strong> boat</p>', (path) => path) // 'the **red** boat'
 */
export function htmlMarkdown(html: string, address: (path: string) => string): string {
  const lines: string[] = []
  let line = ''
  /** The blanks or the mark of a list before the next line. */
  let lead = ''
  /** Whether a blank line has to end what is before. */
  let isApart = false
  let codeAt: number | undefined
  let isFormula = false
  let row: string[] | undefined
  let isHead = false
  let isBlock = false
  let language = ''
  /** The kind of the callout whose title comes next. */
  let callout: string | undefined
  let isReference = false
  const ends: string[] = []
  const lists: { number: number | undefined; blanks: string }[] = []
  const quotes: number[] = []
  /** Whether each open element is a callout. */
  const boxes: boolean[] = []

  const linkAround = (to: string | undefined): Around =>
    to === undefined || to.startsWith('#') ? ['', ''] : ['[', `](${address(to)})`]
  function push(words: string): void {
    if (isApart) lines.push('')
    isApart = false
    lines.push(lead + words)
    lead = lists.map(({ blanks }) => blanks).join('')
  }
  function endLine(): void {
    const words = line.trim()
    line = row ? `${words} ` : ''
    if (!row && words !== '') push(words)
  }
  function startQuote(): void {
    endLine()
    if (isApart) push('')
    quotes.push(lines.length)
  }
  function endQuote(): void {
    endLine()
    const from = quotes.pop() ?? lines.length
    for (let n = from; n < lines.length; n++) lines[n] = `> ${lines[n]}`.trimEnd()
    isApart = true
  }
  function startItem(): void {
    endLine()
    const list = lists.at(-1)
    if (!list) return
    const mark = list.number === undefined ? '- ' : `${list.number++}. `
    list.blanks = ''
    lead = lists.map(({ blanks }) => blanks).join('') + mark
    list.blanks = ' '.repeat(mark.length)
  }
  function endCode(): void {
    const code = line.slice(codeAt)
    const fence = fenceFor(code, 1)
    const blank = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
    if (!isFormula) line = line.slice(0, codeAt) + fence + blank + code + blank + fence
    codeAt = undefined
  }
  function endBlock(): void {
    const code = line.replace(/\n$/, '').split('\n')
    const fence = fenceFor(line, 3)
    line = ''
    isBlock = false
    for (const one of [fence + language, ...code, fence]) push(one)
    language = ''
  }
  function endRow(): void {
    const cells = row ?? []
    row = undefined
    line = ''
    push(`| ${cells.join(' | ')} |`)
    if (isHead) push(`| ${cells.map(() => '---').join(' | ')} |`)
  }

  for (const [piece, slash, tag, attributes = ''] of html.matchAll(PIECE)) {
    if (tag === undefined) {
      const words = piece.replaceAll(ENTITY, (_, name: string) => CHARACTERS[name]!)
      const isCode = isBlock || codeAt !== undefined
      line += isCode ? words : words.replaceAll(/[\\`*[\]<]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
      continue
    }
    const [name, isEnd] = [tag.toLowerCase(), slash === '/']
    const kind = valueOf(attributes, 'class') ?? ''
    if (name === 'pre') {
      if (isEnd) endBlock()
      else {
        endLine()
        isBlock = true
      }
    } else if (name === 'code') {
      if (isEnd && codeAt !== undefined) endCode()
      else if (!isEnd && isBlock) language = /^language-(.*)$/.exec(kind)?.[1] ?? ''
      else if (!isEnd) {
        codeAt = line.length
        isFormula = kind === 'maths'
      }
    } else if (name === 'a' || name === 'span') {
      if (isEnd) line += ends.pop() ?? ''
      else {
        if (kind === 'note' && line.endsWith('<sup>')) {
          line = line.slice(0, -'<sup>'.length)
          isReference = true
        }
        const [start, end] = NOTES[kind] ?? linkAround(valueOf(attributes, 'href'))
        line += start
        ends.push(end)
      }
    } else if (name === 'img') {
      line += `![${valueOf(attributes, 'alt') ?? ''}](${address(valueOf(attributes, 'src') ?? '')})`
    } else if (name === 'input') line += attributes.includes(' checked') ? '[x]' : '[ ]'
    else if (/^h[1-6]$/.test(name)) {
      endLine()
      if (!isEnd) line = `${'#'.repeat(Number(name[1]))} `
    } else if (name in AROUND) line += AROUND[name]!
    else if (name === 'sup' && isEnd && isReference) isReference = false
    else if (AS_HTML.has(name)) line += `<${slash}${name}>`
    else if (name === 'ul' || name === 'ol') {
      endLine()
      if (isEnd) lists.pop()
      else
        lists.push({
          number: name === 'ol' ? Number(valueOf(attributes, 'start') ?? 1) : undefined,
          blanks: '',
        })
      lead = lists.map(({ blanks }) => blanks).join('')
    } else if (name === 'li') {
      if (isEnd) endLine()
      else startItem()
    } else if (name === 'blockquote') {
      if (isEnd) endQuote()
      else startQuote()
    } else if (name === 'div' || name === 'details') {
      const isCallout = isEnd ? boxes.pop() : kind.startsWith('callout')
      if (!isEnd) boxes.push(isCallout === true)
      if (isCallout !== true) endLine()
      else if (isEnd) endQuote()
      else {
        startQuote()
        callout = kind.split(' ')[1]
      }
    } else if (kind === 'callout-title' && callout !== undefined) {
      line = `[!${callout}] `
      callout = undefined
    } else if (name === 'table') {
      endLine()
      isApart = true
    } else if (name === 'tr') {
      if (isEnd) endRow()
      else {
        endLine()
        row = []
        isHead = true
      }
    } else if (name === 'td' || name === 'th') {
      if (isEnd) row?.push(line.trim().replaceAll('|', String.raw`\|`))
      line = ''
      if (name === 'td') isHead = false
    } else if (name === 'dt') {
      if (isEnd) line += ':'
    } else if (name === 'dd' && !isEnd) {
      line = `${line.trimEnd()} `
    } else if (name === 'hr') {
      endLine()
      push('***')
    } else if (name === 'br' || (isEnd && LINES.has(name))) endLine()
  }
  endLine()
  return lines.join('\n').trim()
}

/** Backticks that the code does not have. */
function fenceFor(code: string, least: number): string {
  const longest = Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length)
  return '`'.repeat(longest.reduce((most, length) => Math.max(most, length + 1), least))
}

function valueOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
  return value?.replaceAll(ENTITY, (_, entity: string) => CHARACTERS[entity]!)
}
