/** The routes of people. Only the session of an account that looks after them opens these. @see decisions 9.11 */
import { ERRORS } from '../errors.ts'
import { AccountClosed, SignedOut, SignOutEverywhere } from '../schemas/own-account.ts'
import {
  ChangePerson,
  Invitation,
  InvitePerson,
  MailedLink,
  MakePerson,
  PeopleList,
  PeopleQuery,
  Person,
  RemovePerson,
} from '../schemas/people.ts'
import { SESSION_ERRORS } from './errors.ts'
import type { PathParameter, Route } from './route.ts'

const ADA: Person = {
  id: 'ada',
  createdAt: 1795078800000,
  lastUsedAt: 1795169100000,
  admin: false,
  disabled: false,
  isNew: false,
  quota: 10737418240,
  used: 524288,
}
const ID: PathParameter = {
  name: 'id',
  noun: 'account id',
  description: 'The id of an account, from the list of people.',
  example: ADA.id,
}
const ROOT = '/api/v1/settings/people'
const ERRORS_OF_ALL = { ...SESSION_ERRORS, forbidden: 'This account does not look after people.' }
const ERRORS_OF_ONE = {
  ...ERRORS_OF_ALL,
  bad_request: 'The account id in the path is not valid percent-encoding of UTF-8.',
  not_found: 'No account has the id "adda".',
}
const TOO_LARGE = { too_large: ERRORS.too_large.example }
const IS_ADMIN = { conflict: 'This account looks after people itself.' }

export const PEOPLE_ROUTES: readonly Route[] = [
  {
    operationId: 'listPeople',
    client: 'people.list',
    method: 'GET',
    path: ROOT,
    auth: 'session',
    tag: 'People',
    summary: 'List people',
    description:
      'The accounts of the server, by their ids. Nothing of their notes is in the answer, but the bytes that they use.',
    parameters: [],
    query: PeopleQuery,
    answer: PeopleList,
    errors: ERRORS_OF_ALL,
    example: { request: `${ROOT}?limit=1`, answer: { people: [ADA], total: 2, next: 1 } },
  },
  {
    operationId: 'makePerson',
    client: { method: 'people.make', once: 'the id would then be in use' },
    recent: 'always',
    method: 'POST',
    path: ROOT,
    auth: 'session',
    audit: 'account_made',
    tag: 'People',
    summary: 'Create an account',
    description: 'Creates an empty account. Invite the person afterwards.',
    parameters: [],
    body: MakePerson,
    answer: Person,
    errors: {
      ...ERRORS_OF_ALL,
      ...TOO_LARGE,
      bad_request: 'id takes 1 to 64 characters of A-Z a-z 0-9 . _ -',
      conflict: 'An account with the id "ada" already exists.',
    },
    example: {
      request: ROOT,
      body: { id: 'eve', quota: 1000000000 },
      answer: {
        id: 'eve',
        createdAt: 1795169100000,
        admin: false,
        disabled: false,
        isNew: true,
        quota: 1000000000,
        used: 0,
      },
    },
  },
  {
    operationId: 'changePerson',
    client: { method: 'people.change', once: false },
    recent: 'to_widen',
    method: 'PATCH',
    path: `${ROOT}/{id}`,
    auth: 'session',
    audit: 'account_changed',
    tag: 'People',
    summary: 'Change an account',
    description:
      'Disables or enables an account, or sets its quota. A disabled account keeps its notes and sign-ins, but nothing gives access to it. To enable it or to raise its quota needs a recent sign-in.',
    parameters: [ID],
    body: ChangePerson,
    answer: Person,
    errors: { ...ERRORS_OF_ONE, ...TOO_LARGE, ...IS_ADMIN },
    example: { request: `${ROOT}/ada`, body: { disabled: true }, answer: { ...ADA, disabled: true } },
  },
  {
    operationId: 'invitePerson',
    client: { method: 'people.invite', once: 'there would be two links' },
    recent: 'always',
    method: 'POST',
    path: `${ROOT}/{id}/invite`,
    auth: 'session',
    audit: 'link_made',
    tag: 'People',
    summary: 'Invite a person',
    description:
      'Creates a link that signs in to a new account, for seven days, once. Earlier links to the account end. With `email`, the server sends the link, and the answer does not have it. An account that somebody has used can’t be invited, because the link would open its notes.',
    parameters: [ID],
    body: InvitePerson,
    answer: Invitation,
    errors: {
      ...ERRORS_OF_ONE,
      ...TOO_LARGE,
      conflict: 'Somebody has used this account, so it cannot be invited again.',
    },
    example: {
      request: `${ROOT}/eve/invite`,
      body: { email: 'eve@example.org' },
      answer: { id: 'eve', expiresAt: 1795773900000 },
    },
  },
  {
    operationId: 'mailPersonLink',
    client: { method: 'people.mailLink', once: 'each request sends another e-mail' },
    method: 'POST',
    path: `${ROOT}/{id}/sign-in-mail`,
    auth: 'session',
    audit: 'link_made',
    tag: 'People',
    summary: 'Send a sign-in link',
    description:
      'Sends a sign-in link and its code to the e-mail address that the person confirmed, for 15 minutes, once. Neither the address nor the link is in the answer. An account gets ten such e-mails in a day.',
    parameters: [ID],
    answer: MailedLink,
    errors: {
      ...ERRORS_OF_ONE,
      conflict: 'The owner of this account has confirmed no e-mail address.',
    },
    example: {
      request: `${ROOT}/ada/sign-in-mail`,
      answer: { id: 'ada', expiresAt: 1795170000000 },
    },
  },
  {
    operationId: 'signOutPerson',
    client: { method: 'people.signOut', once: false },
    method: 'POST',
    path: `${ROOT}/{id}/sign-out`,
    auth: 'session',
    audit: 'access_ended',
    tag: 'People',
    summary: 'Sign a person out everywhere',
    description:
      'Ends all browsers, devices and connected apps of the account, and unused sign-in links. Tokens stay, unless the body says that they are revoked too. Passkeys stay.',
    parameters: [ID],
    body: SignOutEverywhere,
    answer: SignedOut,
    errors: { ...ERRORS_OF_ONE, ...TOO_LARGE, ...IS_ADMIN },
    example: {
      request: `${ROOT}/ada/sign-out`,
      body: { tokens: true },
      answer: { browsers: 2, devices: 1, apps: 1, links: 0, tokens: 3 },
    },
  },
  {
    operationId: 'removePerson',
    client: { method: 'people.remove', takes: 'name', once: 'the account would no longer be found' },
    recent: 'always',
    method: 'POST',
    path: `${ROOT}/{id}/remove`,
    auth: 'session',
    audit: 'account_removed',
    tag: 'People',
    summary: 'Delete an account',
    description:
      'Permanently deletes an account with its notes, files, history, settings and all access. Let the person export their notes before: nothing can be restored.',
    parameters: [ID],
    body: RemovePerson,
    answer: AccountClosed,
    errors: { ...ERRORS_OF_ONE, ...TOO_LARGE, ...IS_ADMIN },
    example: { request: `${ROOT}/ada/remove`, body: { name: 'ada' }, answer: { ok: true } },
  },
]
