/* Search in a site of plain files. The index is a script that ran before this one. A page is found if its name or one of
   its blocks has all words. Names come first, then the pages with most such blocks. `notegraphText` folds and finds words
   as the server does. */
const words = [...new Set((new URLSearchParams(location.search).get('q') ?? '').split(/\s+/))].filter(Boolean)
const finders = words.map((word) => new notegraphText.WordsFinder(word))
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
    const text = element('p', snippetOf(blocks[0], snippet))
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

function hasAll(text) {
  const searched = notegraphText.searchedText(text)
  return finders.every((finder) => finder.isIn(searched))
}

function marked(text, places = notegraphText.wordPlaces(text, words)) {
  const parts = []
  let at = 0
  for (const [from, to] of places) {
    parts.push(text.slice(at, from), element('mark', [text.slice(from, to)]))
    at = to
  }
  return [...parts, text.slice(at)]
}

function snippetOf(text, most) {
  const { text: shown, matches } = notegraphText.snippetOf(text, words, most)
  return marked(shown, matches)
}
