/*
 * Forms that write notes are answered in the page that is open: the answer has the blocks as they are now, and words for
 * the person. Without a script, the same forms lead to pages.
 */
const said = document.createElement('div')
said.id = 'said'
said.setAttribute('role', 'status')
document.querySelector('main')?.append(said)

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!form.matches('[data-write]')) return
  event.preventDefault()
  void send(form, event.submitter)
})

async function send(form, submitter) {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  try {
    const body = new URLSearchParams(new FormData(form, submitter))
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'X-Notegraph-Part': '1' },
      body,
    })
    show(form, body, new DOMParser().parseFromString(await response.text(), 'text/html'))
  } catch {
    sayAway()
  } finally {
    form.ariaBusy = null
  }
}

const sayAway = () => said.replaceChildren('The server did not answer. Try again when you are connected.')

function show(form, sent, answer) {
  const place = form.closest('[data-place]')
  // A form that was refused comes back with the reason.
  if (place && answer.querySelector('.editor, #kept-text')) return fillEditor(place, answer)

  const words = answer.querySelector('.notice, .message')
  words?.removeAttribute('role')
  said.replaceChildren(...(words ? [words] : []))
  const added = answer.querySelector('[data-added]')
  if (added) append(form, sent, added)
  else for (const block of answer.querySelectorAll('[data-block]')) replace(block)
  if (!place || !answer.querySelector('[data-block]')) return
  forgetDraft(form)
  closeEditor(place)
}

/** Adds a block to the end of the list, if the page shows the end, and empties the field for the next one. */
function append(form, sent, added) {
  const field = form.elements.text
  // The person may have typed on.
  if (field.value === sent.get('text')) field.value = ''
  const list = document.querySelector('[data-list]')
  const items = list?.querySelector('.outline > ul')
  if (items) items.append(...added.children)
  else if (list) {
    const outline = document.createElement('div')
    outline.className = 'outline'
    outline.append(added)
    list.replaceChildren(outline)
  }
}

/** Focus stays where it was, on the button that took its place. */
function replace(block) {
  for (const old of document.querySelectorAll(`[data-block="${CSS.escape(block.dataset.block)}"]`)) {
    const next = block.cloneNode(true)
    const hadFocus = old.contains(document.activeElement)
    old.replaceWith(next)
    if (hadFocus) next.querySelector('button')?.focus()
  }
}
