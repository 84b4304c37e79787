/** A page of the graph, where its name is told. */
import { html, type Html } from '../html.ts'

export const pageLink = (name: string): Html => html`<bdi>${name}</bdi>`
