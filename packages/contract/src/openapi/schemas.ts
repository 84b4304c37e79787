/**
 * The schemas of the API as JSON Schema. The components contain each named schema once, and other schemas refer to
 * it.
 *
 * Answers are open schemas, because a later version may add members and clients should accept them. Bodies are
 * closed, as the server checks them.
 */
import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { Block } from '../schemas/block.ts'
import * as changes from '../schemas/changes.ts'
import * as history from '../schemas/history.ts'
import type { ObjectSchema } from '../requests/check.ts'
import { AuditEvent, AuditList } from '../schemas/audit.ts'
import { Device, DeviceList, OwnDevice } from '../schemas/devices.ts'
import * as ownAccount from '../schemas/own-account.ts'
import * as people from '../schemas/people.ts'
import { ErrorBody } from '../errors.ts'
import { ImportAnswer, ImportJob } from '../schemas/imports.ts'
import { UploadAnswer } from '../schemas/files.ts'
import { BlockLinksAnswer, LinkingField, LinkingPage, LinksAnswer } from '../schemas/links.ts'
import { Page } from '../schemas/page.ts'
import * as reads from '../schemas/reads.ts'
import { ApiDocument } from '../routes/table.ts'
import * as sync from '../schemas/sync.ts'
import * as shares from '../schemas/shares.ts'
import * as sites from '../schemas/sites.ts'
import * as plugins from '../schemas/plugins.ts'
import * as manifests from '../schemas/plugin-manifest.ts'
import * as webhooks from '../schemas/webhooks.ts'
import { StorageAnswer } from '../schemas/storage.ts'
import * as tokens from '../schemas/tokens.ts'
import * as digests from '../schemas/digests.ts'
import { Notice, NoticeList } from '../schemas/notices.ts'
import { Field, Type } from '../schemas/type.ts'
import { RemoveFiles, RemoveFilesAnswer, UnlinkedFile, UnlinkedFileList } from '../schemas/unlinked-files.ts'
import { BatchWrite, BatchWriteAnswer } from '../schemas/batch.ts'
import * as order from '../schemas/organize.ts'
import * as writes from '../schemas/writes.ts'

/** A part of the document. */
export type Json = { readonly [key: string]: unknown }

const BODIES: { readonly [name: string]: v.GenericSchema } = {
  AddBlock: writes.AddBlock,
  AddOutline: writes.AddOutline,
  CreatePage: writes.CreatePage,
  SetTask: writes.SetTask,
  UpdateBlock: writes.UpdateBlock,
  SetProperty: writes.SetProperty,
  SetProperties: writes.SetProperties,
  SetBlockProperties: writes.SetBlockProperties,
  BatchWrite,
  MoveBlock: order.MoveBlock,
  RenamePage: order.RenamePage,
  DeletePage: order.DeletePage,
  DeleteBlock: order.DeleteBlock,
  Push: sync.Push,
  Pick: sync.Pick,
  ChangeToken: tokens.ChangeToken,
  MakeToken: tokens.MakeToken,
  SharePage: shares.SharePage,
  ChangeShare: shares.ChangeShare,
  PublishSite: sites.PublishSite,
  ChangeSite: sites.ChangeSite,
  LookAtPlugin: plugins.LookAtPlugin,
  InstallPlugin: plugins.InstallPlugin,
  MakeWebhook: webhooks.MakeWebhook,
  ChangeWebhook: webhooks.ChangeWebhook,
  ChangeDigest: digests.ChangeDigest,
  AddDigestBrowser: digests.AddDigestBrowser,
  KeepChanges: changes.KeepChanges,
  SeeChanges: changes.SeeChanges,
  RevertChanges: changes.RevertChanges,
  MakeSnapshot: history.MakeSnapshot,
  RestoreBody: history.RestoreBody,
  ForgetBody: history.ForgetBody,
  SignOutEverywhere: ownAccount.SignOutEverywhere,
  CloseAccount: ownAccount.CloseAccount,
  MakePerson: people.MakePerson,
  ChangePerson: people.ChangePerson,
  InvitePerson: people.InvitePerson,
  RemovePerson: people.RemovePerson,
  RemoveFiles,
}

const RECORDS: { readonly [name: string]: v.GenericSchema } = {
  Page,
  Block,
  LinkingField,
  LinkingPage,
  Type,
  Field,
  Change: changes.Change,
  Touched: changes.Touched,
  Record: sync.SyncRecord,
  Token: tokens.ApiToken,
  Share: shares.Share,
  Site: sites.Site,
  Snapshot: history.Snapshot,
  Notice,
  DigestEmail: digests.DigestEmail,
  DigestBrowser: digests.DigestBrowser,
  Webhook: webhooks.Webhook,
  Delivery: webhooks.Delivery,
  Plugin: plugins.Plugin,
  PluginOffer: plugins.PluginOffer,
  PluginType: manifests.PluginType,
  PluginField: manifests.PluginField,
  PluginEvents: manifests.PluginEvents,
  WebhookMessage: webhooks.WebhookMessage,
  Import: ImportJob,
  Device,
  Person: people.Person,
  UnlinkedFile,
  Error: ErrorBody,
}

