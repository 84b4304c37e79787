/**
 * The pages of a site as a tree of namespaces, for its navigation, and the way to a page in it. A large site shows its first
 * level and the branch of the page that is open.
 * @see sharing 10
 */
import { fold } from '@notegraph/block-text'
import { journalDay } from '@notegraph/graph'
import { sitePageAddress, type PageSet, type PublishedPage } from '@notegraph/service'
import type { Site } from '@notegraph/store'
import { html, type Html } from '../html.ts'
import { titleOf } from './site-title.ts'

/** The links of a navigation. A site with more pages shows only parts of it. */
const MOST_LINKS = 300
/** The journals of a navigation, the latest first. */
const MOST_JOURNALS = 7

/** A name between slashes, with the page of that name and those below it. */
interface Branch {
  readonly words: string
  page?: PublishedPage
  readonly below: Map<string, Branch>
}

interface SiteTree {
  readonly top: Branch
  readonly count: number
  /** The latest first. */
  readonly journals: readonly PublishedPage[]
}

/** Every page of a site needs the tree, so it is made once for each set. Another rule has another set. */
const made = new WeakMap<PageSet, SiteTree>()

function treeOf({ rule }: Pick<Site, 'rule'>, pages: PageSet): SiteTree {
  const known = made.get(pages)
  if (known) return known
  const top: Branch = { words: '', below: new Map() }
  const journals: PublishedPage[] = []
  let count = 0
  const first = (rule.navigation ?? []).flatMap((id) => pages.get(id) ?? [])
  for (const page of new Set([...first, ...pages.values()])) {
    if (journalDay(page.id) !== undefined) {
      journals.push(page)
      continue
    }
    count++
    let branch = top
    for (const words of partsOf(page.name)) {
      const next = branch.below.get(fold(words)) ?? { words, below: new Map() }
      branch.below.set(fold(words), next)
      branch = next
    }
    branch.page = page
  }
  journals.sort((a, b) => journalDay(b.id)! - journalDay(a.id)!)
  const tree = { top, count, journals }
  made.set(pages, tree)
  return tree
}

/** The names of a namespace: `a/b` is below `a`. */
const partsOf = (name: string): readonly string[] => {
  const parts = name.split('/').map((part) => part.trim())
  return parts.every((part) => part !== '') ? parts : [name]
}

/**
 * The navigation of a site.
 * @param current the page that is open
 * @returns undefined for a site without pages
 */
export function siteNavigation(
  site: Site,
  pages: PageSet,
  current: PublishedPage | undefined,
): Html | undefined {
  const { top, count, journals } = treeOf(site, pages)
  if (pages.size === 0) return undefined
  const isLarge = count > MOST_LINKS
  const way = new Set(
    current ? partsOf(current.name).map((_, n, all) => fold(all.slice(0, n + 1).join('/'))) : [],
  )
  const link = (page: PublishedPage, words: string): Html =>
    html`<a href="${sitePageAddress(site.slug, page)}" ${page.id === current?.id && html`aria-current="page"`}
      >${page.icon !== undefined && html`<span class="icon" aria-hidden="true">${page.icon}</span> `}<bdi
        >${words}</bdi
      ></a
    >`

  function list(branch: Branch, path: string): Html {
    const all = [...branch.below.values()].slice(0, MOST_LINKS)
    return html`<ul>
      ${all.map((one) => html`<li>${item(one, path === '' ? fold(one.words) : `${path}/${fold(one.words)}`)}</li>`)}
    </ul>`
  }

  function item(branch: Branch, path: string): Html {
    const { page, words, below } = branch
    const label = page ? link(page, words) : html`<bdi>${words}</bdi>`
    const isOpen = way.has(path)
    if (below.size === 0 || (isLarge && !isOpen)) return label
    return html`<details ${isOpen && html`open`}>
      <summary>${page ? html`<bdi>${words}</bdi>` : label}</summary>
      ${page && html`<p>${label}</p>`} ${list(branch, path)}
    </details>`
  }

  const isJournal = current !== undefined && journalDay(current.id) !== undefined
  return html`<aside class="site-pages" aria-label="Site" tabindex="0">
    <details>
      <summary lang="en">Pages</summary>
      <nav aria-label="Pages">
        ${
          journals.length > 0 &&
          html`<details ${isJournal && html`open`}>
            <summary lang="en">Journal</summary>
            <ul>
              ${journals.slice(0, MOST_JOURNALS).map((page) => html`<li>${link(page, titleOf(site, page, 'medium'))}</li>`)}
            </ul>
          </details>`
        }
        ${list(top, '')}
      </nav>
    </details>
  </aside>`
}

