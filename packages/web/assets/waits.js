/* Beside a new token: reads every few seconds whether it was used, for a quarter of an hour. */
const WAITS = '[data-waits]'
let looks = 300
setTimeout(() => void look(), 3000)

async function look() {
  const line = document.querySelector(WAITS)
  const link = line?.querySelector('a')
  if (!link || looks-- === 0) return
  try {
    const text = await (await fetch(link.href)).text()
    const next = new DOMParser().parseFromString(text, 'text/html').querySelector(WAITS)
    if (next && !next.querySelector('a')) line.replaceChildren(...next.childNodes)
  } catch {
    // The server may be away for a moment.
  }
  setTimeout(() => void look(), 3000)
}
