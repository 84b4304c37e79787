import { defineConfig } from 'vite'

/** The page and the API share one origin, because session routes answer no other origin. */
const proxy = { '/api': process.env['NOTEGRAPH_URL'] ?? 'http://127.0.0.1:8787' }

export default defineConfig({
  build: {
    target: 'es2024',
    // The service worker knows these names.
    rolldownOptions: { output: { entryFileNames: 'app.js', assetFileNames: 'app[extname]' } },
  },
  server: { proxy },
  preview: { host: '127.0.0.1', proxy },
})
