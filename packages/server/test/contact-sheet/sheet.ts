/** A sheet: screenshots of one width and theme, side by side with their titles, as one picture. */
import type { Browser } from '@notegraph/browser-tests'

export interface Shot {
  readonly title: string
  readonly jpeg: Uint8Array
}

export interface Sheet {
  readonly shots: readonly Shot[]
  readonly size: { readonly width: number; readonly height: number }
  readonly theme: 'light' | 'dark'
}

/** The width of a sheet, and of one screenshot on it, in pixels. */
const WIDTH = 1_900
const SHOT = { narrow: 180, wide: 460 }

export async function writeSheet(
  browser: Browser,
  path: string,
  { shots, size, theme }: Sheet,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 1_000 } })
  const figures = shots.map(
    ({ title, jpeg }) =>
      `<figure><img src="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"><figcaption dir="auto">${escaped(title)}</figcaption></figure>`,
  )
  const [paper, ink] = theme === 'dark' ? ['#000', '#bbb'] : ['#ddd', '#333']
  const width = size.width < 600 ? SHOT.narrow : SHOT.wide
  await page.setContent(`<style>
    body { display: flex; flex-wrap: wrap; gap: 12px; margin: 12px; background: ${paper}; color: ${ink}; font: 11px sans-serif }
    figure { inline-size: ${width}px; margin: 0 }
    img { display: block; inline-size: 100% }
    figcaption { overflow: hidden; padding-block: 3px; text-overflow: ellipsis; white-space: nowrap }
  </style>${figures.join('')}`)
  await page.screenshot({ path, type: 'jpeg', quality: 64, fullPage: true })
  await page.close()
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
