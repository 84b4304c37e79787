/** Edits the type, the fields and the properties of a page, on a page of its own or in place with a script. */
import { checkBody, entriesInOrder, SetProperties } from '@notegraph/contract'
import { pageJson } from '@notegraph/graph'
import { versionOf, type Refusal } from '@notegraph/service'
import type { StoredPage } from '@notegraph/store'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { pageIdAddress, pageLink, PROPERTIES_PATH } from '../../components/links.ts'
import { notFound } from '../../components/not-found.ts'
import { factsOf } from '../../components/page-facts.ts'
import {
  ADDED_KEY,
  ADDED_VALUE,
  formProperties,
  NEW,
  OLD,
  propertyForm,
  type FormProperty,
} from '../../components/property-form.ts'
import { asPerson } from '../../writing/as-person.ts'
import { refusedView } from '../../writing/refused.ts'
import { sentFrom } from '../../writing/sent-from.ts'
import { writtenNotice } from '../../writing/written.ts'
import { aboutPage } from './about-page.ts'

export function editPageRoutes(on: Routes, deps: WebDeps): void {
  on.get(PROPERTIES_PATH, (visit) => edit(deps, visit))
  on.write(PROPERTIES_PATH, { labelOf, act: (visit, form) => save(deps, visit, form) })
}

function labelOf(name: string): string | undefined {
  if (name === ADDED_KEY) return 'Name of a new property'
  if (name === ADDED_VALUE) return 'Value of a new property'
  return name.startsWith(NEW) ? name.slice(NEW.length) : undefined
}

const findPage = ({ reader }: WebDeps, { caller, query }: Visit): Promise<StoredPage | undefined> =>
  reader.graph(caller).pages.find(query.get('id') ?? '')

/** The properties as the page has them, `type` first. */
function held(page: StoredPage): { type: FormProperty; properties: FormProperty[] } {
  const values = entriesInOrder(factsOf(page).props)
  const type = values.find(([key]) => key === 'type')?.[1] ?? ''
  return { type: { key: 'type', label: 'Type', value: type }, properties: formProperties(type, values) }
}

const backOf = (deps: WebDeps, visit: Visit, id: string, form?: FormData): string =>
  sentFrom(visit, deps.baseUrl(), {
    fallback: pageIdAddress(id),
    ...(form && { field: fieldOf(form, 'back') }),
  })

async function edit(deps: WebDeps, visit: Visit): Promise<View> {
  const page = await findPage(deps, visit)
  if (!page) return missing(visit)
  const { id, name } = page
  const back = backOf(deps, visit, id)
  return {
    title: 'Edit properties',
    body: html`${!visit.isPart && html`<p class="muted">of ${pageLink(name, id)}</p>`}
    ${propertyForm({ id, ...held(page), back, isPart: visit.isPart })}`,
  }
}

const missing = ({ query }: Visit): View =>
  notFound('Page not found', { code: 'not_found', what: 'page', name: query.get('id') ?? '' })

async function save(deps: WebDeps, visit: Visit, form: FormData): Promise<View | Response> {
  const page = await findPage(deps, visit)
  if (!page) {
    const texts = [...form].flatMap(([name, value]) =>
      labelOf(name) === undefined || typeof value !== 'string' || value === ''
        ? []
        : `${labelOf(name)}:: ${value}`,
    )
    const view = missing(visit)
    return {
      ...view,
      body: html`${view.body}
        <pre dir="auto">${texts.join('\n')}</pre>`,
    }
  }
  const { id, name } = page
  const changes = changesOf(form)
  const back = backOf(deps, visit, id, form)
  const refused = (refusal: Refusal): View =>
    refusedView('Properties not saved', refusal, again(page, form, back, visit))
  const now = new Map(entriesInOrder(factsOf(page).props))
  // Only the properties that a person changes have to be as the form showed them.
  if (changes.some(({ key, from }) => (now.get(key) ?? '') !== from))
    return refused({ code: 'conflict', why: 'outdated', what: 'page' })
  const written = (words: string, changeId?: string) => ({ words, changeId })
  const answer = async (done: ReturnType<typeof written>): Promise<View | Response> => {
    if (!visit.isPart) return redirectWithFlash(deps.baseUrl(), back, done)
    const current = (await findPage(deps, visit)) ?? page
    return {
      title: 'Properties saved',
      body: html`${writtenNotice(done)} ${aboutPage(deps, visit, current)}`,
    }
  }
  if (changes.length === 0) return answer(written('The properties are unchanged.'))
  const body = checkBody(SetProperties, {
    properties: Object.fromEntries(changes.map(({ key, to }) => [key, to === '' ? null : to])),
    if_unchanged: versionOf(pageJson(page)),
  })
  if (!body.ok) return refused({ code: 'bad_request', error: body.error })
  const saved = await asPerson(visit, (person) => deps.writes.setProperties(person, name, body.value))
  return saved.ok ? answer(written('Properties saved.', saved.value.changeId)) : refused(saved.refusal)
}

interface PropertyChange {
  readonly key: string
  /** The value that the form showed; empty for none. */
  readonly from: string
  readonly to: string
}

function changesOf(form: FormData): PropertyChange[] {
  const changes = [...form.keys()].flatMap((name): PropertyChange[] => {
    if (!name.startsWith(OLD)) return []
    const key = name.slice(OLD.length)
    const [from, to] = [fieldOf(form, name), typedOf(form, key)]
    return from === to ? [] : [{ key, from, to }]
  })
  const [key, to] = [fieldOf(form, ADDED_KEY).trim(), fieldOf(form, ADDED_VALUE)]
  return key === '' && to === '' ? changes : [...changes, { key, from: '', to }]
}

/** A box that is not ticked is not sent. */
const typedOf = (form: FormData, key: string): string =>
  form.has(NEW + key) ? fieldOf(form, NEW + key) : 'false'

/** The form with what was typed, and the values that the page has now. */
function again(page: StoredPage, form: FormData, back: string, { isPart }: Visit) {
  const { type, properties } = held(page)
  const typed = (one: FormProperty): FormProperty =>
    form.has(OLD + one.key) ? { ...one, typed: typedOf(form, one.key) } : one
  const shown = properties.map(typed)
  // A property that was removed meanwhile keeps what was typed.
  const known = new Set(['type', ...properties.map(({ key }) => key)])
  const removed = [...form.keys()].flatMap((name): FormProperty[] => {
    const key = name.slice(OLD.length)
    return name.startsWith(OLD) && !known.has(key)
      ? [{ key, label: key, value: '', typed: typedOf(form, key) }]
      : []
  })
  return propertyForm({
    id: page.id,
    type: typed(type),
    properties: [...shown, ...removed],
    added: { key: fieldOf(form, ADDED_KEY), value: fieldOf(form, ADDED_VALUE) },
    back,
    isPart,
  })
}
