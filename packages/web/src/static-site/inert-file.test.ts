/** Files that a host could send as pages. @see sharing 6 */
import { expect, test } from 'vitest'
import { inertName } from './inert-file.ts'

test.each(['page.html', 'page.HTM', 'a.xhtml', 'a.shtml', 'feed.xml', 'a.svgz', 'a.mhtml', 'a.js', 'a.mjs'])(
  '[S6] %s is sent as text',
  (name) => expect(inertName(name, undefined)).toBe(`${name}.txt`),
)

test.each(['boat.png', 'plan.pdf', 'notes.txt', 'html', 'song.mp3'])('[S6] %s keeps its name', (name) =>
  expect(inertName(name, undefined)).toBe(name),
)

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script of another namespace', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>')],
  ['a handler', svg('<rect onclick="alert(1)"/>')],
  ['a handler on a new line', svg('<rect\nonload = "alert(1)"/>')],
  ['an address that runs', svg('<a href="javascript:alert(1)"/>')],
  ['an address in character references', svg('<a href="java&#115;cript:alert(1)"/>')],
  ['a page', svg('<foreignObject/>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`],
  ['an entity behind a quoted document type', `<!DOCTYPE svg PUBLIC "<!DOCTYPE" [<!-- -->]>${svg('')}`],
  ['a style sheet that runs', `<?xml-stylesheet href="x.xsl"?>${svg('')}`],
  ['bytes that are not UTF-8', undefined],
])('[S6] a vector picture with %s is text', (_, text) => {
  expect(inertName('boat.svg', text)).toBe('boat.svg.txt')
})

test('[S6] a vector picture of shapes alone is a picture', () => {
  const words = '<title>A description of one</title><path d="M0 0L1 1"/>'
  expect(inertName('boat.svg', `<?xml version="1.0"?>${svg(words)}`)).toBe('boat.svg')
})

test('[S6] a vector picture is checked in time that grows with its length', () => {
  expect(inertName('boat.svg', '<!DOCTYPE '.repeat(200_000))).toBe('boat.svg')
})
