/** The system's Chromium, started without a window. */
import { chromium, type Browser } from 'playwright-core'
import { findChromium } from './chromium.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @returns nothing where this machine has none; whoever starts one closes it, or it ends with the process */
export async function launchBrowser(
  path: string | undefined = findChromium(process.env),
): Promise<Browser | undefined> {
  return path === undefined
    ? undefined
    : chromium.launch({ executablePath: path, headless: true, args: FLAGS })
}
