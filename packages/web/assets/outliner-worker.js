// Opens the outliner without a network. It keeps the shell and its files, which are the same for everyone. Addresses of the
// server's pages for reading lead to the same place in the outliner. It answers no other address: not the API, not the settings,
// and nothing of an account.
/** The path below which the server is. */
const BASE = new URL('.', location).pathname.replace(/\/$/, '')
const CACHE = `notegraph-shell-${SHELL.version}`

self.addEventListener('install', (event) => {
  // The whole shell, or the worker before goes on.
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(['/', ...SHELL.files].map((path) => BASE + path))),
  )
  // Browsers that can be told do not start this worker for requests that it never answers. One that starts again while a newer
  // worker takes over keeps it waiting.
  event.addRoutes?.({
    condition: { urlPattern: new URLPattern({ pathname: `${BASE}/api/*` }) },
    source: 'network',
  })
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
  if (url.origin !== location.origin) return
  const path = url.pathname.slice(BASE.length)
  if (request.method === 'POST' && path === '/add') event.respondWith(share(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    const place = placeFor(path, url.searchParams)
    if (place !== undefined) event.respondWith(Response.redirect(new URL(BASE + place, location)))
    else if (isPlace(path)) event.respondWith(kept(request, '/'))
  } else if (SHELL.files.includes(path)) event.respondWith(kept(request, path))
})

// Files that another program shares, until the page that was filled takes them. Nothing is written here.
const MOST_SHARES = 5
const shares = new Map()

self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data?.takeOver) event.waitUntil(takeOver(data.takeOver))
  else give(data, ports)
})

/** Takes over from the shell before: now, or if no window is visible. */
async function takeOver(when) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isSeen = windows.some(({ visibilityState }) => visibilityState === 'visible')
  if (when === 'now' || !isSeen) await self.skipWaiting()
}

function give(data, ports) {
  ports[0]?.postMessage(shares.get(data?.take))
  shares.delete(data?.take)
}

async function share(request) {
  const address = new URL(`${BASE}/add`, location)
  const form = await request.formData().catch(() => new FormData())
  for (const name of ['title', 'text', 'url']) {
    const value = form.get(name)
    if (typeof value === 'string' && value !== '') address.searchParams.set(name, value)
  }
  const files = form.getAll('files').filter((file) => file instanceof File && file.name !== '')
  if (files.length > 0) {
    const id = crypto.randomUUID()
    shares.set(id, files)
    if (shares.size > MOST_SHARES) shares.delete(shares.keys().next().value)
    address.searchParams.set('files', id)
  }
  return Response.redirect(address, 303)
}

const isPlace = (path) =>
  SHELL.places.some((place) => (place.endsWith('*') ? path.startsWith(place.slice(0, -1)) : path === place))

/** The same place in the outliner for a page of the server that shows notes, and changes nothing. */
function placeFor(path, query) {
  const id = query.get('id')
  switch (path) {
    case '/graph':
      return '/pages'
    case '/graph/tasks':
      return '/tasks'
    case '/graph/search':
      return `/search?q=${encodeURIComponent(query.get('q') ?? '')}`
    case '/graph/day':
      return query.has('date') ? `/page?name=${encodeURIComponent(query.get('date'))}` : '/'
    case '/graph/block':
      return id === null ? undefined : `/block/${encodeURIComponent(id)}`
    case '/graph/page':
      if (id !== null) return `/page/${encodeURIComponent(id)}`
      return query.has('name') ? `/page?name=${encodeURIComponent(query.get('name'))}` : undefined
    default:
      return undefined
  }
}

async function kept(request, path) {
  const cache = await caches.open(CACHE)
  return (await cache.match(BASE + path)) ?? fetch(request)
}
