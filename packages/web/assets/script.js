/* All that the pages need a script for: signing out, copying, live progress, the place of the navigation, the time zone of this browser, and bookmarks. */
document.documentElement.classList.add('js')

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `notegraph_zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`
  for (const field of document.querySelectorAll('[data-zone]')) field.value = zone
}

/* Edits that the outliner could not send yet stay in this browser, and its next start deletes all else. Drafts go here. */
document.addEventListener('submit', ({ target }) => {
  if (!target.action.endsWith('/api/sign-out')) return
  target.action += '?keep'
  sessionStorage.clear()
})

/* A link to drag to the bookmarks. */
for (const link of document.querySelectorAll('[data-bookmark]')) {
  link.href = `javascript:${link.dataset.bookmark}`
  link.closest('section').hidden = false
}

/* In a low window, the link of this page may be below the end of the navigation. To scroll the link into view would make Tab begin there. */
for (const link of document.querySelectorAll('.top [aria-current]')) {
  const top = link.closest('.top')
  top.scrollTop += link.getBoundingClientRect().top - top.clientHeight / 2
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy]')
  if (button) void copy(button, document.getElementById(button.dataset.copy))
})

async function copy(button, source) {
  const words = [...button.childNodes]
  try {
    await navigator.clipboard.writeText(source.textContent)
    button.replaceChildren('Copied')
  } catch {
    getSelection().selectAllChildren(source)
    button.replaceChildren('Selected')
  }
  setTimeout(() => button.replaceChildren(...words), 2000)
}

/* What goes on while it is looked at: read again every second, and once more as a whole when something begins or ends. */
const LIVE = '[data-live]'
if (document.querySelector(LIVE)) setTimeout(() => void again(), 1000)

document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-begins]')) setTimeout(() => void again(), 1000)
})

async function again() {
  const live = document.querySelectorAll(LIVE)
  try {
    const text = await (await fetch(location.href)).text()
    const next = new DOMParser().parseFromString(text, 'text/html').querySelectorAll(LIVE)
    if (next.length !== live.length) return location.reload()
    if (next.length === 0) return
    for (const [i, one] of live.entries()) one.replaceChildren(...next[i].childNodes)
  } catch {
    // The server may be away for a moment.
  }
  setTimeout(() => void again(), 1000)
}
