/* Shows the digests that arrive in this browser. A click opens what needs attention, or ends the digest. */
addEventListener('install', () => skipWaiting())

addEventListener('push', (event) => {
  const { title, body, url, end } = event.data.json()
  const options = {
    body,
    tag: 'notegraph-digest',
    data: { url, end },
    actions: [{ action: 'end', title: 'Stop the digest' }],
  }
  event.waitUntil(registration.showNotification(title, options))
})

addEventListener('notificationclick', (event) => {
  const { url, end } = event.notification.data
  event.notification.close()
  event.waitUntil(event.action === 'end' ? fetch(end, { method: 'POST' }) : clients.openWindow(url))
})
