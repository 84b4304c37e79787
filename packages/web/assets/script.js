/* All that the pages need a script for: copying, and telling the time zone of this browser. */
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
