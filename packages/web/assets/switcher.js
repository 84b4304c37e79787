/* The quick switcher: a dialog with a combobox over the list of the page that its link opens. */
const switcherLink = document.querySelector('[data-switcher]')
/* Milliseconds without a key before the list is fetched. */
const PAUSE = 120

switcherLink?.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  openSwitcher()
})

function openSwitcher() {
  const field = document.createElement('input')
  const list = document.createElement('ul')
  const status = document.createElement('p')
  for (const [name, value] of Object.entries({
    type: 'text',
    role: 'combobox',
    dir: 'auto',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Page name, alias or date',
    'aria-label': 'Page name',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'switcher-list',
  }))
    field.setAttribute(name, value)
  list.id = 'switcher-list'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Pages')
  status.setAttribute('role', 'status')
  status.className = 'muted small'
  const dialog = openDialog('Go to page', field, status, list)
  if (!dialog) return
  dialog.classList.add('switcher')
  field.focus()

  let active = -1
  let fetching = new AbortController()
  let timer = 0
  /* Whether the list is that of other words than the field has. */
  let isStale = true
  const options = () => [...list.children]

  function choose(n) {
    options()[active]?.setAttribute('aria-selected', 'false')
    active = n
    const option = options()[active]
    if (!option) return field.removeAttribute('aria-activedescendant')
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-activedescendant', option.id)
  }

  /* Returns whether the list is that of the field. */
  async function load() {
    fetching.abort()
    fetching = new AbortController()
    const { signal } = fetching
    const address = new URL(switcherLink.href)
    if (field.value.trim() !== '') address.searchParams.set('q', field.value)
    try {
      const main = await partOf(address, 'main:has([data-choices])', signal)
      // A session that has ended leads to the sign-in page.
      if (!main) {
        location.assign(address)
        return false
      }
      if (signal.aborted) return false
      list.replaceChildren(...[...main.querySelectorAll('[data-choices] a')].map(optionOf))
      status.textContent = main.querySelector('[role=status]').textContent
    } catch {
      if (signal.aborted) return false
      list.replaceChildren()
      status.textContent = 'The server does not answer. Check your connection and try again.'
    }
    field.setAttribute('aria-expanded', String(list.children.length > 0))
    active = -1
    choose(list.children.length > 0 ? 0 : -1)
    isStale = false
    return true
  }

  async function open() {
    clearTimeout(timer)
    if (!isStale || (await load())) options()[active]?.click()
  }

  field.addEventListener('input', () => {
    isStale = true
    clearTimeout(timer)
    timer = setTimeout(() => void load(), PAUSE)
  })
  field.addEventListener('keydown', (event) => {
    const last = list.children.length - 1
    if (event.isComposing) return
    if (event.key === 'ArrowDown') choose(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') choose(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter') void open()
    else return
    event.preventDefault()
  })
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    fetching.abort()
  })
  void load()
}

function optionOf(link, n) {
  const option = document.createElement('li')
  option.id = `switcher-${n}`
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  option.append(...link.childNodes)
  option.addEventListener('click', () => location.assign(link.getAttribute('href')))
  return option
}

/* One modal dialog, which Escape, its button or a click beside it closes. The browser returns the focus. */
function openDialog(title, ...content) {
  if (document.querySelector('dialog[open]')) return undefined
  const dialog = document.createElement('dialog')
  const heading = document.createElement('h2')
  heading.id = 'dialog-title'
  heading.textContent = title
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'quiet'
  close.textContent = 'Close'
  const head = document.createElement('div')
  head.className = 'dialog-head'
  head.append(heading, close)
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(head, ...content)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/* A part of another page of this server; undefined if the page has none, such as the sign-in page. */
async function partOf(address, selector, signal) {
  const text = await (await fetch(address, { signal })).text()
  return new DOMParser().parseFromString(text, 'text/html').querySelector(selector) ?? undefined
}
