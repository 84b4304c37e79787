/** Reads Atom feeds. @see sharing 3 */
import { SaxesParser } from 'saxes'
import { expect } from 'vitest'

const ATOM = 'http://www.w3.org/2005/Atom'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Reads a feed by an XML parser, which throws unless the text is well-formed. */
export function readFeed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe(ATOM)
    const values = Object.fromEntries(Object.values(attributes).map(({ local: key, value }) => [key, value]))
    const element: Element = { name: local, attributes: values, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => (open.at(-1)!.text += text))
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0]!
}

export const child = (of: Element, name: string): Element => {
  const found = of.children.filter((one) => one.name === name)
  expect([name, found.length]).toEqual([name, 1])
  return found[0]!
}
export const words = (of: Element, name: string): string => child(of, name).text
export const entries = (feed: Element): Element[] => feed.children.filter(({ name }) => name === 'entry')
export const linkTo = (of: Element, rel: string): string | undefined =>
  of.children.find(({ name, attributes }) => name === 'link' && attributes['rel'] === rel)?.attributes['href']
