/** The forms of sites: their fields, and the requests that they send. */
import {
  ChangeSite,
  checkBody,
  LIMITS,
  PublishSite,
  readQuery,
  SiteArchiveQuery,
  type ObjectSchema,
} from '@notegraph/contract'
import { ok, refuse, type Result, type SiteCheck } from '@notegraph/service'
import { fieldOf, postForm, textField } from '../../components/form.ts'
import { options } from '../../components/options.ts'
import { TYPES } from '../../components/type-labels.ts'
import { html, type Html } from '../../html.ts'

export const SITES = '/settings/sites'
export const NEW_SITE: string = `${SITES}/new`
/** A slug may be `new`, so the sites have a path of their own. */
export const sitePath = (slug: string): string => `${SITES}/site/${slug}`

/** The download of a site as plain files. */
export const archivePath = (slug: string): string => `${sitePath(slug)}/archive`

/** The members of a look, which a form has beside those of the site. */
const LOOK = ['theme', 'accent', 'background', 'font', 'logo', 'icon', 'footer', 'style'] as const

/** The other texts of a form. */
const OF_SITE = [
  'slug',
  'title',
  'pages',
  'tag',
  'type',
  'query',
  'except',
  'start',
  'navigation',
  'hosts',
  'lang',
] as const

type Text = (typeof OF_SITE)[number] | (typeof LOOK)[number]

const TEXTS: readonly Text[] = [...OF_SITE, ...LOOK]

/** The fields of a form, as a person fills them in. `pages`, `navigation` and `hosts` have one on each line. */
export type SiteForm = Readonly<Record<Text, string>> & {
  readonly journals: boolean
  /** Whether the site changes only when its owner publishes it. */
  readonly manual: boolean
}

/** A form that was sent, with its refusal or what it would publish. */
export interface AskedSite {
  readonly form: SiteForm
  readonly error?: string
  readonly check?: SiteCheck
}

export const EMPTY: SiteForm = {
  slug: '',
  title: '',
  pages: '',
  tag: '',
  type: '',
  query: '',
  except: '',
  start: '',
  navigation: '',
  hosts: '',
  lang: '',
  theme: '',
  accent: '',
  background: '',
  font: '',
  logo: '',
  icon: '',
  footer: '',
  style: '',
  journals: false,
  manual: false,
}

export function formIn(form: FormData): SiteForm {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, fieldOf(form, name).trim()]))
  return { ...EMPTY, ...texts, journals: form.has('journals'), manual: form.has('manual') }
}

/** Whether the person saw what the form publishes. */
export const isChecked = (form: FormData): boolean => form.has('checked')

/** The body for a new site. An empty field is left out. */
export function readNew(form: SiteForm): Result<PublishSite> {
  const { slug } = form
  const given = Object.entries(membersOf(form)).filter(([, value]) => value !== null)
  return read(PublishSite, { slug, ...Object.fromEntries(given) })
}

/** The body for a change. An empty field removes the member. */
export const readChange = (form: SiteForm): Result<ChangeSite> => read(ChangeSite, membersOf(form))

