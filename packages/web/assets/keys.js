/* Keyboard shortcuts: none while somebody types, and single keys only if this browser has them on. */
const KEYS_OFF = 'notegraph-keys-off'
let isAfterG = false

document.addEventListener('keydown', (event) => {
  const wasAfterG = isAfterG
  isAfterG = false
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey || isTyping(event.target))
    return
  if (document.querySelector('dialog[open]')) return
  const action =
    event.ctrlKey || event.metaKey
      ? event.key.toLowerCase() === 'k' && switcherLink && openSwitcher
      : !areKeysOff() && actionOf(event.key, wasAfterG)
  if (!action) return
  event.preventDefault()
  action()
})

function actionOf(key, wasAfterG) {
  const click = (selector) => {
    const target = document.querySelector(selector)
    return target && (() => target.click())
  }
  if (wasAfterG) return /^[a-z]$/.test(key) && click(`[data-key="${key}"]`)
  if (key === 'g') return () => void (isAfterG = true)
  if (key === '/') return switcherLink && openSwitcher
  if (key === '?') return document.querySelector('[data-keys]') && openKeys
  if (key === 'f') return click('[data-favorite]')
  if (key === 'p') return click('main a[rel=prev]')
  return key === 'n' && click('main a[rel=next]')
}

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'
const isTyping = (target) => target instanceof Element && target.closest(FIELD) !== null

async function openKeys() {
  const { href } = document.querySelector('[data-keys]')
  const list = await partOf(href, '[data-keys-list]').catch(() => undefined)
  if (!list) return location.assign(href)
  openDialog('Keyboard shortcuts', list)
  showKeysSwitch()
}

function areKeysOff() {
  try {
    return localStorage.getItem(KEYS_OFF) !== null
  } catch {
    return false
  }
}

function showKeysSwitch() {
  for (const one of document.querySelectorAll('[data-keys-switch]')) one.checked = !areKeysOff()
}
showKeysSwitch()

document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-keys-switch]')) return
  try {
    if (target.checked) localStorage.removeItem(KEYS_OFF)
    else localStorage.setItem(KEYS_OFF, '1')
  } catch {
    // Without storage the keys stay on.
    target.checked = true
  }
})
