/* A line that opens loads its details from their own page. If that fails, the link to that page stays. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.open && target.dataset.partOf !== undefined) void loadPart(target)
  },
  // The event does not bubble.
  true,
)

async function loadPart(line) {
  const { partOf } = line.dataset
  delete line.dataset.partOf
  try {
    const response = await fetch(partOf)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const part = response.ok && page.querySelector('[data-part]')
    if (part) line.querySelector('[data-part]').replaceWith(part)
  } catch {
    // The server may be away. The next opening tries again.
    line.dataset.partOf = partOf
  }
}
