/**
 * The words of an OPML outline, converted to the syntax of blocks. Workflowy writes a little HTML; other apps write
 * Markdown or plain text. Unknown tags stay.
 */
const MARKS: { readonly [tag: string]: string } = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
  mark: '==',
  code: '`',
}
/** A tag, with at most as many characters as an address has. */
const TAG = /<(\/?)(b|strong|i|em|s|strike|del|mark|code|a|time|br)((?:\s[^<>]{0,2048})?)\/?>/giu
const HREF = /\shref=(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/iu
const MOST_OPEN = 64

interface Open {
  readonly tag: string
  /** Its index in the list of parts. */
  readonly at: number
  readonly end: string
}

/** Converts paired tags to Markdown. An unpaired `<b>` stays. */
export function opmlWords(text: string): string {
  if (!text.includes('<')) return text
  const parts: string[] = []
  const open: Open[] = []
  let done = 0
  for (const { 0: written, 1: slash, 2: name, 3: attributes, index } of text.matchAll(TAG)) {
    parts.push(text.slice(done, index), written)
    done = index + written.length
    const tag = name!.toLowerCase()
    const at = parts.length - 1
    if (tag === 'br') parts[at] = '\n'
    else if (slash === '') {
      if (open.length < MOST_OPEN) open.push({ tag, at, end: opening(tag, attributes ?? '') })
    } else {
      const from = open.findLastIndex((one) => one.tag === tag)
      if (from < 0) continue
      const { at: first, end } = open[from]!
      open.length = from
      if (end === '') continue
      parts[first] = tag === 'a' || tag === 'time' ? '[' : end
      parts[at] = end
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

/** Returns the closing text of a pair; empty if the pair stays. */
function opening(tag: string, attributes: string): string {
  if (tag === 'a') {
    const [, double, single] = HREF.exec(attributes) ?? []
    const address = (double ?? single)?.trim()
    return address === undefined || address === '' || /[\s()]/u.test(address) ? '' : `](${address})`
  }
  if (tag === 'time') {
    const [year, month, day] = ['startYear', 'startMonth', 'startDay'].map((key) => numberOf(attributes, key))
    return year === undefined || month === undefined || day === undefined
      ? ''
      : `]([[${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}]])`
  }
  return MARKS[tag]!
}

const numberOf = (attributes: string, key: string): string | undefined =>
  new RegExp(`\\s${key}=["'](\\d{1,4})["']`, 'u').exec(attributes)?.[1]