/** The way to a page: the names above it. @returns undefined for a page at the top */
export function breadcrumbs(
  { page: { name } }: { readonly page: { readonly name: string } },
  linkTo: (name: string) => string | undefined,
): Html | undefined {
  const above = partsOf(name).slice(0, -1)
  if (above.length === 0) return undefined
  const steps = above.map((words, n) => {
    const to = linkTo(above.slice(0, n + 1).join('/'))
    return html`<li>
      ${to === undefined ? html`<bdi>${words}</bdi>` : html`<a href="${to}"><bdi>${words}</bdi></a>`}
    </li>`
  })
  return html`<nav class="breadcrumbs" aria-label="Breadcrumb">
    <ol>
      ${steps}
    </ol>
  </nav>`
}

/** The journals before and after a journal. */
export function besideJournal(site: Site, pages: PageSet, id: string): Html | undefined {
  if (journalDay(id) === undefined) return undefined
  const { journals } = treeOf(site, pages)
  const at = journals.findIndex((page) => page.id === id)
  const [later, earlier] = [journals[at - 1], journals[at + 1]]
  return beside(site, 'Journals', earlier, later)
}

function beside(
  site: Site,
  label: string,
  earlier: PublishedPage | undefined,
  later: PublishedPage | undefined,
): Html | undefined {
  if (!later && !earlier) return undefined
  const link = (page: PublishedPage, rel: 'prev' | 'next', words: string): Html =>
    html`<a rel="${rel}" href="${sitePageAddress(site.slug, page)}"
      ><span class="muted small" lang="en">${words}</span> <bdi>${titleOf(site, page)}</bdi></a
    >`
  return html`<nav class="beside" aria-label="${label}">
    ${earlier && link(earlier, 'prev', 'Previous')} ${later && link(later, 'next', 'Next')}
  </nav>`
}

/** All pages of the navigation in its order, made once for each set. */
const inOrder = new WeakMap<PageSet, readonly PublishedPage[]>()

/** The pages before and after a page in the order of the navigation, for readers who go from page to page. */
export function besidePage(site: Site, pages: PageSet, id: string): Html | undefined {
  const all = inOrder.get(pages) ?? pagesBelow(treeOf(site, pages).top)
  inOrder.set(pages, all)
  const at = all.findIndex((page) => page.id === id)
  return at < 0 ? undefined : beside(site, 'Pages before and after', all[at - 1], all[at + 1])
}

const pagesBelow = (branch: Branch): PublishedPage[] => [
  ...(branch.page ? [branch.page] : []),
  ...[...branch.below.values()].flatMap(pagesBelow),
]

/**
 * The pages by their days, the latest first.
 * @example
 * byDay(opened.pages)[0]?.name // 'Boat'
 */
export const byDay = (pages: PageSet): readonly PublishedPage[] =>
  [...pages.values()].toSorted((a, b) => (dayOf(b) ?? 0) - (dayOf(a) ?? 0))

/** The day of a journal, or that of a page. */
export const dayOf = ({ id, day }: PublishedPage): number | undefined => journalDay(id) ?? day

/**
 * The pages by name, then the journals, the latest first.
 * @example
 * inIndex(opened.pages)[0]?.name // 'Boat'
 */
export function inIndex(pages: PageSet): readonly PublishedPage[] {
  const [journals, others] = [true, false].map((is) =>
    [...pages.values()].filter(({ id }) => (journalDay(id) !== undefined) === is),
  )
  return [...others!, ...journals!.toSorted((a, b) => journalDay(b.id)! - journalDay(a.id)!)]
}
