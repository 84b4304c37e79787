/* Adds passkeys, and proves with one who the person is. Without a script, or without passkeys, the other ways stay. */
;(() => {
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser
  if (!browserSupportsWebAuthn()) return
  // A page with two such forms names this script twice.
  const forms = document.querySelectorAll('form[data-passkey][hidden]')
  for (const form of forms) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      run(form).catch((error) => {
        if (form.dataset.passkey === 'add' && error.cause === 403) askAgain(form)
        else fail(form, error)
      })
    })
  }
  for (const other of document.querySelectorAll('[data-no-passkey]')) other.hidden = true

  async function run(form) {
    const optionsJSON = await (await send(`${form.action}/question`)).json()
    if (form.dataset.passkey === 'add') {
      form.elements.answer.value = JSON.stringify(await startRegistration({ optionsJSON }))
      form.submit()
      return
    }
    const answer = JSON.stringify(await startAuthentication({ optionsJSON }))
    await send(form.action, { answer })
    const kept = document.querySelector('form[data-again]')
    if (kept) kept.submit()
    else location.assign(form.querySelector('a').href)
  }

  async function send(address, fields = {}) {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
    if (!response.ok) throw new Error(`answered ${response.status}`, { cause: response.status })
    return response
  }

  /* The sign-in is too old to add a passkey. The page that asks again keeps the name. */
  function askAgain({ action, elements }) {
    location.assign(`${action}/add?name=${encodeURIComponent(elements.name.value)}`)
  }

  function fail(form, error) {
    const message = form.querySelector('[role=alert]')
    message.textContent =
      error.name === 'InvalidStateError'
        ? 'This device already has a passkey here.'
        : 'The passkey was not used. Try again, or choose another way.'
    message.hidden = false
  }
})()
