// Keeps the files of the page, and serves them where the network does not. It leaves the API alone: the sync engine has
// the notes in IndexedDB.
const CACHE = 'page'
const FILES = ['./', './app.js', './app.css']

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('fetch', (event) => {
  const isApi = new URL(event.request.url).pathname.startsWith('/api/')
  if (event.request.method === 'GET' && !isApi) event.respondWith(answer(event.request))
})

async function answer(request) {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(request)
    if (kept) return kept
    throw error
  }
}
