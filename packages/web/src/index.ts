export type { AppRequest, AppRequests, Consent } from './app-requests.ts'
export { connectPath } from './pages/assistants/connect.ts'
export { ADD_PASSKEY } from './pages/devices/passkeys.ts'
export { formsAgain, type FormsAgain } from './forms-again.ts'
export { missingPage } from './visits.ts'
export { webPages } from './web-pages.ts'
export type { ReleaseState, Visitor, WebDeps } from './deps.ts'
export { errorPage } from './components/error-page.ts'
export { ADD_PATH, FILE_PAGE } from './components/links.ts'
export { messagePage } from './components/plain-page.ts'
export {
  confirmDigestPage,
  confirmedDigestPage,
  endDigestPage,
  endedDigestPage,
  noDigestLink,
} from './digest-link-pages.ts'
export { signInLinkPage, type SignInLinkView } from './sign-in-link-page.ts'
export { mailAskedPage, signedOutPage, signInPage, type SignInView } from './sign-in-page.ts'
export { hasDiagram } from './components/diagrams.ts'
export { sharedPage } from './readers/shared-page.ts'
export { cookieScope } from './components/cookie-scope.ts'
export { assetRoutes, diagramRoutes } from './assets.ts'
export { mapAddresses } from './components/map-addresses.ts'
export {
  partsRenderer,
  type PageParts,
  type RenderedFiles,
  type StaticFrame,
} from './static-site/page-parts.ts'
export {
  writeStaticSite,
  type RenderThreads,
  type StaticSiteOptions,
  type StaticSiteReport,
} from './static-site/write-static-site.ts'
export { siteArchives, type ArchiveStart, type SiteArchives } from './static-site/site-archives.ts'
export { siteMap } from './readers/site-map.ts'
export {
  siteDocument,
  canonicalName,
  siteDocumentPath,
  type SiteDocument,
  type SiteDocumentName,
} from './readers/site-document.ts'
export { feedContents } from './readers/feed-contents.ts'
export {
  atomFeed,
  feedAddress,
  jsonFeed,
  jsonFeedAddress,
  servedFeed,
  type FeedAddresses,
} from './readers/site-feed.ts'
export { pageMarkdown, siteTexts } from './readers/site-texts.ts'
export { titleOf } from './readers/site-title.ts'
export { madeFiles, shownLook } from './readers/site-look.ts'
export { siteSearchPage } from './readers/site-search.ts'
export {
  noPageOfSite,
  noPublishedPage,
  noSharedPage,
  notForReaders,
  passwordPage,
  readerError,
  sharedPageMoving,
  tooManyReads,
} from './readers/reader-messages.ts'
