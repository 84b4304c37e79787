/** The layout of a page: a bar with the search, the document, and the navigation, which is a column on wide screens. */
import { escapeHtml } from '../../packages/render/src/escape.ts'
import { addressOf, between } from './addresses.ts'
import { CONTENTS, pageOf, START, type Documents } from './documents.ts'
import { linksByHeading } from './render-document.ts'

/** The files that every page uses. */
export const FILES = {
  style: 'assets/style.css',
  layout: 'assets/docs.css',
  icon: 'assets/icon.svg',
  search: 'search.html',
  searchScript: 'assets/site-search.js',
  searchIndex: 'search-index.js',
} as const

/** Nothing comes from another host. The search has the only scripts. */
const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'self'; img-src 'self'; style-src 'self'; script-src 'self'"

export interface SitePage {
  readonly title: string
  readonly html: string
  /** Its file in the site. */
  readonly path: string
  /** Files of scripts, in the order in which they run. */
  readonly scripts?: readonly string[]
}

export function layOut({ title, html, path, scripts = [] }: SitePage, documents: Documents): string {
  const to = (file: string): string => escapeHtml(between(path, file))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeHtml(title === 'Notegraph' ? title : `${title} · Notegraph`)}</title>
<link rel="icon" href="${to(FILES.icon)}" type="image/svg+xml" />
<link rel="stylesheet" href="${to(FILES.style)}" />
<link rel="stylesheet" href="${to(FILES.layout)}" />
${scripts.map((script) => `<script src="${to(script)}" defer></script>\n`).join('')}</head>
<body class="docs">
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${to(pageOf(START))}"><img src="${to(FILES.icon)}" alt="" width="22" height="22" />Notegraph</a>
<a class="to-contents" href="#contents">Contents</a>
<form method="get" action="${to(FILES.search)}" role="search" class="search">
<label class="unseen" for="q">Search the documentation</label>
<input id="q" name="q" type="search" placeholder="Search" /> <button>Search</button>
</form>
</header>
<main id="main" tabindex="-1" class="words">
${html}</main>
<nav id="contents" aria-label="Contents">
${navigation(path, documents)}
</nav>
</body>
</html>
`
}

function navigation(path: string, documents: Documents): string {
  const groups = [...linksByHeading(documents.get(CONTENTS)!)]
  return groups
    .map(([heading, entries]) => {
      const items = entries.map(({ words, link }) => {
        const [file = '', anchor] = addressOf(CONTENTS, link, documents).href.split('#')
        const target = new URL(file, `file:///${pageOf(CONTENTS)}`).pathname.slice(1)
        const isHere = target === path && anchor === undefined
        const href = escapeHtml(between(path, target) + (anchor === undefined ? '' : `#${anchor}`))
        return `<li><a href="${href}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(words)}</a></li>`
      })
      return `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
    })
    .join('\n')
}
