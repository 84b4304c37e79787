/* Published sites: a preview of the page behind a link, and results while one types. Both show parts of pages that everyone
   may read, and a site works without them. A site of plain files has the endings of files in its addresses. */
{
  /** A browser reads no other page for one that it opened from a disk. */
  const isOnDisk = location.protocol === 'file:'
  const brand = isOnDisk ? null : document.querySelector('.site > header > .brand')
  const form = document.querySelector('.site > header > .search')
  const field = form?.querySelector('input')
  const own = document.currentScript.src
  /** Milliseconds before a preview, before one closes, and after the last key. */
  const [HOVER, LEAVE, TYPED] = [350, 200, 200]
  /** Blocks of a preview, results while one types, and pages that are kept. */
  const [BLOCKS, RESULTS, KEPT] = [5, 8, 50]

  const isFolder = brand?.pathname.endsWith('.html') === true
  /** The address below which the pages are. */
  const root =
    brand && (isFolder ? new URL('.', brand.href).pathname : `${brand.pathname.replace(/\/$/, '')}/`)
  const NO_PREVIEW = isFolder ? /^(?:index|search|graph)\.html$|\/|(?<!\.html)$/ : /^(?:index|graph)?$|[./]/

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
    if (!link.pathname.startsWith(root)) return undefined
    return NO_PREVIEW.test(link.pathname.slice(root.length)) ? undefined : link
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
    const found = await (isFolder ? foundInFolder(q) : foundByServer(q))
    if (!found || field.value.trim() !== q) return
    hide()
    const count = document.createElement('p')
    count.className = 'muted'
    count.setAttribute('role', 'status')
    count.textContent = found.count
    const list = document.createElement('ul')
    list.className = 'plain pages'
    list.append(...found.items.slice(0, RESULTS))
    results = box('results', found.items.length > 0 ? [count, list] : [count])
    form.append(results)
  }

  async function foundByServer(q) {
    const address = new URL(form.action)
    address.searchParams.set('q', q)
    const main = await read(address.href)
    const count = main?.querySelector('[role="status"]')
    return count && { count: count.textContent.trim(), items: [...main.querySelectorAll('.pages > li')] }
  }

  let index
  /** Loads what the page of search loads. The addresses of results are those from the folder. */
  async function foundInFolder(q) {
    index ??= (async () => {
      const html = await (await fetch(form.action)).text()
      const sources = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script[src]')
      for (const source of sources) {
        const address = new URL(source.getAttribute('src'), form.action).href
        if (address === own) continue
        const script = document.createElement('script')
        script.src = address
        const loaded = new Promise((resolve) => script.addEventListener('load', resolve))
        document.head.append(script)
        await loaded
      }
    })().catch(() => undefined)
    await index
    const site = globalThis.notegraphSite
    return site && globalThis.notegraphFind?.(q, site, (address) => new URL(address, form.action).href)
  }

  if (brand && field && !document.getElementById('matches')) {
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