function membersOf(form: SiteForm): Record<string, unknown> {
  const { slug: _slug, title, pages, navigation, hosts, journals, manual, ...texts } = form
  const isOfLook = new Set<string>(LOOK)
  const optional = Object.entries(texts).flatMap(([name, text]) =>
    isOfLook.has(name) ? [] : [[name, text === '' ? null : text]],
  )
  const look = LOOK.flatMap((name) => (form[name] === '' ? [] : [[name, form[name]]]))
  const order = linesOf(navigation)
  const names = linesOf(hosts)
  return {
    title,
    pages: linesOf(pages),
    journals,
    follows: !manual,
    navigation: order.length === 0 ? null : order,
    hosts: names.length === 0 ? null : names,
    look: look.length === 0 ? null : Object.fromEntries(look),
    ...Object.fromEntries(optional),
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function read<S extends ObjectSchema>(schema: S, body: object) {
  const checked = checkBody(schema, body)
  return checked.ok ? ok(checked.value) : refuse({ code: 'bad_request', error: checked.error })
}

/** The address of the folder for a download; an empty field is left out. */
export function readBase(query: URLSearchParams): Result<string | undefined> {
  const base = query.get('base')?.trim() ?? ''
  const checked = readQuery(SiteArchiveQuery, base === '' ? [] : [['base', base]])
  return checked.ok ? ok(checked.value.base) : refuse({ code: 'bad_request', error: checked.error })
}

/** The button that publishes: the fields of the form, as they were checked. */
export const publishForm = (action: string, form: SiteForm, word: string): Html =>
  postForm(
    action,
    html`${TEXTS.map((name) => html`<input type="hidden" name="${name}" value="${form[name]}" />`)}
      ${form.journals && html`<input type="hidden" name="journals" value="1" />`}
      ${form.manual && html`<input type="hidden" name="manual" value="1" />`}
      <input type="hidden" name="checked" value="1" />
      <div class="actions">
        <button class="button">${word}</button> <a class="button quiet" href="${SITES}">Cancel</a>
      </div>`,
  )

interface Field {
  readonly name: Text
  readonly label: string
  readonly hint: string
  readonly most: number
  readonly isRequired?: true
}

const field = ({ name, label, hint, most, isRequired }: Field, form: SiteForm): Html =>
  textField({
    name,
    label,
    value: form[name],
    hint,
    how: html`maxlength="${most}" autocomplete="off" dir="auto" ${isRequired && html`required`}`,
  })

/** A text of several lines. */
const list = (
  name: 'pages' | 'navigation' | 'hosts' | 'footer' | 'style',
  label: string,
  hint: string,
  form: SiteForm,
): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="4" dir="auto" aria-describedby="${name}-hint">
${form[name]}</textarea>
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`

const SLUG: Field = {
  name: 'slug',
  label: 'Address',
  hint: 'The last part of the address: lower-case letters and digits, with single hyphens between them.',
  most: LIMITS.siteSlug,
  isRequired: true,
}
const TITLE: Field = {
  name: 'title',
  label: 'Title',
  hint: 'Readers see the title above each page.',
  most: LIMITS.siteTitle,
  isRequired: true,
}
const TAG: Field = {
  name: 'tag',
  label: 'Tag',
  hint: 'Publishes the pages with this tag.',
  most: LIMITS.pageName,
}
const QUERY: Field = {
  name: 'query',
  label: 'Query',
  hint: 'Publishes the pages with a block that matches this query.',
  most: LIMITS.queryCharacters,
}
const EXCEPT: Field = {
  name: 'except',
  label: 'Private tag',
  hint: 'Pages with this tag stay private. So do pages whose property public is false.',
  most: LIMITS.pageName,
}
const START: Field = {
  name: 'start',
  label: 'Start page',
  hint: 'The page that readers see first. Without one, the site starts with its index.',
  most: LIMITS.pageName,
}
const LANG: Field = {
  name: 'lang',
  label: 'Language',
  hint: 'A language tag such as en, de or pt-BR, for screen readers and search engines.',
  most: LIMITS.siteLang,
}

const THEMES = [
  ['', 'Garden: pages beside the words, and the links around a page'],
  ['handbook', 'Handbook: chapters beside the words, from page to page'],
  ['blog', 'Blog: one column, the latest page first'],
] as const
const FONTS = [
  ['', 'As the theme'],
  ['sans', 'Without serifs'],
  ['serif', 'With serifs'],
  ['rounded', 'Rounded'],
  ['mono', 'Fixed width'],
] as const

const chooser = (
  name: 'theme' | 'font',
  label: string,
  values: readonly (readonly [string, string])[],
  form: SiteForm,
): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options(values, form[name])}
    </select>
  </div>`

const ACCENT: Field = {
  name: 'accent',
  label: 'Color of links',
  hint: 'Such as #246152. It is made lighter or darker if it would be hard to read.',
  most: 7,
}
const BACKGROUND: Field = {
  name: 'background',
  label: 'Background',
  hint: 'Such as #fffaf0. Readers with a dark screen see a dark color like it.',
  most: 7,
}
const LOGO: Field = {
  name: 'logo',
  label: 'Logo',
  hint: 'The name of a picture in your notes, such as logo.png. Everyone will see the picture.',
  most: LIMITS.fileName,
}
const ICON_FIELD: Field = {
  name: 'icon',
  label: 'Icon',
  hint: 'A sign such as 🌱, or the name of a picture in your notes.',
  most: LIMITS.fileName,
}

const lookFields = (form: SiteForm): Html =>
  html`<fieldset>
    <legend>Look</legend>
    ${chooser('theme', 'Theme', THEMES, form)} ${field(ACCENT, form)} ${field(BACKGROUND, form)}
    ${chooser('font', 'Letters', FONTS, form)} ${field(LOGO, form)} ${field(ICON_FIELD, form)}
    ${list('footer', 'Footer', 'Words below each page, with links such as [[Contact]].', form)}
    ${list('style', 'Style sheet', 'CSS after that of the theme, without addresses, imports, font faces and backslashes.', form)}
  </fieldset>`

/**
 * @param takesHosts whether sites answer at names of their own
 * @param isNew whether the form has the address, which never changes later
 */
export const siteFields = (
  form: SiteForm,
  error: string | undefined,
  takesHosts: boolean,
  isNew = false,
): Html =>
  html`${error !== undefined && html`<p class="error" role="alert">${error}</p>`} ${field(TITLE, form)}
    ${isNew && field(SLUG, form)}
    <fieldset>
      <legend>Pages</legend>
      ${list('pages', 'Chosen pages', 'One page name on each line.', form)} ${field(TAG, form)}
      <div class="field">
        <label for="type">Type</label>
        <select id="type" name="type">
          ${options([['', 'No type'], ...TYPES.map(([type, , more]) => [type, more] as const)], form.type)}
        </select>
      </div>
      ${field(QUERY, form)}
      <div class="field">
        <label>
          <input type="checkbox" name="journals" value="1" ${form.journals && html`checked`} /> Include
          journal days
        </label>
      </div>
      ${field(EXCEPT, form)}
    </fieldset>
    ${field(START, form)}
    ${list('navigation', 'Navigation', 'The pages that come first, one name on each line. The others follow by name.', form)}
    ${takesHosts && list('hosts', 'Names of its own', 'Names at which the site answers, such as garden.example, one on each line.', form)}
    ${field(LANG, form)} ${lookFields(form)}
    <div class="field">
      <label>
        <input type="checkbox" name="manual" value="1" ${form.manual && html`checked`} /> Only when I publish
      </label>
      <p class="hint">
        Readers see the pages as you last published them, until you choose “Publish now”. Pages that become
        private disappear immediately.
      </p>
    </div>`