const ANSWERS: { readonly [name: string]: v.GenericSchema } = {
  PageList: reads.PageList,
  PageAnswer: reads.PageAnswer,
  FurtherPage: reads.FurtherPage,
  DayAnswer: reads.DayAnswer,
  BlockAnswer: reads.BlockAnswer,
  SearchAnswer: reads.SearchAnswer,
  TaskList: reads.TaskList,
  LinksAnswer,
  BlockLinksAnswer,
  TypeList: reads.TypeList,
  AddBlockAnswer: writes.AddBlockAnswer,
  AddOutlineAnswer: writes.AddOutlineAnswer,
  CreatePageAnswer: writes.CreatePageAnswer,
  BlockWritten: writes.BlockWritten,
  UpdateBlockAnswer: writes.UpdateBlockAnswer,
  SetTaskAnswer: writes.SetTaskAnswer,
  SetPropertyAnswer: writes.SetPropertyAnswer,
  SetPropertiesAnswer: writes.SetPropertiesAnswer,
  SetBlockPropertiesAnswer: writes.SetBlockPropertiesAnswer,
  BatchWriteAnswer,
  MoveBlockAnswer: order.MoveBlockAnswer,
  RenamePageAnswer: order.RenamePageAnswer,
  DeletePageAnswer: order.DeletePageAnswer,
  DeleteBlockAnswer: order.DeleteBlockAnswer,
  ApiDocument,
  ChangeList: changes.ChangeList,
  OwnChangeList: changes.OwnChangeList,
  ChangeAnswer: changes.ChangeAnswer,
  RevertAnswer: changes.RevertAnswer,
  KeepChangesAnswer: changes.KeepChangesAnswer,
  SeeChangesAnswer: changes.SeeChangesAnswer,
  RevertChangesAnswer: changes.RevertChangesAnswer,
  UploadAnswer,
  PullAnswer: sync.PullAnswer,
  PageRecordsAnswer: sync.PageRecordsAnswer,
  PushAnswer: sync.PushAnswer,
  ConflictList: sync.ConflictList,
  PickAnswer: sync.PickAnswer,
  TokenList: tokens.TokenList,
  TokenMade: tokens.TokenMade,
  ShareList: shares.ShareList,
  SiteList: sites.SiteList,
  SitePageList: sites.SitePageList,
  NoticeList,
  DigestAnswer: digests.DigestAnswer,
  WebhookAnswer: webhooks.WebhookAnswer,
  WebhookList: webhooks.WebhookList,
  DeliveryList: webhooks.DeliveryList,
  PluginList: plugins.PluginList,
  PageHistory: history.PageHistory,
  PageState: history.PageState,
  SnapshotList: history.SnapshotList,
  SnapshotRemoved: history.SnapshotRemoved,
  ForgetAnswer: history.ForgetAnswer,
  RestoreAnswer: history.RestoreAnswer,
  RestoreJob: history.RestoreJob,
  RestoreJobAnswer: history.RestoreJobAnswer,
  StorageAnswer,
  UnlinkedFileList,
  RemoveFilesAnswer,
  ImportAnswer,
  DeviceList,
  OwnDevice,
  SignedOut: ownAccount.SignedOut,
  AccountClosed: ownAccount.AccountClosed,
  PeopleList: people.PeopleList,
  Invitation: people.Invitation,
  MailedLink: people.MailedLink,
  AuditEvent,
  AuditList,
}

/** Descriptions and metadata express the checks that JSON Schema cannot. */
const SHARED: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  ignoreActions: ['check', 'raw_check', 'readonly'],
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'custom' ? {} : undefined),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

const OPEN: ConversionConfig = {
  ...SHARED,
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    const { additionalProperties: _, ...open } = jsonSchema
    return valibotSchema.type === 'strict_object' ? open : undefined
  },
}

const names = new Map(
  [RECORDS, ANSWERS, BODIES].flatMap((group) => Object.entries(group).map(([n, s]) => [s, n])),
)

/** A reference to the component of a schema. Throws if the schema has no name in the lists above. */
export function reference(schema: v.GenericSchema): Json {
  const name = names.get(schema)
  if (name === undefined)
    throw new Error('A schema of the route table is in none of RECORDS, ANSWERS and BODIES.')
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema in place, for parts of the document that no tool follows a reference from. */
export function inlineSchema(schema: v.GenericSchema): Json {
  const { $schema: _, ...shown } = toJsonSchema(schema, OPEN)
  return shown
}

/** Every component. @see pruneComponents */
export const componentSchemas = (): Json => ({
  ...toJsonSchemaDefs({ ...RECORDS, ...ANSWERS }, OPEN),
  ...toJsonSchemaDefs(BODIES, SHARED),
})

/** The parameters of a query, each with its schema and description. */
export function queryParameters(query: ObjectSchema): Json[] {
  return Object.entries(query.entries).map(([name, entry]) => {
    const optional = entry.type.endsWith('optional')
    const wrapped = optional ? (entry as v.OptionalSchema<v.GenericSchema, undefined>).wrapped : entry
    const { $schema: _, description, ...schema } = toJsonSchema(wrapped, SHARED)
    return { name, in: 'query', required: !optional, description, schema }
  })
}
