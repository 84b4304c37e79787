/* Published sites: a preview of the page behind a link, and results while one types. Both show parts of pages that the server
   sends to everyone, and a site works without them. */
{
  const brand = document.querySelector('.site > header > .brand')
  const form = document.querySelector('.site > header > .search')
  const field = form?.querySelector('input')
  /** Milliseconds before a preview, before one closes, and after the last key. */
  const [HOVER, LEAVE, TYPED] = [350, 200, 200]
  /** Blocks of a preview, results while one types, and pages that are kept. */
  const [BLOCKS, RESULTS, KEPT] = [5, 8, 50]

  const pages = new Map()
  /** The main part of a page of the site, or undefined if there is none. */
  async function read(address) {
    if (!pages.has(address)) {
      if (pages.size >= KEPT) pages.clear()
      pages.set(
        address,
        fetch(address)
          .then(async (answer) =>
            answer.ok
              ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
              : undefined,
          )
          .catch(() => undefined),
      )
    }
    return (await pages.get(address))?.cloneNode(true)
  }

  function box(className, children) {
    const made = document.createElement('div')
    made.className = className
    made.append(...children)
    return made
  }

  // Previews

  let preview
  let over
  let timer

  /** The link to another page of the site at a place, if it is among the words of this one. */
  function linkAt(target) {
    const link = target instanceof Element ? target.closest('.site > main a[href]') : null
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return undefined
    const below = link.pathname.startsWith(`${brand.pathname}/`)
      ? link.pathname.slice(brand.pathname.length + 1)
      : ''
    return below === '' || below.includes('/') || below === 'index' || below.includes('.') ? undefined : link
  }

  function close() {
    clearTimeout(timer)
    preview?.remove()
    preview = over = undefined
  }

  async function open(link) {
    const main = await read(link.href)
    const title = main?.querySelector('h1')
    if (!title || over !== link) return
    const heading = document.createElement('p')
    heading.className = 'title'
    heading.append(...title.childNodes)
    const blocks = [...main.querySelectorAll('.outline > ul > li')].slice(0, BLOCKS)
    for (const block of blocks) for (const one of block.querySelectorAll('[id]')) one.removeAttribute('id')
    const list = document.createElement('ul')
    list.append(...blocks)
    preview = box('preview', [heading, box('outline', [list])])
    preview.inert = true
    document.body.append(preview)
    const { left, bottom, top } = link.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = preview
    const isAbove = bottom + height + 8 > innerHeight && top - height - 8 > 0
    preview.style.insetInlineStart = 'auto'
    preview.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8)) + scrollX}px`
    preview.style.top = `${(isAbove ? top - height - 8 : bottom + 8) + scrollY}px`
  }

  function enter(target) {
    const link = linkAt(target)
    if (link === over && link) return clearTimeout(timer)
    close()
    if (!link) return
    over = link
    timer = setTimeout(() => void open(link), HOVER)
  }

  function leave() {
    clearTimeout(timer)
    timer = setTimeout(close, LEAVE)
  }

  if (brand) {
    document.addEventListener('pointerover', (event) => {
      if (event.pointerType !== 'touch' && linkAt(event.target)) enter(event.target)
    })
    document.addEventListener('pointerout', (event) => linkAt(event.target) && leave())
    document.addEventListener('focusin', (event) => enter(event.target))
    document.addEventListener('focusout', (event) => linkAt(event.target) && leave())
    addEventListener('resize', close) // the link is elsewhere now
    document.addEventListener('keydown', (event) => event.key === 'Escape' && (close(), hide()))
  }

  // Results while one types

  let typed
  let results

  function hide() {
    results?.remove()
    results = undefined
  }

  async function find() {
    const q = field.value.trim()
    if (q === '') return hide()
    const address = new URL(form.action)
    address.searchParams.set('q', q)
    const main = await read(address.href)
    if (!main || field.value.trim() !== q) return
    hide()
    const found = [...main.querySelectorAll('.pages > li')].slice(0, RESULTS)
    const list = document.createElement('ul')
    list.className = 'plain pages'
    list.append(...found)
    const count = main.querySelector('[role="status"]')
    results = box('results', [...(count ? [count] : []), ...(found.length > 0 ? [list] : [])])
    form.append(results)
  }

  if (brand && field) {
    field.autocomplete = 'off'
    field.addEventListener('input', () => {
      clearTimeout(typed)
      typed = setTimeout(() => void find(), TYPED)
    })
    field.addEventListener('focus', () => {
      if (!results && field.value.trim() !== '') void find()
    })
    form.addEventListener('focusout', (event) => !form.contains(event.relatedTarget) && hide())
    form.addEventListener('keydown', (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const stops = [field, ...form.querySelectorAll('.results a')]
      const next = stops[stops.indexOf(document.activeElement) + step]
      if (!step || !next) return
      event.preventDefault()
      next.focus()
    })
  }
}
