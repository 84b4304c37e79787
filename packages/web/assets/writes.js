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
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'X-Notegraph-Part': '1' },
      body: new URLSearchParams(new FormData(form, submitter)),
    })
    show(form, new DOMParser().parseFromString(await response.text(), 'text/html'))
  } catch {
    said.replaceChildren('The server did not answer. Try again when you are connected.')
  } finally {
    form.ariaBusy = null
  }
}

function show(form, answer) {
  const words = answer.querySelector('.notice, .message')
  words?.removeAttribute('role')
  said.replaceChildren(...(words ? [words] : []))
  for (const block of answer.querySelectorAll('[data-block]')) replace(block)
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
