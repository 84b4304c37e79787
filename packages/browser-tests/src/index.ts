export { bundle } from './bundle.ts'
export { browserTest, type InBrowser } from './browser-test.ts'
export type { Browser, BrowserContext, Page, Request } from 'playwright-core'
export { axeFindings } from './axe.ts'
