/**
 * Signs browsers in and out. Each step counts for the address. HEAD requests and prefetches change nothing. Each step
 * ends in a redirect or an error page; a link first shows whom it signs in. The form there signs in, so neither a
 * program that follows links nor another site's page changes the account of a browser.
 */
import {
  CALLBACK_PATH,
  LINK_PATH,
  readBytes,
  readCode,
  readLink,
  returnPath,
  type SignIn,
  type SignInResult,
} from '@notegraph/service'
import { ADD_PASSKEY, signedOutPage, mailAskedPage, signInLinkPage, signInPage } from '@notegraph/web'
import type { Context, Hono } from 'hono'
import { callerAddress } from './address.ts'
import { basePathOf } from './base-path.ts'
import { targetOf } from './target.ts'
import type { Deps, PageEnv } from './context.ts'
import { faultOf } from './log.ts'
import { noteCaller } from './request-context.ts'
import {
  noSession,
  noSignIn,
  passkeyOfferedCookie,
  sessionCookie,
  sessionOf,
  signedOutOf,
  signInCookie,
  transactionOf,
  wasOfferedPasskey,
} from './cookies.ts'

type Ctx = Context<PageEnv>

const START = '/api/sign-in'
const LINK_FORM = '/api/sign-in/link'
const MAIL_FORM = '/api/sign-in/mail'
const PASSKEY = '/api/sign-in/passkey'
const SIGN_OUT = '/api/sign-out'
const SIGN_IN_PAGE = '/sign-in'
const SIGNED_OUT = '/signed-out'

