/* Search in a site of plain files, on its page of search and while one types. The index is a script that ran before this
   one. A page is found if its name or one of its blocks has all words. Names come first, then the pages with most such blocks. `notegraphText` folds and finds words
   as the server does. */
{
  const count = document.getElementById('count')
  const list = document.getElementById('matches')
  const field = document.getElementById('q')

  const wordsIn = (q) => [...new Set(q.split(/\s+/))].filter(Boolean)

  /** The words about the pages with all words of `q`, and the items of a list. */
  globalThis.notegraphFind = (q, { pages, most, snippet }, addressOf) => {
    const words = wordsIn(q)
    if (words.length === 0)
      return { count: 'Type words to find the pages that contain all of them.', items: [] }
    const finders = words.map((word) => new notegraphText.WordsFinder(word))
    const hasAll = (text) => {
      const searched = notegraphText.searchedText(text)
      return finders.every((finder) => finder.isIn(searched))
    }
    const found = pages
      .map(([address, name, texts]) => ({
        address,
        name,
        isNamed: hasAll(name),
        blocks: texts.filter(hasAll),
      }))
      .filter(({ isNamed, blocks }) => isNamed || blocks.length > 0)
      .toSorted((a, b) => b.isNamed - a.isNamed || b.blocks.length - a.blocks.length)
    const items = found.slice(0, most).map((page) => item(page, words, snippet, addressOf))
    return { count: wordsFor(found.length, most), items }
  }

  function wordsFor(total, most) {
    if (total > most) return `More than ${most} pages. Add a word to see fewer.`
    if (total === 0) return 'No matches. Try fewer words, or part of a word.'
    return total === 1 ? '1 page' : `${total} pages`
  }

  function item({ address, name, blocks }, words, snippet, addressOf) {
    const link = document.createElement('a')
    link.href = addressOf(address)
    link.append(element('bdi', marked(name, notegraphText.wordPlaces(name, words))))
    const line = element('li', [link])
    if (blocks.length > 0) {
      const { text: shown, matches } = notegraphText.snippetOf(blocks[0], words, snippet)
      const text = element('p', marked(shown, matches))
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

  function marked(text, places) {
    const parts = []
    let at = 0
    for (const [from, to] of places) {
      parts.push(text.slice(at, from), element('mark', [text.slice(from, to)]))
      at = to
    }
    return [...parts, text.slice(at)]
  }

  function show(q) {
    const found = globalThis.notegraphSite
      ? globalThis.notegraphFind(q, globalThis.notegraphSite, (address) => address)
      : { count: 'Search is not available. The file search-index.js is missing.', items: [] }
    count.textContent = found.count
    list.replaceChildren(...found.items)
  }

  if (list) {
    field.value = wordsIn(new URLSearchParams(location.search).get('q') ?? '').join(' ')
    show(field.value)
    field.addEventListener('input', () => show(field.value))
  }
}
