/* Search in a site of plain files. The index is a script that ran before this one. A page is found if its name or one of
   its blocks has all words. Names come first, then the pages with most such blocks. */
const words = [...new Set((new URLSearchParams(location.search).get('q') ?? '').split(/\s+/))].filter(Boolean)
const folded = words.map(fold)
const count = document.getElementById('count')

document.getElementById('q').value = words.join(' ')
if (!globalThis.notegraphSite)
  count.textContent = 'Search is not available. The file search-index.js is missing.'
else if (words.length === 0) count.textContent = 'Type words to find the pages that contain all of them.'
else show(globalThis.notegraphSite)

function show({ pages, most, snippet }) {
  const found = pages
    .map(([address, name, texts]) => ({ address, name, isNamed: hasAll(name), blocks: texts.filter(hasAll) }))
    .filter(({ isNamed, blocks }) => isNamed || blocks.length > 0)
    .toSorted((a, b) => b.isNamed - a.isNamed || b.blocks.length - a.blocks.length)
  count.textContent = wordsFor(found.length, most)
  document.getElementById('matches').append(...found.slice(0, most).map((page) => item(page, snippet)))
}

function wordsFor(total, most) {
  if (total > most) return `More than ${most} pages. Add a word to see fewer.`
  if (total === 0) return 'No matches. Try fewer words, or part of a word.'
  return total === 1 ? '1 page' : `${total} pages`
}

function item({ address, name, blocks }, snippet) {
  const link = document.createElement('a')
  link.href = address
  link.append(element('bdi', marked(name)))
  const line = element('li', [link])
  if (blocks.length > 0) {
    const text = element('p', marked(around(blocks[0], snippet)))
    text.className = 'snippet'
    text.dir = 'auto'
    line.append(text)
  }
  return line
}

function element(name, children) {
  const one = document.createElement(name)
  one.append(...children)
  return one
}

/* Names and words compare without case, as on the server. Upper case would change a dotless i. */
function fold(text) {
  const withoutCase = (part) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
  return text.trim().normalize('NFC').split('ı').map(withoutCase).join('ı').normalize('NFC')
}

function hasAll(text) {
  const within = fold(text)
  return folded.every((word) => within.includes(word))
}

/* The longest word first, so that it is marked as a whole. */
function place() {
  const escaped = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
  return new RegExp(escaped.join('|'), 'giv')
}

function marked(text) {
  const parts = []
  let at = 0
  for (const { 0: match, index } of text.matchAll(place())) {
    parts.push(text.slice(at, index), element('mark', [match]))
    at = index + match.length
  }
  return [...parts, text.slice(at)]
}

function around(text, most) {
  if (text.length <= most) return text
  const first = Math.max(0, text.search(place()))
  const from = Math.min(Math.max(0, first - most / 2), text.length - most)
  const part = text.slice(from, from + most).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  return `${from > 0 ? '…' : ''}${part}${from + most < text.length ? '…' : ''}`
}
