/** How `@notegraph/client` calls the routes. Its types and methods are generated from these facts and the schemas. */

/** The clients that are generated whole: what each is a client of, and an example. */
export const CLIENTS = {
  account: {
    of: 'the account',
    example: 'const { used, quota } = await accountClient({ url, token: session }).readStorage()',
  },
  changes: {
    of: 'the list of changes',
    example: 'const { changes } = await changesClient({ url, token: session }).list({ touched: true })',
  },
  conflicts: {
    of: 'conflicts',
    example: `const conflicts = conflictsClient({ url, token: session })
const { blocks } = await conflicts.list()
for (const { id, words } of blocks) await conflicts.pick(id, words!.rev)`,
  },
  digest: {
    of: 'the daily digest',
    example: "await digestClient({ url, token: session }).change({ hour: 7, email: 'ada@example.org' })",
  },
  people: {
    of: 'the people of a server, for an account that looks after them',
    example: 'const { people } = await peopleClient({ url, token: session }).list()',
  },
  plugins: {
    of: 'plug-ins',
    example:
      "const offer = await pluginsClient({ url, token: session }).look('https://recipes.example/notegraph.json')",
  },
  shares: {
    of: 'links to shared pages',
    example: "const { url } = await sharesClient({ url, token: session }).make({ page: 'The Boat' })",
  },
  sites: {
    of: 'published sites',
    example:
      "const { url } = await sitesClient({ url, token: session }).publish({ slug: 'garden', title: 'Garden', tag: 'essay' })",
  },
  tokens: {
    of: 'API tokens',
    example: "const { token } = await tokensClient({ url, token: session }).make({ name: 'Laptop script' })",
  },
  webhooks: {
    of: 'webhooks',
    example:
      "const { secret } = await webhooksClient({ url, token: session }).make({ url: 'https://hook.example/', tag: 'work' })",
  },
} as const

/** The clients that `@notegraph/client` writes by hand around generated methods. */
type ExtendedClient = 'notes' | 'files' | 'history' | 'transfer'

/** A client and its method, such as `webhooks.make`. */
export type ClientMethodName = `${keyof typeof CLIENTS | ExtendedClient}.${string}`

/** The method of a route, where its name does not say all. */
export interface ClientMethod {
  readonly method: ClientMethodName
  /** Why a request is not sent again after a lost answer, as a clause; `false` if it is. */
  readonly once?: string | false
  /** A member of the body: a request in which it is `true` is sent again in spite of `once`. */
  readonly unless?: string
  /** The only member of the body. The method takes its value in place of a body. */
  readonly takes?: string
  /** Whether the method takes objects with further members, and sends those of the body alone. */
  readonly only?: true
  /** Whether the client has the method by hand, because it takes or returns more than the route. */
  readonly byHand?: true
}

/** The method of the client that calls a route, or why there is none. */
export type CalledBy = ClientMethodName | ClientMethod | { readonly none: string }

/** The same for a route that changes something without an `Idempotency-Key`: it says whether it is safe to repeat. */
export type ChangeCalledBy = (ClientMethod & { readonly once: string | false }) | { readonly none: string }