export function signInRoutes(pages: Hono<PageEnv>, deps: Deps): void {
  const { signIn, signInMails, passkeys, signIns, wrongCodes, baseUrl, clock, commandLine, log, audit } = deps
  const asking = (c: Ctx) => ({
    userAgent: c.req.header('user-agent'),
    secret: sessionOf(c.req.raw, baseUrl()),
  })
  const visiting = async (c: Ctx) => signIn.visitor(sessionOf(c.req.raw, baseUrl()), signedOutOf(c.req.raw))

  const shown = () => ({
    hasProvider: signIn.issuer !== undefined,
    hasPasskeys: passkeys.areOn(),
    sendsEmail: signInMails.areOn,
    commandLine,
  })

  /** The response of a step; a fault gets an error page. */
  async function led<T>(
    tried: SignInResult<T>,
    to: string,
    next: (value: T) => Response | Promise<Response>,
  ): Promise<Response> {
    if (tried.ok) return next(tried.value)
    await audit.note({ event: 'sign_in_refused', detail: tried.fault })
    log.warn({ fault: tried.fault, reason: tried.reason }, 'a sign-in failed')
    return signInPage({ ...shown(), to, fault: tried.fault })
  }

  const entered = (c: Ctx, tried: SignInResult<SignIn>, to: string) =>
    led(tried, to, async (signedIn) => {
      noteCaller({ id: signedIn.accountId }, 'browser')
      const cookies = [sessionCookie(baseUrl(), signedIn.secret), noSignIn(baseUrl())]
      return (await lacksPasskey(c, signedIn))
        ? redirect(ADD_PASSKEY, ...cookies, passkeyOfferedCookie(baseUrl()))
        : redirect(signedIn.to, ...cookies)
    })

  /** Whether a person should be offered a passkey, so that they need no link the next time. @see decisions 9.6 */
  const lacksPasskey = async (c: Ctx, { accountId, by, to }: SignIn): Promise<boolean> =>
    by === 'link' &&
    to === returnPath(undefined) &&
    passkeys.areOn() &&
    !wasOfferedPasskey(c.req.raw, baseUrl()) &&
    (await passkeys.list(accountId)).length === 0

  /** @param take answers a browser that is not prefetching */
  function step(path: string, take: (c: Ctx) => Promise<Response>): void {
    pages.get(path, async (c) => {
      if (c.req.method === 'HEAD') return new Response(null)
      // A browser that prefetches a link has not clicked it.
      if (c.req.header('sec-purpose')?.startsWith('prefetch') === true)
        return new Response(null, { status: 503 })
      return counted(c, take)
    })
  }

  async function counted(c: Ctx, take: (c: Ctx) => Promise<Response>): Promise<Response> {
    if (await signIns.count(callerAddress(deps, c.env, c.req.raw), clock()))
      return signInPage({ ...shown(), fault: 'often' })
    return take(c)
  }

  pages.get(SIGN_IN_PAGE, async (c) => {
    const to = returnPath(c.req.query('to'))
    if (await visiting(c)) return redirect(to)
    return signInPage({ ...shown(), to })
  })

  step(START, async (c) => {
    const to = c.req.query('to')
    return led(await signIn.start(to, c.req.query('again') === '1'), returnPath(to), ({ url, transaction }) =>
      redirect(url, signInCookie(baseUrl(), transaction)),
    )
  })

  step(CALLBACK_PATH, async (c) => {
    const transaction = transactionOf(c.req.raw, baseUrl())
    const { query } = targetOf(c.req.raw, c.env)
    return entered(c, await signIn.finish(query, transaction, asking(c)), returnPath(transaction?.to))
  })

  const LINK = `${LINK_PATH}:link`
  const linkOf = (c: Ctx): string => c.req.param('link') ?? ''
  const linkAddress = (link: string, to: string): string =>
    LINK_PATH + link + (to === returnPath(undefined) ? '' : `?to=${encodeURIComponent(to)}`)

  /** Wrong codes count for the address. Links are too long to be found by trying. */
  async function tried<T>(c: Ctx, work: () => Promise<SignInResult<T>>): Promise<SignInResult<T>> {
    if (readCode(linkOf(c)) === undefined) return work()
    const address = callerAddress(deps, c.env, c.req.raw)
    if ((await wrongCodes.room(address, clock())).left < 1) return { ok: false, fault: 'tries' }
    const found = await work()
    if (!found.ok) await wrongCodes.count(address, clock())
    return found
  }

  // The field of the sign-in page, for a browser in which nobody can open a link.
  pages.post(LINK_FORM, async (c) =>
    counted(c, async () => {
      const to = returnPath(c.req.query('to'))
      const link = readLink((await fieldsIn(c)).get('link') ?? '')
      return link === undefined
        ? signInPage({ ...shown(), to, fault: 'typed' })
        : redirect(linkAddress(link, to))
    }),
  )

  // Nobody learns whether an account or its address exists: neither by the answer, nor by the time until it comes.
  pages.post(MAIL_FORM, async (c) =>
    counted(c, async () => {
      const account = ((await fieldsIn(c)).get('account') ?? '').trim()
      void signInMails.ask(account).then(
        (sent) => !sent.ok && log.info({ code: sent.refusal.code }, 'no sign-in e-mail was sent'),
        (error: unknown) => log.error({ fault: faultOf(error) }, 'a sign-in e-mail failed'),
      )
      return mailAskedPage(returnPath(c.req.query('to')))
    }),
  )

  step(LINK, async (c) => {
    const to = returnPath(c.req.query('to'))
    const link = linkOf(c)
    return led(await tried(c, async () => signIn.linkAccount(link)), to, async (accountId) => {
      const visitor = await visiting(c)
      return signInLinkPage({ action: linkAddress(link, to), accountId, signedInAs: visitor?.account.id })
    })
  })

  pages.post(LINK, async (c) =>
    counted(c, async () => {
      const to = c.req.query('to')
      return entered(c, await tried(c, async () => signIn.byLink(linkOf(c), asking(c), to)), returnPath(to))
    }),
  )

  pages.post(`${PASSKEY}/question`, async (c) =>
    counted(c, async () => {
      const visitor = await visiting(c)
      return Response.json(await passkeys.startProof(visitor?.account.id), NO_STORE)
    }),
  )

  pages.post(PASSKEY, async (c) =>
    counted(c, async () => {
      const answer = await answerIn(c)
      const accountId = answer === undefined ? undefined : await passkeys.prove(answer)
      if (accountId === undefined) {
        await audit.note({ event: 'sign_in_refused', detail: 'passkey' })
        return new Response(null, { status: 403, ...NO_STORE })
      }
      noteCaller({ id: accountId }, 'browser')
      const secret = await signIn.byPasskey(accountId, asking(c))
      const headers = new Headers(NO_STORE.headers)
      if (secret !== undefined) headers.set('Set-Cookie', sessionCookie(baseUrl(), secret))
      return new Response(null, { status: 204, headers })
    }),
  )

  // Drafts and copies leave the browser too. Below a path, stored data may be that of another server. Scripts remove them by
  // themselves, because the outliner may have edits that only this browser has.
  pages.post(SIGN_OUT, async (c) => {
    // Also one that the browser noted as signed out: the way on to the provider depends on it.
    const visitor = await signIn.visitor(sessionOf(c.req.raw, baseUrl()))
    if (visitor) noteCaller(visitor.account, 'browser')
    const away = visitor && (await signIn.signOut(visitor))
    // A form may only redirect to the provider; other addresses need a click.
    const isProvider = away !== undefined && URL.parse(away)?.origin === new URL(signIn.issuer!).origin
    const page = away === undefined ? SIGNED_OUT : `${SIGNED_OUT}?provider=1`
    const left = redirect(isProvider ? away : page, noSession(baseUrl()))
    const clears = basePathOf(baseUrl()) === '' && c.req.query('keep') === undefined
    left.headers.set('Clear-Site-Data', clears ? '"cache", "storage"' : '"cache"')
    return left
  })

  pages.get(SIGNED_OUT, async (c) => {
    if (await visiting(c)) return redirect(returnPath(undefined))
    const away = c.req.query('provider') === '1' ? await signIn.providerSignOut() : undefined
    return signedOutPage(away, c.req.query('closed') === '1')
  })
}

const NO_STORE = { headers: { 'Cache-Control': 'no-store' } }

async function fieldsIn(c: Ctx): Promise<URLSearchParams> {
  const bytes = await readBytes(c.req.raw)
  return new URLSearchParams(bytes.ok ? Buffer.from(bytes.value).toString() : '')
}

/** The untrusted answer of a browser; undefined if there is none. */
async function answerIn(c: Ctx): Promise<unknown> {
  try {
    return JSON.parse((await fieldsIn(c)).get('answer') ?? '')
  } catch {
    return undefined
  }
}

/** Redirects with GET; the browser stores the cookies. */
function redirect(to: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ Location: to })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
