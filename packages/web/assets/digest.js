/* Subscribes this browser to the digest, and sends the subscription with a form of the page. */
const form = document.querySelector('[data-push-key]')
const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
if (form && canPush) {
  form.hidden = false
  document.querySelector('[data-no-push]').hidden = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send().catch(() => fail('This browser could not subscribe. Try again later.'))
  })
}

async function send() {
  const { pushKey, worker } = form.dataset
  if ((await Notification.requestPermission()) !== 'granted')
    return fail('This browser does not allow notifications of this page. Allow them, then try again.')
  const registration = await navigator.serviceWorker.register(worker)
  await active(registration)
  const { endpoint, keys } = (await subscribe(registration.pushManager, pushKey)).toJSON()
  form.elements.endpoint.value = endpoint
  form.elements.p256dh.value = keys.p256dh
  form.elements.auth.value = keys.auth
  form.submit()
}

/* A subscription for another account of this browser has another key, and is replaced. */
async function subscribe(manager, applicationServerKey) {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    if (error.name !== 'InvalidStateError') throw error
    await (await manager.getSubscription()).unsubscribe()
    return manager.subscribe(options)
  }
}

async function active({ installing, waiting, active: running }) {
  const worker = installing ?? waiting ?? running
  if (worker.state === 'activated') return
  await new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
  })
}

function fail(words) {
  const message = form.querySelector('[role=alert]')
  message.textContent = words
  message.hidden = false
}
