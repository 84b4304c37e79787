/*
 * Editing a block where it is. The form comes from the page that edits the block. What a person types is remembered for
 * this tab until it is saved, so it comes back after a reload, or when the block is opened again.
 */
const draftOf = (form) => `notegraph-draft ${new URL(form.action).search}`

document.addEventListener('click', (event) => {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const link = target.closest('[data-edit]')
  const cancel = target.closest('[data-place] [data-cancel]')
  if (!link && !cancel) return
  event.preventDefault()
  if (link) void openEditor(link)
  else closeEditor(cancel.closest('[data-place]'))
})

async function openEditor(link) {
  try {
    const response = await fetch(link.href, { headers: { 'X-Notegraph-Part': '1' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!response.ok || !page.querySelector('.editor')) return location.assign(link.href)
    const place = document.createElement('div')
    place.dataset.place = link.getAttribute('href')
    const block = link.closest('[data-block]')
    block.before(place)
    block.hidden = true
    fillEditor(place, page)
  } catch {
    sayAway()
  }
}

/** Shows a form in the place of a block, with the draft of this tab. */
function fillEditor(place, page) {
  place.replaceChildren(...page.body.childNodes)
  const form = place.querySelector('.editor')
  if (form) restoreDraft(form)
  place.querySelector('textarea, select')?.focus()
}

/** A draft keeps the version that it began with, so a block that changed since is not overwritten unseen. */
function restoreDraft(form) {
  const { text, if_unchanged: version } = form.elements
  if (!text) return
  const saved = [text.value, version.value]
  const draft = readDraft(form)
  if (draft === null || draft.text === text.value) return
  ;[text.value, version.value] = [draft.text, draft.version]
  const discard = document.createElement('button')
  discard.type = 'button'
  discard.className = 'quiet'
  discard.textContent = 'Discard my unsaved text'
  discard.addEventListener('click', () => {
    forgetDraft(form)
    ;[text.value, version.value] = saved
    discard.remove()
    text.focus()
  })
  form.querySelector('.actions').append(discard)
}

function readDraft(form) {
  try {
    return JSON.parse(sessionStorage.getItem(draftOf(form)))
  } catch {
    // The person may have blocked the storage.
    return null
  }
}

function forgetDraft(form) {
  try {
    sessionStorage.removeItem(draftOf(form))
  } catch {
    // Without storage there is no draft.
  }
}

document.addEventListener('input', ({ target }) => {
  const form = target.closest('[data-place] .editor')
  const { text, if_unchanged: version } = form?.elements ?? {}
  if (!text) return
  try {
    sessionStorage.setItem(draftOf(form), JSON.stringify({ text: text.value, version: version.value }))
  } catch {
    // The storage may be full or blocked.
  }
})

document.addEventListener('keydown', (event) => {
  const form = event.target.closest?.('.editor')
  if (!form || event.isComposing) return
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  else if (event.key === 'Escape') form.querySelector('[data-cancel]').click()
  else return
  event.preventDefault()
})

/** Removes the form; the block, or what took its place, is there again and has the focus. */
function closeEditor(place) {
  const block = place.nextElementSibling
  block.hidden = false
  place.remove()
  block.querySelector(`[href="${CSS.escape(place.dataset.place)}"]`)?.focus()
}
