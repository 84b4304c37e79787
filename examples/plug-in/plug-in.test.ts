/** @module-tag process */
import { execFile, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { openPerson, type Person } from '@notegraph/example-tests'
import { notesClient, pluginsClient, webhooksClient } from '@notegraph/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type ServedApp } from '../served-app.ts'
import { totalOf } from './total.ts'

describe('the total of a recipe', () => {
  const page = (...lines: string[]) => ['# [[Soup]]', 'page, 1 block', ...lines, '- a block'].join('\n')

  test.each([
    [['  type:: recipe', '  preparation:: 10 minutes', '  cooking:: 35'], '45 minutes'],
    [['  type:: recipe', '  cooking:: 35 minutes'], '35 minutes'],
    [['  type:: recipe', '  cooking:: 35', '  total:: 5 minutes'], '35 minutes'],
    [['  type:: recipe', '  cooking:: 35', '  total:: 35 minutes'], undefined],
    [['  type:: recipe', '  cooking:: long'], undefined],
    [['  type:: recipe'], undefined],
    [['  cooking:: 35'], undefined],
    [['- type:: recipe', '- cooking:: 35'], undefined], // words of a block
  ])('%j: %j', (lines, total) => {
    expect(totalOf(page(...lines))).toBe(total)
  })
})

describe('the plug-in on a real server', () => {
  let app: ServedApp
  let program: ChildProcess
  let manifest: string
  let person: Person
  let session: string
  const settings = () => ({ url: app.url, token: session })
  const notes = () => notesClient({ url: app.url, token: app.token })
  const totalIs = async (name: string) => (await notes().readPage(name)).page.props['total']

  beforeAll(async () => {
    app = await startApp({ NOTEGRAPH_OAUTH: 'on', NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1' })
    const file = resolve(import.meta.dirname, 'plug-in.ts')
    program = execFile(process.execPath, [file], {
      env: { ...process.env, PORT: '0', NOTEGRAPH_URL: app.url },
    })
    manifest = await new Promise((found) => {
      program.stdout!.on('data', (said: string) => found(/http\S+/.exec(said)![0]))
    })
    ;({ session } = await app.asOperator((operators) => operators.createSession('me', { device: 'Phone' })))
    person = await openPerson(app.signInLink)
  })
  afterAll(async () => {
    program.kill()
    await app.stop()
  })

  test('is installed, connects, fills in the total of a recipe, and stops', async () => {
    const plugins = pluginsClient(settings())
    const offer = await plugins.look(manifest)
    expect(offer).toMatchObject({ name: 'Recipe times', scope: 'write', pageTypes: [{ type: 'recipe' }] })
    const { id, setUp, webhook } = await plugins.install(offer)
    expect(await person.connect(`${setUp}?iss=${encodeURIComponent(app.url)}`)).toBe(
      'Connected. Write a recipe.',
    )

    const properties = { Preparation: '10 minutes', Cooking: '35 minutes' }
    await notes().createPage({ name: 'Pea soup', type: 'recipe', properties })
    await expect.poll(() => totalIs('Pea soup'), { interval: 100 }).toBe('45 minutes')
    await notes().setProperty('Pea soup', 'Cooking', { value: '50 minutes' })
    await expect.poll(() => totalIs('Pea soup'), { interval: 100 }).toBe('60 minutes')
    await notes().createPage({ name: 'No recipe', properties: { cooking: '5' } })
    const { deliveries } = await webhooksClient(settings()).listDeliveries(webhook!)
    expect(deliveries.every(({ attempts }) => attempts <= 1)).toBe(true)
    expect(await plugins.read(id)).toMatchObject({ connected: true })

    await plugins.stop(id)
    await notes().setProperty('Pea soup', 'Cooking', { value: '5 minutes' })
    expect(await plugins.list()).toMatchObject({ total: 0 })
    expect((await webhooksClient(settings()).list()).total).toBe(0)
    expect(await totalIs('Pea soup')).toBe('60 minutes')
    expect((await notes().readPage('Recipe')).page.props).toMatchObject({ 'page-type': 'recipe' })
  })

  test('goes on to no other server, and takes no message without a signature', async () => {
    const own = new URL(manifest).origin
    const elsewhere = await fetch(`${own}/connect?iss=https://evil.example`, { redirect: 'manual' })
    expect(elsewhere.status).toBe(400)
    const unsigned = await fetch(`${own}/events`, { method: 'POST', body: '{}' })
    expect(unsigned.status).toBe(401)
    expect((await fetch(`${own}/callback?code=x`)).status).toBe(400)
  })
})
