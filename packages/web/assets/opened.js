/* A line that opens loads its details from their own page. If that fails, the link to that page stays. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.dataset.loads !== undefined) void loadPart(target)
  },
  // The event does not bubble.
  true,
)

async function loadPart(line) {
  const part = line.querySelector('[data-part]')
  delete line.dataset.loads
  try {
    const response = await fetch(part.querySelector('a').href)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const loaded = response.ok && page.querySelector('[data-part]')
    if (loaded) part.replaceWith(loaded)
  } catch {
    // The server may be away. The next opening tries again.
    line.dataset.loads = ''
  }
}
