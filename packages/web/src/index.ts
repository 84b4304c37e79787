export { webPages } from './web-pages.ts'
export type { Visitor, WebDeps } from './deps.ts'
export { failedPage } from './parts/failed.ts'
