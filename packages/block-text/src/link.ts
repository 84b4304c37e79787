/** Writes links in Markdown. */

/**
 * A link with a label.
 *
 * @example
 * markdownLink('Boats [new]', 'https://a.example/(1)') // '[Boats \\[new\\]](https://a.example/%281%29)'
 */
export const markdownLink = (label: string, address: string): string =>
  `[${linkLabel(label)}](${linkAddress(address)})`

/**
 * The words of a label, whose brackets do not end it.
 *
 * @example
 * linkLabel('Boats [new]') // 'Boats \\[new\\]'
 */
export const linkLabel = (words: string): string => words.replaceAll(/[[\]]/g, '\\$&')

/** An address that nothing in it ends. */
const linkAddress = (address: string): string =>
  address.replaceAll(/[\s()<>]/g, (one) => encodeURIComponent(one).replace('(', '%28').replace(')', '%29'))

/** Something that another program shares. */
export interface Shared {
  readonly title?: string
  readonly text?: string
  readonly url?: string
}

/**
 * The text of a block for something shared: a link with the title, then the words. An address that the words have already
 * is not repeated.
 *
 * @see outliner 2.5
 * @example
 * sharedText({ title: 'Boats', url: 'https://a.example', text: 'to read' }) // '[Boats](https://a.example) to read'
 */
export function sharedText({ title = '', text = '', url = '' }: Shared): string {
  const [label, words, address] = [title.replaceAll(/\s+/g, ' ').trim(), text.trim(), url.trim()]
  const isLink = /^https?:\/\/\S+$/i.test(address)
  const link =
    isLink && label !== '' ? markdownLink(label, address) : [label, address].filter(Boolean).join(' ')
  if (words === '' || words === label) return link
  if (address !== '' && words.includes(address))
    return label === '' || words.includes(label) ? words : `${label} ${words}`
  return [link, words].filter(Boolean).join(words.includes('\n') ? '\n' : ' ')
}
