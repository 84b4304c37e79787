/** The table of a list, such as that of tokens, and the facts of one. */
import { html, type Child, type Html } from '../html.ts'

/** `act` has a link or a button, and its heading is for screen readers alone. */
type ColumnKind = 'short' | 'act'

type Column<T> = readonly [heading: string, cell: (resource: T) => Child, kind?: ColumnKind]

/** The first column names the resource. On a narrow page, the others have their headings beside them. */
export const resourceTable = <T>(
  resources: readonly T[],
  [[name, nameOf], ...columns]: readonly [Column<T>, ...Column<T>[]],
): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">${name}</th>
        ${columns.map(
          ([heading, , kind]) =>
            html`<th scope="col">
              ${kind === 'act' ? html`<span class="unseen">${heading}</span>` : heading}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${resources.map(
        (resource) =>
          html`<tr>
            <th scope="row">${nameOf(resource)}</th>
            ${columns.map(
              ([heading, cell, kind]) =>
                html`<td ${kind && html`class="${kind}"`} ${kind !== 'act' && html`data-label="${heading}"`}>
                  ${cell(resource)}
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`

/** The facts of one: each a word and its value. */
export const resourceFacts = (facts: readonly (readonly [word: Child, value: Child])[]): Html =>
  html`<dl class="props card">
    ${facts.map(
      ([word, value]) =>
        html`<div>
          <dt>${word}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
