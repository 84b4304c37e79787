// Opens the outliner without a network. It keeps the shell and its files, which are the same for everyone, and answers no
// other address: not the API, not the server's pages, and nothing of an account.
const CACHE = `notegraph-shell-${SHELL.version}`

self.addEventListener('install', (event) => {
  // The whole shell, or the worker before goes on.
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['/', ...SHELL.files])))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('notegraph-shell-') && name !== CACHE)
            .map((name) => caches.delete(name)),
        ),
      ),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate' && isPlace(url.pathname)) event.respondWith(kept(request, '/'))
  else if (SHELL.files.includes(url.pathname)) event.respondWith(kept(request, url.pathname))
})

const isPlace = (path) =>
  SHELL.places.some((place) => (place.endsWith('*') ? path.startsWith(place.slice(0, -1)) : path === place))

async function kept(request, path) {
  const cache = await caches.open(CACHE)
  return (await cache.match(path)) ?? fetch(request)
}
