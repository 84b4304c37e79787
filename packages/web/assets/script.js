/* All that the pages need a script for: copying, live progress, and telling the time zone of this browser. */
document.documentElement.classList.add('js')

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `notegraph_zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`
  for (const field of document.querySelectorAll('[data-zone]')) field.value = zone
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

/* What goes on while it is looked at: read again every second, and once more as a whole when it is over. */
if (document.querySelector('[data-live]')) setTimeout(again, 1000)

async function again() {
  const live = document.querySelector('[data-live]')
  try {
    const text = await (await fetch(location.href)).text()
    const next = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-live]')
    if (!next) return location.reload()
    live.replaceChildren(...next.childNodes)
  } catch {
    // The server may be away for a moment.
  }
  setTimeout(again, 1000)
}
