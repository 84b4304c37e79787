import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The script and the style sheet of the outliner, under names with a hash. The server reads their names from the manifest. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  resolve: { conditions: ['notegraph', 'browser', 'import', 'module', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    outDir: join(import.meta.dirname, '../web/dist/outliner'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    modulePreload: false,
    assetsDir: '',
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/app/main.tsx'),
      // Each script costs a request at every start, and many small ones take more bytes than one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'render', test: /packages\/render\/src\/core\.ts/, priority: 2 },
            { name: 'later', test: /packages\/outliner\/src\/app\// },
          ],
        },
      },
    },
  },
})
