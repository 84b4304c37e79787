/** Starts the system's Chromium without a window. */
import { chromium, type Browser, type BrowserContext, type BrowserServer } from 'playwright-core'
import { findChromium, NO_CHROMIUM } from './chromium.ts'

/** Nobody here sees the list under the address, which is a page of its own, and needs a process before the next page. */
const OFF = ['SpareRendererForSitePerProcess', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/** A list of ours replaces the list of Playwright. */
export const OFF_BY_PLAYWRIGHT: readonly string[] = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF, ...OFF_BY_PLAYWRIGHT].join(',')}`,
]

/**
 * Starts a browser. The caller closes it, or it ends with the process.
 *
 * @returns undefined if this machine has no Chromium
 * @example
 * ```ts
 * const browser = await launchBrowser()
 * ```
 */
export async function launchBrowser(
  path: string | undefined = findChromium(process.env),
): Promise<Browser | undefined> {
  return path === undefined ? undefined : chromium.launch(optionsOf(path))
}

/**
 * Starts a browser whose storage is on disk, as that of a person. The caller closes it, or it ends with the process.
 *
 * @throws if this machine has no Chromium
 */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  const path = findChromium(process.env)
  if (path === undefined) throw new Error(NO_CHROMIUM)
  return chromium.launchPersistentContext(folder, optionsOf(path))
}

/** Starts a browser that other processes connect to. The caller closes it. */
export const launchServer = async (path: string): Promise<BrowserServer> =>
  chromium.launchServer(optionsOf(path))

const optionsOf = (executablePath: string) => ({ executablePath, headless: true, args: FLAGS })

export type { BrowserContext, CDPSession, Page } from 'playwright-core'
